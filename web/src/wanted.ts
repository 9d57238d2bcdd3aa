// SPDX-License-Identifier: Apache-2.0
// wanted.ts: what the module is asked for the picture of a line, and the pictures that came.
import type { Engine } from './engine';
import type { Of } from './own';
import { Grid } from './picture';
import type { CellReply, LineReply, ShowReply } from './reply';
import type { State } from './state';

/// How "A == B" is drawn.
export type Sides = 'both' | 'equal part' | 'differences';

/// One request and its picture. A line has one, "A == B" one for each side.
export interface Part {
  verb: 'show' | 'operation';
  of: Of;
  reply: ShowReply;
  grids: Grid[];
  name: string; // "A", "left"
}

export interface Wanted {
  verb: 'show' | 'operation';
  of: Of;
  name: string;
}

/// Rows and columns of the whole layout, of which a map shows a part. `null`: the picture has all cells.
export interface Whole {
  rows: number;
  columns: number;
}

const MOST_CELLS = 65536;
/// Views without rows and columns of the tensor refuse these.
const GRID_VIEWS = ['', 'grid', 'tv', 'hw'];

function given(of: Of): Of {
  const isGiven = (value: unknown): boolean => value !== '' && value !== undefined && value !== 1;
  return Object.fromEntries(Object.entries(of).filter(([, value]) => isGiven(value)));
}

export function optionsOf(state: Readonly<State>): Of {
  const { view, color, label, dtype, fold, tensor, crop, every, group, access } = state;
  const isGrid = GRID_VIEWS.includes(view);
  return given({
    view, color, label, dtype, tensor,
    ...(isGrid ? { fold, crop, every } : view === 'memory' ? { crop } : {}),
    // A step and a group exclude each other.
    ...((view === '' || view === 'grid') && every === 1 ? { group } : {}),
    ...(view === 'banks' ? { access } : {}),
  });
}

/// The sides of "A == B" as they are written, if they are short.
function sideNames(text: string): [string, string] {
  const [left = '', right = ''] = text.split('==').map((side) => side.trim());
  return left !== '' && right !== '' && left.length + right.length < 40 ? [left, right] : ['left', 'right'];
}

function sidesOf(state: Readonly<State>, line: number, reply: LineReply, sides: Sides): Wanted[] {
  const { left, right } = reply;
  if (left === undefined || right === undefined) return [];
  const options = optionsOf(state);
  const names = sideNames(state.lines[line] ?? '');
  if (sides === 'differences') {
    return [{ verb: 'show', of: { layout: left, ...options, against: right }, name: 'differences' }];
  }
  return [
    { verb: 'show', of: { layout: left, ...options }, name: names[0] },
    { verb: 'show', of: { layout: right, ...options }, name: names[1] },
  ];
}

/// Nothing for values and empty lines.
export function wantedOf(state: Readonly<State>, line: number, reply: LineReply, sides: Sides): Wanted[] {
  const name = reply.name ?? `line ${line + 1}`;
  if (reply.kind === 'equal') return sidesOf(state, line, reply, sides);
  if (reply.kind !== 'layout') return [];
  if (reply.call === true && state.operands) {
    const { color, label, dtype } = state;
    return [{ verb: 'operation', of: { line, ...given({ color, label, dtype }) }, name }];
  }
  const notation = state.notation[line] ?? '';
  // By its text where one is given: a picture can then be asked about while its line is being changed.
  const { layout } = reply;
  const of = notation === '' && layout !== undefined ? { layout } : { line, ...given({ notation }) };
  return [{ verb: 'show', of: { ...of, ...optionsOf(state) }, name }];
}

export function partOf(wanted: Wanted, reply: ShowReply): Part {
  const { picture } = reply;
  return { ...wanted, reply, grids: picture.panels.map((panel) => new Grid(panel, picture.joins)) };
}

/// Read from the note, "a part of 100000 x 100096 is drawn", since extents lack padding and folding.
export function wholeOf(reply: ShowReply & { note?: string }, of: Of): Whole | null {
  const note = reply.note ?? '';
  const found = /(?:overview|part) of (\d+) x (\d+)/.exec(note);
  if (found === null) return null;
  const [rows, columns] = [Number(found[1]), Number(found[2])];
  const isPart = of.crop !== undefined || rows * columns > MOST_CELLS || note.startsWith('overview');
  return isPart ? { rows, columns } : null;
}

/// Replies about single cells, kept until too many came.
export class CellAnswers {
  private readonly known = new Map<string, CellReply>();
  constructor(private readonly engine: Engine) {}

  static requestOf(part: Part, panel: number, row: number, column: number): Of {
    return { of: { verb: part.verb, ...part.of }, panel, row, column };
  }

  have(of: Of): CellReply | null {
    return this.known.get(JSON.stringify(of)) ?? null;
  }

  /// `key`: a newer request of the same key supersedes this one.
  async ask(of: Of, key: string): Promise<CellReply | null> {
    const found = this.have(of);
    if (found !== null) return found;
    const reply = await this.engine.ask<CellReply>('cell', of, { key });
    if (reply === null || !reply.ok) return null;
    if (this.known.size > 2000) this.known.clear();
    this.known.set(JSON.stringify(of), reply);
    return reply;
  }

  forget(): void {
    this.known.clear();
  }
}
