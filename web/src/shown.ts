// SPDX-License-Identifier: Apache-2.0
// shown.ts: the pictures on the stage as requests, and what lines are in words, for exports and shared texts.
import type { App } from './app';
import type { LineReply } from './reply';
import { wantedOf, type Wanted } from './wanted';

export interface Shown extends Wanted {
  line: number;
}

/// The pictures on the stage, in its order.
export function shownOn(app: App): Shown[] {
  const { state } = app.store;
  const lines = state.on.length === 0 ? [state.current] : state.on;
  return lines.flatMap((line) => {
    const reply = app.lines.good(line);
    return reply === null ? [] : wantedOf(state, line, reply, 'both').map((wanted) => ({ ...wanted, line }));
  });
}

/// What is exported: two layouts side by side, if the stage has two, and the picture of the line with the cursor, for
/// where the module refuses to draw both the same way.
export function exportsOf(app: App): Shown[] {
  const shown = shownOn(app);
  const [left, right] = shown;
  const choices = [...shown].sort((a, b) => Number(isCurrent(app, b)) - Number(isCurrent(app, a))).slice(0, 1);
  if (left === undefined || right === undefined || shown.length !== 2) return choices;
  const before = left.verb === 'show' && right.verb === 'show' ? textOf(app, left) : null;
  return before === null ? choices : [{ ...right, of: { ...right.of, side_by_side: before } }, ...choices];
}

function isCurrent(app: App, shown: Shown): boolean {
  return shown.line === app.store.state.current;
}

function textOf(app: App, shown: Shown): string | null {
  return typeof shown.of.layout === 'string' ? shown.of.layout : app.lines.good(shown.line)?.layout ?? null;
}

/// "S Sw<3,3,3> o 0 o (8,64):(64,1) banks": what a file of it is named after.
export function titleOf(app: App, shown: Shown): string {
  const reply = app.lines.good(shown.line);
  const what = shown.verb === 'operation' ? reply?.expression : shown.of.layout ?? reply?.layout;
  const beside = shown.of.side_by_side === undefined ? undefined : `beside ${String(shown.of.side_by_side)}`;
  return [reply?.name, what, beside, shown.of.view].filter((text) => text !== undefined).join(' ');
}

/// What a line is: "CuTe layout, 512 elements", "true", "differ first at (1,0): 64 against 72".
export function whatIs(reply: LineReply): string {
  if (reply.kind === 'empty') return '';
  if (reply.kind === 'value') return reply.text ?? '';
  if (reply.kind === 'equal') {
    if (reply.equal === true) return 'equal';
    if (reply.at === undefined || reply.values === undefined) return 'not equal';
    return `differ first at (${reply.at.join(',')}): ${reply.values[0]} against ${reply.values[1]}`;
  }
  const is = [reply.call === true ? reply.layout : undefined, reply.title].filter((text) => text !== undefined);
  return reply.size === undefined ? is.join(', ') : `${is.join(', ')}, ${reply.size} elements`;
}
