// SPDX-License-Identifier: Apache-2.0
// reply.ts: the requests that the module answers, and its replies, as types.
//
// Units    Offsets are in elements. Spans are bytes of UTF-8; text.ts turns them into UTF-16.

/// An integer; a text where it is beyond 2^53, which JavaScript cannot count to.
export type Int = number | string;

/// One value for each cell, row-major; or the one value that all have.
export type Column<T> = T[] | { all: T };

/// base + row * its row + column * its column.
export type Affine = { base: Int; row: Int; column: Int };
export type AffineCoordinate = { base: Int[]; row: Int[]; column: Int[] };

export type Headers = string[] | { from: number; step: number; count: number };

export interface Axis {
  name?: string;
  headers: Headers;
  borders?: [before: number, level: number][];
}

export interface Owners {
  count: Column<number>; // owners of each cell; the other columns list them one after the other
  register: number[];
  lane: number[];
  warp: number[];
  block: number[];
  thread: number[];
}

export interface Cells {
  kind: [kind: string, count: number][]; // run lengths, row-major
  coordinate?: AffineCoordinate | (Int[] | null)[];
  offset?: Affine | Column<Int | null>;
  tile?: Column<Int>;
  shade?: Column<number>; // -1 none, 0 to 7 bucket, 8 to 263 step of the ramp + 8
  label?: { from: 'offset' } | Column<string>;
  owners?: Owners;
}

export interface Panel {
  title?: string;
  tensor?: string; // cells of panels with different tensors are different elements
  panel_row: number;
  panel_column: number;
  rows: Axis;
  columns: Axis;
  cells: Cells;
}

export interface LegendEntry {
  shade?: number;
  text?: string;
}

export interface Legend {
  title?: string;
  entries?: LegendEntry[];
  borders?: { level: number; text: string }[];
  marks?: { kind: string; mark: string; meaning: string }[];
}

export interface Picture {
  version: 2;
  title?: string;
  remark?: string;
  facts?: string[];
  panels: Panel[];
  legend?: Legend;
  footers?: string[];
  joins?: ('element' | 'offset' | 'owner')[]; // which equal keys join cells of panels; all if absent
}

export interface Failure {
  code: string;
  message: string;
  line?: number; // of the lines, from 0, and then the span counts in it
  span?: [number, number];
  source?: string; // the text that the span counts in, if it is not a line
  help?: string;
  witness?: string;
}

export interface Refusal {
  v: 1;
  id: number;
  ok: false;
  exit: number; // 1 no, 2 usage, 3 impossible or undecided, 70 a bug
  error: Failure;
}

export interface Answered {
  v: 1;
  id: number;
  ok: true;
  exit: number;
  note?: string;
}

export type Reply<T> = (Answered & T) | Refusal;

/// do: line
export interface LineReply {
  kind: 'empty' | 'layout' | 'value' | 'equal';
  name?: string;
  call?: boolean; // of an operation
  operation?: string; // its name here, of a call
  expression?: string; // with the names replaced by their values
  layout?: string; // as its notation prints it; what `show`, `convert`, `check` take
  notation?: string; // cute, composed, xla, linear, strided ..
  title?: string; // CuTe layout
  size?: Int;
  text?: string; // of a value: 24, true
  equal?: boolean; // of "A == B"
  left?: string; // both layouts of "A == B", printed
  right?: string;
  at?: Int[]; // the first coordinate that differs
  values?: [Int, Int]; // the two offsets there
}

/// do: show, operation
export interface ShowReply {
  layout?: string;
  notation?: string;
  map?: string;
  extents?: Int[];
  size?: Int;
  codomain_size?: Int;
  padding?: Int;
  picture: Picture;
}

/// do: cell
export interface CellReply {
  title: string; // "(3,17), offset 209, byte 418, bank 8"
  facts: string[]; // each a sentence or "offset 209 = 0b1101_0001"
}

export interface ServedLane {
  lane: number;
  offset: Int; // of its first element
  byte: Int;
  bytes: number;
  banks: number[];
  ticks: number[]; // one for each of its words, in the order of `banks`
}

export interface ServedWord {
  bank: number;
  word: Int; // its number in memory, byte / bank_bytes
  tick: number; // from 0, within the phase
  lanes: number[];
}

export interface Phase {
  warp: number;
  instruction: number;
  phase: number;
  ways: number; // ticks of the phase
  lanes: ServedLane[];
  words: ServedWord[];
}

export interface Cure {
  name: string;
  effect: string;
  layout?: string;
  ways: number;
  wavefronts: number;
}

/// do: access
export interface AccessReply {
  layout: string;
  access: string; // ldmatrix
  title: string; // ldmatrix (8 rows x 16 B)
  model: string;
  banks: number;
  bank_bytes: number;
  element_bits: number;
  vector: number; // elements of a lane
  ways: number;
  wavefronts: number; // ticks of all phases
  phases: Phase[];
  all_phases: number;
  cures: Cure[];
}

export interface Conversion {
  to: string;
  text?: string;
  note?: string;
  exact: boolean;
  error?: Failure;
}

/// do: convert
export interface ConvertReply {
  domain: string;
  results: Conversion[];
}

export interface Rule {
  rule: string;
  value: string;
  limit: string;
  verdict: 'pass' | 'warn' | 'fail' | string;
  [key: string]: unknown;
}

/// do: eval: as `tileglot eval --explain --json`
export interface EvalReply {
  type: string;
  result: unknown;
  steps?: string[];
  [key: string]: unknown;
}

export interface Operation {
  name: string;
  signature: string;
  what: string;
  example: string;
  family: string;
  answer?: string;
}

/// do: words
export interface Words {
  operations: Operation[];
  types: string[];
  views: string[];
  colors: string[];
  labels: string[];
  accesses: string[];
  notations: { name: string; title: string }[];
  targets: string[]; // of HLO: cpu, gpu:sm_90 ..
  palettes: Record<string, { buckets: string[]; ramp: string[] }>; // #rrggbb; 8 and 256 of them
}
