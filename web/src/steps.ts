// SPDX-License-Identifier: Apache-2.0
// steps.ts: how the operation of the current line is computed, step by step, or why it has no result.
import type { App } from './app';
import { NAMED } from './command';
import { element } from './dom';
import { Panel, copyButton, emptyText, refusal, whenChanged } from './panel';
import type { EvalReply, Failure } from './reply';

/// A step and the steps it consists of.
export interface Step {
  text: string;
  parts: Step[];
}

/// Steps as a tree, by the blanks in front of each.
export function treeOf(steps: readonly string[]): Step[] {
  const top: Step[] = [];
  const open: { depth: number; parts: Step[] }[] = [{ depth: -1, parts: top }];
  for (const line of steps) {
    const depth = line.length - line.trimStart().length;
    while (open.length > 1 && (open[open.length - 1]?.depth ?? -1) >= depth) open.pop();
    const step: Step = { text: line.trim(), parts: [] };
    open[open.length - 1]?.parts.push(step);
    open.push({ depth, parts: step.parts });
  }
  return top;
}

export function mountSteps(app: App, root: HTMLElement): void {
  const panel = new Panel(root, 'Steps');
  const say = (text: string): void => panel.show(element('p', { class: 'quiet' }, text));

  let runs = 0;

  async function refresh(job: boolean): Promise<void> {
    const run = ++runs;
    const { current, lines } = app.store.state;
    const line = app.lines.reply(current);
    const text = lines[current] ?? '';
    const name = (line?.ok ? line : app.lines.good(current))?.name ?? `line ${current + 1}`;
    const subject = { name, isBroken: false };
    if (text.trim() === '') {
      panel.head(null);
      return say('Type an operation, such as zipped_divide(A, B), to see its steps.');
    }
    if (line?.ok === false) return refused(line.error, text);
    if (line?.ok !== true || !line.call) {
      panel.head(null);
      const subject = `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`;
      return say(emptyText(
        app, `${subject} is not an operation. Type one, such as composition(A, B), to see its steps.`));
    }
    const reply = await app.engine.ask<EvalReply>('eval', { line: current, explain: true }, { key: 'steps', job });
    if (reply === null || run !== runs || panel.isOf(subject, reply)) return;
    if (!reply.ok) {
      panel.head(subject, 'no result', 'bad');
      panel.show(refusal(app, reply.error, () => void refresh(true)));
      return;
    }
    const steps = reply.steps ?? [];
    panel.head(subject, steps.length === 1 ? '1 step' : `${steps.length} steps`);
    panel.show(...drawn(reply, steps));
  }

  /// The line has no result. Its error stands under it; the proof of it belongs here too, and what C++ answers.
  async function refused(error: Failure, text: string): Promise<void> {
    const { current, lines } = app.store.state;
    panel.head({ name: `line ${current + 1}`, isBroken: false }, 'no result', 'bad');
    const source = error.source ?? (error.line === undefined ? undefined : lines[error.line]);
    if (panel.isOf(error, source, current)) return;
    const why = refusal(app, { ...error, source });
    panel.show(why);
    const isComposition = /^composition\s*\(/.test(text.replace(NAMED, '').trim());
    if (error.code !== 'cute.composition' || !isComposition) return;
    const of = { line: current, semantics: 'cute-cpp' };
    const reply = await app.engine.ask<EvalReply>('eval', of, { key: 'steps' });
    if (!why.isConnected || !reply?.ok || typeof reply.result !== 'string') return;
    const answer = element('code', {}, reply.result);
    why.append(element('p', {}, 'C++ CuTe answers ', answer, ' here, which is not A o B.'));
  }

  function drawn(reply: EvalReply, steps: readonly string[]): Node[] {
    const result = typeof reply.result === 'string' ? reply.result : JSON.stringify(reply.result);
    const end = element('p', { class: 'result-of', 'data-key': 'result' },
      element('span', { class: 'quiet' }, 'Result '), element('code', {}, result),
      copyButton(app, result, 'the result'));
    if (steps.length === 0) return [element('p', { class: 'quiet' }, 'One step: the result.'), end];
    return [listOf(treeOf(steps)), end];
  }

  whenChanged(app, [], () => void refresh(false));
  void refresh(false);
}

function listOf(steps: readonly Step[]): HTMLElement {
  return element('ol', { class: 'steps' }, ...steps.map((step) =>
    element('li', {}, element('code', {}, step.text), ...(step.parts.length > 0 ? [listOf(step.parts)] : []))));
}
