// SPDX-License-Identifier: Apache-2.0
// frame.ts: where the cells and headers of a panel lie in its canvas, in CSS pixels, and which labels fit.
import { ADVANCE } from './look';
import { Grid, headerOf, MARKS } from './picture';
import type { Axis, Headers } from './reply';
import { clampPan, Size, visible } from './zoom';

export interface Frame {
  outer: Size; // of the canvas
  left: number; // of the box with the cells, from the canvas' edge
  top: number;
  width: number; // of the box
  height: number;
  side: number;
  panX: number; // what of the cells lies left of the box
  panY: number;
}

export const HEADER_TEXT = 11;
const AXIS = 16;
const SMALLEST_TEXT = 9;
const LARGEST_TEXT = 12;
const SMALLEST_SIDE = 28;
const SIDE_FOR_HEADERS = 44;
const LARGEST_SIDE = 72;
const STACKED = 4; // longer labels are broken at blanks
const SAMPLED = 4096;

export interface Labels {
  lines: number;
  columns: number;
  isStacked: boolean;
}

export interface Square {
  x: number;
  y: number;
  side: number;
}

export function widthOf(columns: number, size: number): number {
  return columns * size * ADVANCE;
}

/// The lines in a cell, the mark of its kind first.
export function linesOf(grid: Grid, cell: number, isStacked: boolean): string[] {
  const label = grid.label(cell);
  const mark = MARKS[grid.kind[cell]!]!;
  if (label === '') return mark === '' || mark === '-' ? [] : [mark];
  const lines = (isStacked ? label.replace(/ /g, '\n') : label).split('\n');
  lines[0] = mark + lines[0];
  return lines;
}

function measured(grids: Grid[], isStacked: boolean): Labels {
  const labels = { lines: 1, columns: 1, isStacked };
  for (const grid of grids) {
    const step = Math.max(1, Math.floor(grid.count / SAMPLED));
    for (let cell = 0; cell < grid.count; cell += step) {
      const lines = linesOf(grid, cell, isStacked);
      labels.lines = Math.max(labels.lines, lines.length);
      for (const line of lines) labels.columns = Math.max(labels.columns, line.length);
    }
  }
  return labels;
}

export function labelsOf(grids: Grid[]): Labels {
  const plain = measured(grids, false);
  return plain.columns > STACKED ? measured(grids, true) : plain;
}

export function fits(lines: number, columns: number, side: number, size: number): boolean {
  return widthOf(columns, size) + 3 <= side && lines * size * 1.25 + 2 <= side;
}

/// The largest text with which the longest label fits, at least 9 px.
export function textSizeOf(labels: Labels, side: number): number {
  let size = side > 40 ? Math.min(18, Math.floor(side / 3)) : LARGEST_TEXT;
  while (size > SMALLEST_TEXT && !fits(labels.lines, labels.columns, side, size)) --size;
  return size;
}

/// As the program's SVG has it: wide enough for labels of 12 px, within limits.
export function naturalSide(labels: Labels, headers: number): number {
  let side = Math.max(SMALLEST_SIDE, Math.min(SIDE_FOR_HEADERS, Math.ceil(widthOf(headers, HEADER_TEXT)) + 6));
  while (side < LARGEST_SIDE && !fits(labels.lines, labels.columns, side - 6, LARGEST_TEXT)) ++side;
  return side;
}

export function longestHeader(headers: Headers): number {
  if (!Array.isArray(headers)) {
    return Math.max(headerOf(headers, 0).length, headerOf(headers, headers.count - 1).length);
  }
  return headers.reduce((longest, header) => Math.max(longest, header.length), 0);
}

/// Column headers that are texts rather than numbers are turned where they do not fit across.
export function isTurned(axis: Axis, side: number): boolean {
  const { headers } = axis;
  if (!Array.isArray(headers) || side < HEADER_TEXT + 2) return false;
  if (widthOf(longestHeader(headers), HEADER_TEXT) + 6 <= side) return false;
  return headers.some((header) => !/^\d*$/.test(header));
}

/// Each how many-th header is written, so that they keep apart.
export function headerStep(length: number, side: number): number {
  let step = 1;
  while (step * side < length) step *= 2;
  return step;
}

/// The room for headers left of the cells and above them.
export function marginsOf(grid: Grid, side: number): { left: number; top: number } {
  const { rows, columns } = grid.panel;
  const row = longestHeader(rows.headers);
  const column = longestHeader(columns.headers);
  const above = isTurned(columns, side) ? widthOf(column, HEADER_TEXT) + 8 : HEADER_TEXT + 6;
  return {
    left: Math.ceil((row === 0 ? 1 : widthOf(row, HEADER_TEXT) + 7) + (rows.name ? AXIS : 0)),
    top: Math.ceil((column === 0 ? 1 : above) + (columns.name ? AXIS : 0)),
  };
}

export function frameOf(grid: Grid, side: number, room: Size, origin: { x: number; y: number }): Frame {
  const width = Math.min(room.width, grid.columns * side);
  const height = Math.min(room.height, grid.rows * side);
  const margins = marginsOf(grid, side);
  const name = (axis: Axis): number => widthOf(axis.name?.length ?? 0, HEADER_TEXT);
  return {
    ...margins, width, height, side,
    panX: Math.round(clampPan(origin.x * side, grid.columns, side, width)),
    panY: Math.round(clampPan(origin.y * side, grid.rows, side, height)),
    outer: {
      width: Math.ceil(margins.left + Math.max(width + 2, name(grid.panel.columns))),
      height: Math.ceil(margins.top + Math.max(height + 2, name(grid.panel.rows))),
    },
  };
}

/// Where a cell is drawn.
export function boxOf(frame: Frame, row: number, column: number): Square {
  const { left, top, panX, panY, side } = frame;
  return { x: left + column * side - panX, y: top + row * side - panY, side };
}

export function squareOf(frame: Frame, grid: Grid, cell: number): Square {
  return boxOf(frame, Math.floor(cell / grid.columns), cell % grid.columns);
}

/// The cells in the box, row by row.
export function eachVisible(frame: Frame, grid: Grid, call: (cell: number) => void): void {
  const [top, bottom] = rowsIn(frame, grid);
  const [left, right] = columnsIn(frame, grid);
  for (let row = top; row < bottom; ++row) {
    for (let column = left; column < right; ++column) call(row * grid.columns + column);
  }
}

export function rowsIn(frame: Frame, grid: Grid): [number, number] {
  return visible(frame.panY, frame.side, frame.height, grid.rows);
}

export function columnsIn(frame: Frame, grid: Grid): [number, number] {
  return visible(frame.panX, frame.side, frame.width, grid.columns);
}

/// The cell at a point of the canvas.
export function cellAt(frame: Frame, grid: Grid, x: number, y: number): { row: number; column: number } | null {
  if (x < frame.left || y < frame.top || x >= frame.left + frame.width || y >= frame.top + frame.height) return null;
  const row = Math.floor((y - frame.top + frame.panY) / frame.side);
  const column = Math.floor((x - frame.left + frame.panX) / frame.side);
  return row < grid.rows && column < grid.columns ? { row, column } : null;
}
