// SPDX-License-Identifier: Apache-2.0
// lights.ts: what the selection lights in a panel, and how it is drawn over the cells.
//
// A black line around a coloured one, or black dashes on white, stands out from every colour of a cell.
import { Labels, squareOf } from './frame';
import { MONO } from './look';
import { clipToCells, Painted, Painting, paintImage, paintLabel, startLabels, startPainting } from './painter';
import { FIRST_OF_RAMP, Grid, HOLE, Keys, KINDS } from './picture';
import type { Isolated, Selection } from './select';
import type { Place } from './state';

/// A panel as the lights see it.
export interface Lit {
  line: number;
  index: number; // of the panel in the line's picture
  grid: Grid;
}

export interface Lights {
  self: number | null;
  element: number[];
  place: number[];
  kept: [number: number, cells: number[]][];
  marked: number[];
  phase: number[];
  now: number[];
  witness: number[];
  isFaded: ((cell: number) => boolean) | null;
}

const MOST_NUMBERED = 64;
const MOST_MARKED = 4096;
/// More frames than this are slow to draw and say no more than a tint.
const MOST_FRAMED = 600;
/// A legend names few steps of a ramp; each stands for those near it.
const RAMP_REACH = 32;

function keysOf(panels: Lit[], line: number, panel: number, row: number, column: number): Keys | null {
  const grid = panels.find((lit) => lit.line === line && lit.index === panel)?.grid;
  if (grid === undefined || row >= grid.rows || column >= grid.columns) return null;
  return grid.keys(row * grid.columns + column);
}

/// For all panels at once: the keys of the pointed and the kept cells are looked up once.
export function lightsOf(selection: Selection, panels: Lit[]): Lights[] {
  const { pointed } = selection;
  const keys = pointed && keysOf(panels, pointed.line, pointed.panel, pointed.row, pointed.column);
  const kept = selection.kept.map((at) => keysOf(panels, at.line, at.panel, at.row, at.column));
  const marks = markedKeys(selection, panels);
  return panels.map((lit) => {
    const { grid } = lit;
    const here = (at: Place): number[] =>
      (at.line === lit.line && at.panel === lit.index ? [at.row * grid.columns + at.column] : []);
    const self = (pointed && keys && here(pointed)[0]) ?? null;
    const same = keys ? grid.matches(keys) : { element: [], place: [] };
    return {
      self, element: same.element, place: same.place,
      kept: kept.map((of, i) => [i + 1, of === null ? [] : keptCells(grid, of, here(selection.kept[i]!))]),
      marked: marks.get(lit) ?? [],
      ...ticksOf(selection, lit), witness: [], isFaded: fadedOf(selection.isolated, lit),
    };
  });
}

function keptCells(grid: Grid, keys: Keys, self: number[]): number[] {
  const { element, place } = grid.matches(keys);
  const cells = element.length > 0 ? element : place;
  return [...new Set([...self, ...cells])].slice(0, MOST_NUMBERED);
}

/// The marked cells, and in other panels the cells of the same elements.
function markedKeys(selection: Selection, panels: Lit[]): Map<Lit, number[]> {
  const found = new Map<Lit, number[]>();
  if (selection.marked.length === 0) return found;
  const elements = new Set<string>();
  const textOf = (grid: Grid, cell: number): string => `${grid.tensor}|${grid.coordinate(cell)?.join(',') ?? ''}`;
  for (const lit of panels) {
    const cells = markedCells(selection, lit);
    found.set(lit, cells);
    for (const cell of cells) elements.add(textOf(lit.grid, cell));
  }
  for (const lit of panels) {
    if (found.get(lit)!.length > 0 || lit.grid.count > MOST_MARKED * 4) continue;
    const { grid } = lit;
    const isSame = (cell: number): boolean => grid.coordinate(cell) !== null && elements.has(textOf(grid, cell));
    found.set(lit, Array.from({ length: grid.count }, (_, cell) => cell).filter(isSame));
  }
  return found;
}

export function markedCells(selection: Selection, { line, index, grid }: Lit): number[] {
  const cells: number[] = [];
  for (const box of selection.marked) {
    if (box.line !== line || box.panel !== index || box.removes) continue;
    for (let row = box.top; row <= Math.min(box.bottom, grid.rows - 1); ++row) {
      for (let column = box.left; column <= Math.min(box.right, grid.columns - 1); ++column) {
        if (cells.length === MOST_MARKED) return cells;
        if (selection.isMarked(line, index, row, column)) cells.push(row * grid.columns + column);
      }
    }
  }
  return [...new Set(cells)];
}

function ticksOf(selection: Selection, { line, grid }: Lit): { phase: number[]; now: number[] } {
  const tick = selection.ticks.get(line);
  const cellsOf = (offsets: Set<string> = new Set()): number[] =>
    [...offsets].flatMap((offset) => [...grid.cellsAt(offset)]);
  return { phase: cellsOf(tick?.phase), now: cellsOf(tick?.now) };
}

function fadedOf(isolated: Isolated | null, { line, grid }: Lit): ((cell: number) => boolean) | null {
  if (isolated === null || isolated.line !== line) return null;
  const [of, name] = isolated.key.split(':') as [string, string];
  if (of === 'kind') {
    const kind = KINDS.indexOf(name as typeof KINDS[number]);
    return (cell) => grid.kind[cell] !== kind;
  }
  if (of === 'thread') return (cell) => !grid.isHeldBy(cell, Number(name));
  const shade = Number(name);
  const reach = shade < FIRST_OF_RAMP ? 0 : RAMP_REACH;
  return (cell) => Math.abs(grid.shade[cell]! - shade) > reach || grid.kind[cell] === HOLE;
}

type Style = [color: string, width: number, dash: number[]][];

function frames(painting: Painting, cells: number[], inset: number, style: Style): void {
  const { context, grid, frame, look } = painting;
  const seen = cells.filter((cell) => {
    const { x, y, side } = squareOf(frame, grid, cell);
    const isBeside = x + side <= frame.left || x >= frame.left + frame.width;
    return !isBeside && y + side > frame.top && y < frame.top + frame.height;
  });
  if (seen.length === 0) return;
  const by = Math.min(inset, frame.side / 4);
  const isTint = seen.length > MOST_FRAMED;
  context.globalAlpha = isTint ? 0.5 : 1;
  context.fillStyle = look.light;
  context.beginPath();
  for (const cell of seen) {
    const { x, y, side } = squareOf(frame, grid, cell);
    if (isTint) context.fillRect(x, y, side, side);
    else context.rect(x + by, y + by, side - 2 * by, side - 2 * by);
  }
  context.globalAlpha = 1;
  for (const [color, width, dash] of style) {
    context.setLineDash(dash);
    context.strokeStyle = color;
    context.lineWidth = width;
    context.stroke();
  }
  context.setLineDash([]);
}

function fade(painting: Painting, isFaded: (cell: number) => boolean): void {
  const { context, look } = painting;
  context.save();
  paintImage(painting, (cell) => (isFaded(cell) ? 0xffffffff : 0));
  context.globalCompositeOperation = 'source-in';
  context.globalAlpha = 0.8;
  context.fillStyle = look.page;
  context.fillRect(painting.frame.left, painting.frame.top, painting.frame.width, painting.frame.height);
  context.restore();
}

/// The cells served in this tick: filled, with their labels on top.
function fillNow(painting: Painting, cells: number[], labels: Labels): void {
  const { context, grid, frame, look } = painting;
  if (cells.length === 0) return;
  context.fillStyle = look.isForced ? look.light : '#000';
  for (const cell of cells) {
    const { x, y, side } = squareOf(frame, grid, cell);
    context.fillRect(x, y, side, side);
  }
  const text = startLabels(painting, labels);
  context.fillStyle = look.isForced ? look.page : '#fff';
  for (const cell of cells) paintLabel(painting, cell, text);
}

function numbers({ context, grid, frame, look }: Painting, kept: Lights['kept']): void {
  context.font = `bold 10px ${MONO}`;
  context.textAlign = 'center';
  for (const [number, cells] of kept) {
    for (const cell of cells) {
      const { x, y, side } = squareOf(frame, grid, cell);
      // In the corner of the cell, or beside a small one.
      const inset = side < 20 ? -2 : 5;
      const at = [Math.max(frame.left + 6, x + inset), Math.max(frame.top + 6, y + inset)] as const;
      context.fillStyle = look.isForced ? look.page : '#000';
      context.beginPath();
      context.arc(at[0], at[1], 7, 0, 2 * Math.PI);
      context.fill();
      context.fillStyle = look.isForced ? look.ink : '#fff';
      context.fillText(String(number), at[0], at[1] + 3.5);
    }
  }
}

export function paintLights(canvas: HTMLCanvasElement, of: Painted, labels: Labels, lights: Lights): void {
  const painting = { ...of, context: startPainting(canvas, of) };
  const { context, look } = painting;
  const black = look.isForced ? look.ink : '#000';
  const white = look.isForced ? look.page : '#fff';
  context.save();
  clipToCells(painting);
  if (lights.isFaded !== null) fade(painting, lights.isFaded);
  fillNow(painting, lights.now, labels);
  const solid = (width: number): Style => [[black, width + 2, []], [look.light, width, []]];
  frames(painting, lights.phase, 1, [[white, 3.5, []], [black, 2, []]]);
  frames(painting, lights.marked, 1, [[black, 3, []], ['#ffd400', 1.5, []]]);
  frames(painting, lights.witness, 2, [[white, 5, []], [look.bad, 3, []]]);
  frames(painting, lights.place, 1.5, [[white, 3, []], [black, 2, [4, 3]]]);
  for (const [, cells] of lights.kept) frames(painting, cells, 1.5, solid(1.5));
  frames(painting, lights.element, 1.5, solid(2));
  if (lights.self !== null) frames(painting, [lights.self], 1, solid(3));
  numbers(painting, lights.kept);
  context.restore();
}
