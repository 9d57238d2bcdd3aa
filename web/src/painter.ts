// SPDX-License-Identifier: Apache-2.0
// painter.ts: draws the cells of a panel, with the marks of their kinds, borders, labels and headers.
//
// Fills are one image with a pixel for each cell, scaled: at any size one operation, so 65,536 cells cost as much as
// 64. What has a shape is drawn over it where a cell is large enough.
import { boxOf, columnsIn, eachVisible, fits, Frame, Labels, linesOf, rowsIn, squareOf, textSizeOf } from './frame';
import { paintHeaders } from './headers';
import { Look, MONO, pixelOf } from './look';
import { ALIAS, Grid, HOLE, PADDING, SELECTED, WITNESS } from './picture';
import type { Axis } from './reply';

type Context = CanvasRenderingContext2D;

/// Below these sides of a cell a thing is not drawn.
const LINES_FROM = 6;
const SHAPES_FROM = 8;
const LABELS_FROM = 14;
const BORDER_WIDTHS = [1.6, 2.8, 4.2];
const BORDER = '#14191f';

/// What is painted, and how.
export interface Painted {
  grid: Grid;
  frame: Frame;
  look: Look;
}

export interface Painting extends Painted {
  context: Context;
}

let scratch: HTMLCanvasElement | null = null;
let hatch: { key: string; pattern: CanvasPattern | null } = { key: '', pattern: null };

export function startPainting(canvas: HTMLCanvasElement, { frame, look }: Painted): Context {
  const { width, height } = frame.outer;
  const [across, down] = [Math.ceil(width * look.density), Math.ceil(height * look.density)];
  if (canvas.width !== across || canvas.height !== down) {
    canvas.width = across;
    canvas.height = down;
    canvas.style.width = `${across / look.density}px`;
    canvas.style.height = `${down / look.density}px`;
  }
  const context = canvas.getContext('2d')!;
  context.setTransform(look.density, 0, 0, look.density, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

export function clipToCells({ context, frame }: Painting): void {
  context.beginPath();
  context.rect(frame.left - 1, frame.top - 1, frame.width + 2, frame.height + 2);
  context.clip();
}

/// Colours the visible cells; 0 leaves one transparent.
export function paintImage({ context, grid, frame }: Painting, pixel: (cell: number) => number): void {
  const [top, bottom] = rowsIn(frame, grid);
  const [left, right] = columnsIn(frame, grid);
  const [rows, columns] = [bottom - top, right - left];
  if (rows <= 0 || columns <= 0) return;
  const image = new ImageData(columns, rows);
  const pixels = new Uint32Array(image.data.buffer);
  let i = 0;
  eachVisible(frame, grid, (cell) => (pixels[i++] = pixel(cell)));
  scratch ??= document.createElement('canvas');
  scratch.width = columns;
  scratch.height = rows;
  scratch.getContext('2d')!.putImageData(image, 0, 0);
  context.imageSmoothingEnabled = false;
  const at = boxOf(frame, top, left);
  context.drawImage(scratch, at.x, at.y, columns * frame.side, rows * frame.side);
}

function average(a: number, b: number): number {
  return ((((a ^ b) & 0xfefefefe) >>> 1) + (a & b)) >>> 0;
}

/// Cells too small for the shapes of kinds show them by their colour.
function fillOf(grid: Grid, look: Look, isSmall: boolean): (cell: number) => number {
  const { kind, shade } = grid;
  const { pixels } = look;
  const [black, red, grey] = ['#000000', '#cf222e', '#505050'].map(pixelOf) as [number, number, number];
  return (cell) => {
    const of = kind[cell]!;
    if (of === HOLE || look.isForced) return 0;
    const pixel = pixels[shade[cell]! + 1]!;
    if (!isSmall || of === 0 || of === ALIAS) return pixel;
    return of === WITNESS ? red : of === SELECTED ? black : average(pixel, grey);
  };
}

/// Adds a line before each of these rows or columns.
function addLines({ context, frame, grid }: Painting, befores: Iterable<number>, isRow: boolean): void {
  const right = frame.left + Math.min(frame.width, grid.columns * frame.side);
  const bottom = frame.top + Math.min(frame.height, grid.rows * frame.side);
  for (const before of befores) {
    const { x, y } = boxOf(frame, before, before);
    context.moveTo(isRow ? frame.left : x, isRow ? y : frame.top);
    context.lineTo(isRow ? right : x, isRow ? y : bottom);
  }
}

function paintGridLines(painting: Painting): void {
  const { context, grid, frame, look } = painting;
  const upTo = ([first, last]: [number, number]): number[] =>
    Array.from({ length: last - first + 1 }, (_, i) => first + i);
  context.beginPath();
  addLines(painting, upTo(rowsIn(frame, grid)), true);
  addLines(painting, upTo(columnsIn(frame, grid)), false);
  context.lineWidth = look.isForced ? 1 : 0.6;
  context.strokeStyle = look.isForced ? look.ink : 'rgba(0,0,0,.3)';
  context.stroke();
}

function hatchOf(context: Context, look: Look): CanvasPattern | null {
  const color = look.isForced ? look.ink : 'rgba(0,0,0,.32)';
  const key = `${look.density} ${color}`;
  if (hatch.key === key) return hatch.pattern;
  const tile = document.createElement('canvas');
  tile.width = tile.height = Math.round(8 * look.density);
  const lines = tile.getContext('2d')!;
  lines.scale(tile.width / 8, tile.width / 8);
  lines.strokeStyle = color;
  lines.lineWidth = 1.2;
  for (const shift of [-8, 0, 8]) {
    lines.moveTo(shift - 1, 9);
    lines.lineTo(shift + 9, -1);
  }
  lines.stroke();
  const pattern = context.createPattern(tile, 'repeat');
  pattern?.setTransform(new DOMMatrix().scale(1 / look.density));
  hatch = { key, pattern };
  return pattern;
}

/// The visible cells of each kind but data.
function cellsByKind({ grid, frame }: Painting): number[][] {
  const found: number[][] = [[], [], [], [], [], []];
  eachVisible(frame, grid, (cell) => {
    if (grid.kind[cell] !== 0) found[grid.kind[cell]!]!.push(cell);
  });
  return found;
}

function addSquares({ context, grid, frame }: Painting, cells: number[], inset: number): void {
  context.beginPath();
  for (const cell of cells) {
    const { x, y, side } = squareOf(frame, grid, cell);
    context.rect(x + inset, y + inset, side - 2 * inset, side - 2 * inset);
  }
}

/// The shape of each kind, as the program's SVG has it: hatch, double frame, dashed frame, thick frame, red frame.
export function paintKind(painting: Painting, kind: number, cells: number[]): void {
  const { context, look } = painting;
  const black = look.isForced ? look.ink : '#000';
  const stroke = (inset: number, width: number, color: string): void => {
    addSquares(painting, cells, inset);
    context.lineWidth = width;
    context.strokeStyle = color;
    context.stroke();
  };
  if (kind === PADDING) {
    addSquares(painting, cells, 0);
    context.fillStyle = hatchOf(context, look) ?? 'transparent';
    context.fill();
  } else if (kind === ALIAS) {
    stroke(0.8, 1, black);
    stroke(3, 1, black);
  } else if (kind === HOLE) {
    addSquares(painting, cells, -0.4);
    context.fillStyle = look.page;
    context.fill();
    context.setLineDash([3, 3]);
    stroke(2.5, 1, look.quiet);
    context.setLineDash([]);
  } else {
    stroke(1.8, 3, kind === WITNESS ? look.bad : black);
  }
}

function paintBorders(painting: Painting): void {
  const { context, grid, frame, look } = painting;
  context.strokeStyle = look.isForced ? look.ink : BORDER;
  const axes: [Axis, number][] = [[grid.panel.rows, grid.rows], [grid.panel.columns, grid.columns]];
  BORDER_WIDTHS.forEach((width, level) => {
    context.beginPath();
    for (const [axis, cells] of axes) {
      const ofLevel = (axis.borders ?? []).filter((border) => Math.min(border[1], 2) === level);
      const borders = ofLevel.map(([before]) => before);
      const isDense = (cells / (borders.length + 1)) * frame.side < 5;
      if (!isDense) addLines(painting, borders, axis === grid.panel.rows);
    }
    context.lineWidth = Math.min(width, Math.max(1, frame.side / 6));
    context.stroke();
  });
}

export interface Text {
  labels: Labels;
  size: number;
  advance: number; // of a character; aligning to the left spares measuring each label
}

/// By size: measuring takes longer than drawing a few labels.
const advances = new Map<number, number>();

export function startLabels({ context, frame }: Painting, labels: Labels): Text {
  const size = textSizeOf(labels, frame.side);
  context.font = `${size}px ${MONO}`;
  context.textAlign = 'left';
  const advance = advances.get(size) ?? context.measureText('0').width;
  advances.set(size, advance);
  return { labels, size, advance };
}

/// The lines of a label around the middle of its box.
export function paintLabel({ context, grid, frame }: Painting, cell: number, { labels, size, advance }: Text): void {
  const lines = linesOf(grid, cell, labels.isStacked);
  const { x, y, side } = squareOf(frame, grid, cell);
  const step = size * 1.25;
  let base = y + side / 2 - (step * (lines.length - 1)) / 2 + size * 0.35;
  for (const line of lines) {
    const from = x + (side - line.length * advance) / 2;
    if (fits(lines.length, line.length, side, size)) context.fillText(line, from, base);
    base += step;
  }
}

function paintLabels(painting: Painting, labels: Labels): void {
  const { context, grid, frame, look } = painting;
  const text = startLabels(painting, labels);
  // Where the longest does not fit, a few short ones would only look as if the others were empty.
  if (frame.side < LABELS_FROM || !fits(labels.lines, labels.columns, frame.side, text.size)) return;
  for (const isHole of grid.isPlain ? [false] : [false, true]) {
    context.fillStyle = look.isForced || isHole ? look.ink : '#000';
    eachVisible(frame, grid, (cell) => {
      if ((grid.kind[cell] === HOLE) === isHole) paintLabel(painting, cell, text);
    });
  }
}

export function paintCells(canvas: HTMLCanvasElement, of: Painted, labels: Labels): void {
  const painting = { ...of, context: startPainting(canvas, of) };
  const { context, grid, frame, look } = painting;
  paintHeaders(painting);
  context.save();
  clipToCells(painting);
  paintImage(painting, fillOf(grid, look, frame.side < SHAPES_FROM));
  if (frame.side >= LINES_FROM) paintGridLines(painting);
  if (!grid.isPlain && frame.side >= SHAPES_FROM) {
    cellsByKind(painting).forEach((cells, kind) => cells.length > 0 && paintKind(painting, kind, cells));
  }
  paintBorders(painting);
  paintLabels(painting, labels);
  context.restore();
  context.strokeStyle = look.quiet;
  context.lineWidth = 1.2;
  context.strokeRect(frame.left, frame.top, frame.width, frame.height);
}
