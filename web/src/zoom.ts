// SPDX-License-Identifier: Apache-2.0
// zoom.ts: the arithmetic of zoom and pan, in CSS pixels and cells.
//
// A picture that has all cells zooms by percent of its natural side. One of a layout too large for that is a map:
// its window (state.crop) and step (state.every) follow from the pitch, the pixels of one element.

export interface Size {
  width: number;
  height: number;
}

/// Half-open, in elements.
export interface Window {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export interface Extent {
  rows: number;
  columns: number;
}

export const SMALLEST_SIDE = 1;
export const LARGEST_SIDE = 72;
/// More cells than this make a map slow to move.
const MOST_CELLS = 16384;
/// A map's cells are at least this wide, but for a whole too large even then.
const MAP_SIDE = 8;
const STEPS = [10, 25, 33, 50, 67, 80, 100, 125, 150, 200, 300, 400, 600, 800];

/// The largest whole side with which the cells fit, at most the natural one.
export function fitSide(cells: Extent, room: Size, natural: number): number {
  const side = Math.min(room.width / Math.max(1, cells.columns), room.height / Math.max(1, cells.rows), natural);
  return Math.max(SMALLEST_SIDE, Math.floor(side));
}

export function sideOf(percent: number, natural: number): number {
  return Math.max(1, Math.round((natural * percent) / 100));
}

/// The next step of zoom from any percent, also one that fitting gave.
export function nextPercent(percent: number, isIn: boolean): number {
  if (isIn) return STEPS.find((step) => step > percent * 1.02) ?? STEPS[STEPS.length - 1]!;
  return STEPS.filter((step) => step < percent * 0.98).pop() ?? STEPS[0]!;
}

export function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, Math.max(low, high)));
}

/// How far the cells may be moved out of their box.
export function clampPan(pan: number, cells: number, side: number, room: number): number {
  return clamp(pan, 0, cells * side - room);
}

/// The pan that leaves what is under the pointer where it is. `at`: the pointer, from the box's edge.
export function panAfterZoom(pan: number, at: number, before: number, after: number): number {
  return ((pan + at) / before) * after - at;
}

/// The pan with which a cell is whole in its box.
export function panToShow(pan: number, cell: number, side: number, room: number): number {
  return clamp(pan, (cell + 1) * side - room, cell * side);
}

/// [first, last) of the cells in the box.
export function visible(pan: number, side: number, room: number, cells: number): [first: number, last: number] {
  const first = clamp(Math.floor(pan / side), 0, cells);
  return [first, clamp(Math.ceil((pan + room) / side), first, cells)];
}

export function parseCrop(text: string): Window | null {
  const found = /^\s*(\d{1,15})\s*:\s*(\d{1,15})\s*,\s*(\d{1,15})\s*:\s*(\d{1,15})\s*$/.exec(text);
  if (found === null) return null;
  const [top, bottom, left, right] = found.slice(1).map(Number) as [number, number, number, number];
  return bottom > top && right > left ? { top, bottom, left, right } : null;
}

export function cropText(window: Window): string {
  return `${window.top}:${window.bottom},${window.left}:${window.right}`;
}

export function whole(full: Extent): Window {
  return { top: 0, bottom: full.rows, left: 0, right: full.columns };
}

/// Pixels of one element when the window fills the room.
export function pitchOf(window: Window, room: Size): number {
  return Math.min(room.height / (window.bottom - window.top), room.width / (window.right - window.left));
}

/// Each how many-th row and column is drawn: a power of two, so that tiles stay aligned while it changes.
export function everyOf(window: Window, room: Size): number {
  const rows = window.bottom - window.top;
  const columns = window.right - window.left;
  const pitch = pitchOf(window, room);
  let every = 1;
  while (every < 1 << 20
    && (pitch * every < MAP_SIDE || Math.ceil(rows / every) * Math.ceil(columns / every) > MOST_CELLS)) every *= 2;
  return every;
}

/// The range of `count` elements from about `first`, inside [0, full), on multiples of `step`.
function range(first: number, count: number, full: number, step: number): [number, number] {
  const length = Math.min(full, Math.max(1, count));
  const begin = Math.floor(clamp(Math.round(first), 0, full - length) / step) * step;
  return [begin, Math.min(full, begin + Math.ceil(length / step) * step)];
}

function aligned(top: number, left: number, size: Extent, full: Extent, room: Size): Window {
  const every = everyOf({ top: 0, left: 0, bottom: size.rows, right: size.columns }, room);
  const [first, bottom] = range(top, size.rows, full.rows, every);
  const [begin, right] = range(left, size.columns, full.columns, every);
  return { top: first, bottom, left: begin, right };
}

/// The window after zooming by `factor` (2 shows half as many) with the element at (row, column) staying in place.
export function zoomWindow(
  now: Window, full: Extent, room: Size, factor: number, row: number, column: number,
): Window {
  const pitch = Math.min(pitchOf(now, room) * factor, LARGEST_SIDE);
  const size = {
    rows: Math.min(full.rows, Math.max(1, Math.round(room.height / pitch))),
    columns: Math.min(full.columns, Math.max(1, Math.round(room.width / pitch))),
  };
  const downPart = (row - now.top) / (now.bottom - now.top);
  const rightPart = (column - now.left) / (now.right - now.left);
  return aligned(row - downPart * size.rows, column - rightPart * size.columns, size, full, room);
}

/// The window moved by elements.
export function panWindow(now: Window, full: Extent, room: Size, down: number, right: number): Window {
  const size = { rows: now.bottom - now.top, columns: now.right - now.left };
  return aligned(now.top + down, now.left + right, size, full, room);
}
