// SPDX-License-Identifier: Apache-2.0
// picture.ts: the columns of a panel as typed arrays, and which cells belong together.
//
// Hover must reach 65,536 cells in milliseconds, so keys are numbers in typed arrays that one pass compares; numbers
// beyond 2^53 come as texts, and their column is then a plain array.
import type { Affine, AffineCoordinate, Axis, Cells, Column, Headers, Int, Owners, Panel, Picture } from './reply';

export const KINDS = ['data', 'padding', 'alias', 'hole', 'selected', 'witness'] as const;
export const MARKS = ['', '·', '≡', '-', '*', '!'] as const;
export const PADDING = 1, ALIAS = 2, HOLE = 3, SELECTED = 4, WITNESS = 5;

/// Shades before it are the eight that repeat.
export const FIRST_OF_RAMP = 8;

export type Join = 'element' | 'offset' | 'owner';

/// NaN or null where there is none.
export type Values = Float64Array | (Int | null)[];

/// What a cell has in common with others.
export interface Keys {
  tensor: string;
  element: Int[] | null;
  offset: Int | null;
  owners: Set<number>;
  joins: ReadonlySet<Join>;
  isCommon: boolean; // the picture says what joins: its offsets are of one memory, whatever the tensors
}

export interface Matches {
  element: number[]; // cells of the same element
  place: number[]; // other cells of the same offset or owner
}

const ALL_JOINS: ReadonlySet<Join> = new Set<Join>(['element', 'offset', 'owner']);

export function countOf(headers: Headers): number {
  return Array.isArray(headers) ? headers.length : headers.count;
}

export function headerOf(headers: Headers, at: number): string {
  return Array.isArray(headers) ? headers[at] ?? '' : String(headers.from + headers.step * at);
}

function valuesOf(list: (Int | null)[]): Values {
  if (list.some((value) => typeof value === 'string')) return list;
  return Float64Array.from(list, (value) => (value === null ? NaN : (value as number)));
}

function big(base: Int, row: Int, column: Int): (down: number, right: number) => Int {
  const [from, down, right] = [BigInt(base), BigInt(row), BigInt(column)];
  return (r, c) => {
    const value = from + down * BigInt(r) + right * BigInt(c);
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value.toString();
  };
}

function isSmall(affine: Affine, rows: number, columns: number): boolean {
  const { base, row, column } = affine;
  if (typeof base === 'string' || typeof row === 'string' || typeof column === 'string') return false;
  return Math.abs(base) + Math.abs(row) * rows + Math.abs(column) * columns <= Number.MAX_SAFE_INTEGER;
}

export function expandAffine(affine: Affine, rows: number, columns: number): Values {
  if (!isSmall(affine, rows, columns)) {
    const at = big(affine.base, affine.row, affine.column);
    return Array.from({ length: rows * columns }, (_, i) => at(Math.floor(i / columns), i % columns));
  }
  const { base, row, column } = affine as { base: number; row: number; column: number };
  const values = new Float64Array(rows * columns);
  for (let r = 0, i = 0; r < rows; ++r) {
    for (let c = 0; c < columns; ++c, ++i) values[i] = base + row * r + column * c;
  }
  return values;
}

function expandOffset(offset: Cells['offset'], rows: number, columns: number): Values | null {
  if (offset === undefined) return null;
  if (Array.isArray(offset)) return valuesOf(offset);
  if ('base' in offset) return expandAffine(offset, rows, columns);
  return valuesOf(new Array<Int | null>(rows * columns).fill(offset.all));
}

/// One array for each dimension.
function expandCoordinate(of: Cells['coordinate'], rows: number, columns: number): Values[] {
  if (of === undefined) return [];
  if (!Array.isArray(of)) return affineDimensions(of, rows, columns);
  const rank = Math.max(0, ...new Set(of.map((coordinate) => coordinate?.length ?? 0)));
  return Array.from({ length: rank }, (_, dim) => valuesOf(of.map((coordinate) => coordinate?.[dim] ?? null)));
}

function affineDimensions(of: AffineCoordinate, rows: number, columns: number): Values[] {
  return of.base.map((base, dim) =>
    expandAffine({ base, row: of.row[dim] ?? 0, column: of.column[dim] ?? 0 }, rows, columns));
}

function expandKind(runs: Cells['kind'], count: number): Uint8Array {
  const kinds = new Uint8Array(count);
  let at = 0;
  for (const [name, length] of runs) {
    kinds.fill(Math.max(0, KINDS.indexOf(name as typeof KINDS[number])), at, at + length);
    at += length;
  }
  return kinds;
}

function expandSmall(column: Column<number> | undefined, count: number, none: number): Int16Array {
  if (Array.isArray(column)) return Int16Array.from(column);
  return new Int16Array(count).fill(column?.all ?? none);
}

/// A register of a lane of a warp of a block as one number.
function ownersOf(owners: Owners): Float64Array {
  return Float64Array.from(owners.register, (register, i) =>
    (((owners.block[i] ?? 0) * 4096 + (owners.warp[i] ?? 0)) * 16384 + (owners.lane[i] ?? 0)) * 131072 + register);
}

function startsOf(owners: Owners, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1);
  const of = owners.count;
  for (let i = 0; i < count; ++i) starts[i + 1] = starts[i]! + (Array.isArray(of) ? of[i] ?? 0 : of.all);
  return starts;
}

function at(values: Values | null, cell: number): Int | null {
  const value = values?.[cell] ?? null;
  return value !== value ? null : value;
}

export class Grid {
  readonly rows: number;
  readonly columns: number;
  readonly count: number;
  readonly kind: Uint8Array;
  readonly shade: Int16Array; // -1: none
  readonly tensor: string;
  readonly isPlain: boolean; // all cells are data
  private readonly offsets: Values | null;
  private readonly coordinates: Values[];
  private readonly owners: Float64Array | null;
  private readonly starts: Uint32Array | null;
  private readonly joins: ReadonlySet<Join>;
  private readonly isCommon: boolean;
  private index: Map<string, number[]> | null = null;

  constructor(readonly panel: Panel, joins: Picture['joins']) {
    const { cells } = panel;
    this.rows = countOf(panel.rows.headers);
    this.columns = countOf(panel.columns.headers);
    this.count = this.rows * this.columns;
    this.kind = expandKind(cells.kind, this.count);
    this.isPlain = this.kind.every((kind) => kind === 0);
    this.shade = expandSmall(cells.shade, this.count, -1);
    this.tensor = panel.tensor ?? '';
    this.offsets = expandOffset(cells.offset, this.rows, this.columns);
    this.coordinates = expandCoordinate(cells.coordinate, this.rows, this.columns);
    this.owners = cells.owners === undefined ? null : ownersOf(cells.owners);
    this.starts = cells.owners === undefined ? null : startsOf(cells.owners, this.count);
    this.joins = joins === undefined ? ALL_JOINS : new Set(joins);
    this.isCommon = joins !== undefined;
  }

  offset(cell: number): Int | null {
    return at(this.offsets, cell);
  }

  coordinate(cell: number): Int[] | null {
    const found = this.coordinates.map((values) => at(values, cell)).filter((value): value is Int => value !== null);
    return found.length === 0 ? null : found;
  }

  /// Lines are separated by newlines. The mark of the kind is not in it.
  label(cell: number): string {
    const { label } = this.panel.cells;
    if (label === undefined) return '';
    if (Array.isArray(label)) return label[cell] ?? '';
    return 'all' in label ? label.all : String(this.offset(cell) ?? '');
  }

  /// What can be said of a cell without asking.
  name(cell: number): string {
    const coordinate = this.coordinate(cell);
    const offset = this.offset(cell);
    const row = headerOf(this.panel.rows.headers, Math.floor(cell / this.columns));
    const column = headerOf(this.panel.columns.headers, cell % this.columns);
    const label = this.label(cell).replace(/\n/g, ' ');
    return [
      coordinate === null ? `row ${row}, column ${column}` : `(${coordinate.join(',')})`,
      ...(offset !== null ? [`offset ${offset}`] : label === '' ? [] : [label]),
      ...(this.kind[cell] ? [KINDS[this.kind[cell]!]!] : []),
    ].join(', ');
  }

  keys(cell: number): Keys {
    const owners = this.owners?.subarray(this.starts![cell], this.starts![cell + 1]);
    return {
      tensor: this.tensor, element: this.coordinate(cell), offset: this.offset(cell), owners: new Set(owners),
      joins: this.joins, isCommon: this.isCommon,
    };
  }

  matches(keys: Keys): Matches {
    const joins = (join: Join): boolean => keys.joins.has(join) && this.joins.has(join);
    const isSame = keys.tensor === this.tensor;
    const element = isSame && joins('element') && keys.element !== null ? this.cellsOfElement(keys.element) : [];
    const isOneMemory = isSame || keys.isCommon || this.isCommon;
    const offset = isOneMemory && joins('offset') && keys.offset !== null ? this.cellsOfOffset(keys.offset) : [];
    const owned = joins('owner') && keys.owners.size > 0 ? this.cellsOfOwners(keys.owners) : [];
    const known = new Set(element);
    return { element, place: [...new Set(offset.concat(owned))].filter((cell) => !known.has(cell)) };
  }

  isHeldBy(cell: number, thread: number): boolean {
    const threads = this.panel.cells.owners?.thread;
    if (threads === undefined || this.starts === null) return false;
    for (let i = this.starts[cell]!; i < this.starts[cell + 1]!; ++i) if (threads[i] === thread) return true;
    return false;
  }

  /// -1: no thread holds a cell.
  get lastThread(): number {
    return (this.panel.cells.owners?.thread ?? []).reduce((last, thread) => Math.max(last, thread), -1);
  }

  /// By offsets as texts, from an index made when it is first needed: playback asks for many at once.
  cellsAt(offset: string): readonly number[] {
    if (this.index === null) {
      this.index = new Map();
      for (let cell = 0; cell < this.count; ++cell) {
        const key = String(this.offset(cell) ?? '');
        const cells = this.index.get(key);
        if (cells === undefined) this.index.set(key, [cell]);
        else cells.push(cell);
      }
    }
    return this.index.get(offset) ?? [];
  }

  cellsOfElement(element: Int[]): number[] {
    const dimensions = this.coordinates;
    const cells: number[] = [];
    if (dimensions.length !== element.length || element.length === 0) return cells;
    const [first, ...others] = dimensions;
    for (let cell = 0; cell < this.count; ++cell) {
      if (first![cell] !== element[0]) continue;
      if (others.every((values, i) => values[cell] === element[i + 1])) cells.push(cell);
    }
    return cells;
  }

  private cellsOfOffset(offset: Int): number[] {
    const cells: number[] = [];
    if (this.offsets === null) return cells;
    for (let cell = 0; cell < this.count; ++cell) if (this.offsets[cell] === offset) cells.push(cell);
    return cells;
  }

  private cellsOfOwners(owners: ReadonlySet<number>): number[] {
    const cells: number[] = [];
    const [all, starts] = [this.owners, this.starts];
    if (all === null || starts === null) return cells;
    for (let cell = 0, i = 0; cell < this.count; ++cell) {
      for (const last = starts[cell + 1]!; i < last; ++i) {
        if (!owners.has(all[i]!)) continue;
        cells.push(cell);
        i = last - 1;
      }
    }
    return cells;
  }
}

/// Where the tile, or without tiles the eighth row or column, begins after `from` or before it.
export function nextTile(axis: Axis, from: number, direction: 1 | -1): number {
  const count = countOf(axis.headers);
  const starts = [0, ...(axis.borders ?? []).map(([before]) => before)];
  if (starts.length === 1) return Math.max(0, Math.min(count - 1, from + 8 * direction));
  const next = direction === 1 ? starts.find((start) => start > from) : starts.filter((start) => start < from).pop();
  return next ?? (direction === 1 ? count - 1 : 0);
}
