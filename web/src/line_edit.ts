// SPDX-License-Identifier: Apache-2.0
// line_edit.ts: what becomes of the state when lines are added, removed and moved: all that names a line by its
// number must go with it.
import type { Place, State } from './state';

/// Characters of a line. A longer one is refused before it is asked about or laid out a second time: a browser takes
/// a second for each million.
export const LONGEST_LINE = 65_536;

/// `order`: for each line as they will be, the line that it was, or the text of a new one.
export function rearranged(state: Readonly<State>, order: (number | string)[]): Partial<State> {
  const goes = new Map<number, number>();
  order.forEach((was, line) => {
    if (typeof was === 'number') goes.set(was, line);
  });
  const moved = (at: Place): Place[] => {
    const line = goes.get(at.line);
    return line === undefined ? [] : [{ ...at, line }];
  };
  const notation = order.map((was) => typeof was === 'number' ? state.notation[was] ?? '' : '');
  while (notation[notation.length - 1] === '') notation.pop();
  return {
    lines: order.map((was) => typeof was === 'number' ? state.lines[was] ?? '' : was),
    current: goes.get(state.current) ?? Math.min(state.current, order.length - 1),
    on: state.on.flatMap((line) => goes.get(line) ?? []),
    notation,
    compare: state.compare === null ? null : goes.get(state.compare) ?? null,
    at: state.at === null ? null : moved(state.at)[0] ?? null,
    kept: state.kept.flatMap(moved),
  };
}

const all = (state: Readonly<State>): (number | string)[] => state.lines.map((_, line) => line);

export function withLines(state: Readonly<State>, before: number, texts: string[]): Partial<State> {
  const order = all(state);
  order.splice(before, 0, ...texts);
  return { ...rearranged(state, order), current: before + texts.length - 1 };
}

/// There is always a line to type into.
export function withoutLine(state: Readonly<State>, line: number): Partial<State> {
  const order = all(state).filter((each) => each !== line);
  const made = rearranged(state, order.length === 0 ? [''] : order);
  return state.current === line ? { ...made, current: Math.max(0, line - 1) } : made;
}

/// null at the ends of the list.
export function withMoved(state: Readonly<State>, line: number, by: 1 | -1): Partial<State> | null {
  const order = all(state);
  if (line + by < 0 || line + by >= order.length) return null;
  order.splice(line + by, 0, ...order.splice(line, 1));
  return rearranged(state, order);
}

/// The lines that the stage draws.
export function drawn(state: Readonly<State>): number[] {
  return state.on.length > 0 ? state.on : [state.current];
}

/// The stage draws four; the one that came first makes room for a fifth.
export function withEye(state: Readonly<State>, line: number): Partial<State> {
  const now = drawn(state);
  if (now.includes(line)) return { on: now.filter((each) => each !== line) };
  return { on: [...now, line].slice(-4).sort((a, b) => a - b) };
}

/// A pasted text as lines: cut at the ends of lines outside brackets.
export function linesOf(text: string): string[] {
  const lines: string[] = [];
  let depth = 0;
  let line = '';
  for (const row of text.replace(/\r\n?/g, '\n').split('\n')) {
    line += (depth > 0 ? '\n' : '') + row;
    for (const mark of row) depth = Math.max(0, depth + ('([{'.includes(mark) ? 1 : ')]}'.includes(mark) ? -1 : 0));
    if (depth > 0) continue;
    if (line.trim() !== '') lines.push(line.trim());
    line = '';
  }
  if (line.trim() !== '') lines.push(line.trim());
  return lines;
}
