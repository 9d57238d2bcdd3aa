// SPDX-License-Identifier: Apache-2.0
// panel_view.ts: a panel on the page: two canvases, the cells for screen readers over them, and what is done to it.
import { element } from './dom';
import { cellAt, columnsIn, Frame, frameOf, Labels, rowsIn } from './frame';
import { addGestures, Point } from './gestures';
import { GridCells } from './gridcells';
import type { Lights, Lit } from './lights';
import { paintLights } from './lights';
import type { Look } from './look';
import { paintCells } from './painter';
import type { Grid } from './picture';
import { boxBetween, samePlace, Selection } from './select';
import type { Place } from './state';
import { clamp, panToShow, Size } from './zoom';

/// What the stage does for its panels.
export interface PanelActions {
  selection: Selection;
  canPan(panel: PanelView): boolean;
  pan(panel: PanelView, dx: number, dy: number): void; // the cells move by so many pixels
  zoom(panel: PanelView, how: number | 'in' | 'out' | 'fit', at: Point): void;
  show(panel: PanelView, panX: number, panY: number): void; // pan in pixels, so that the cursor is in sight
  title(panel: PanelView, cell: number, slot: number): Promise<string | null>;
  say(text: string): void;
}

export class PanelView implements Lit {
  readonly root: HTMLElement;
  readonly cells: GridCells;
  frame: Frame | null = null;
  grid!: Grid;
  name = '';
  room: Size = { width: 300, height: 300 }; // what cells may take
  private given: Size = this.room;
  private readonly box = element('div', { class: 'cells' });
  private readonly drawn = element('canvas', { 'aria-hidden': 'true' });
  private readonly lights = element('canvas', { 'aria-hidden': 'true', class: 'lights' });
  private readonly title = element('h4', {});
  private labels: Labels = { lines: 1, columns: 1, isStacked: false };

  constructor(readonly line: number, readonly index: number, private readonly actions: PanelActions) {
    this.cells = new GridCells({
      moved: (row, column, from) => this.moved(row, column, from),
      stuck: (down, right) => this.panCells(down, right),
      keep: (row, column) => actions.selection.keep(this.place(row, column)),
      clear: () => actions.selection.clear(),
      zoom: (how) => actions.zoom(this, how, this.middle()),
      pan: (down, right) => this.panCells(down, right),
      isKept: (row, column) => actions.selection.kept.some((kept) => samePlace(kept, this.place(row, column))),
      say: (text) => actions.say(text),
      title: (cell, slot) => actions.title(this, cell, slot),
    });
    this.box.append(this.drawn, this.lights, this.cells.root);
    this.root = element('div', { class: 'panel', 'data-line': line, 'data-panel': index }, this.box);
    addGestures(this.box, {
      canPan: () => actions.canPan(this),
      hover: (at) => actions.selection.point(at === null ? null : this.placeAt(at)),
      click: (at) => this.click(at),
      pan: (dx, dy) => actions.pan(this, dx, dy),
      zoom: (factor, at) => actions.zoom(this, factor, at),
      mark: (from, to, event, isDone) => this.mark(from, to, event, isDone),
    });
  }

  set(grid: Grid, labels: Labels, name: string, title: string): void {
    this.grid = grid;
    this.labels = labels;
    this.name = name;
    this.title.textContent = title;
    this.title.title = title; // which may be wider than the panel
    if (title === '') this.title.remove();
    else this.root.prepend(this.title);
  }

  get hasTitle(): boolean {
    return this.title.textContent !== '';
  }

  place(row: number, column: number): Place {
    return { line: this.line, panel: this.index, row, column };
  }

  /// `origin`: the cell at the top left, as far as there are enough cells.
  frameIn(room: Size, side: number, origin: Point): void {
    this.given = room;
    this.frame = frameOf(this.grid, side, room, origin);
  }

  reframe(origin: Point): void {
    if (this.frame !== null) this.frameIn(this.given, this.frame.side, origin);
  }

  paint(look: Look): void {
    if (this.frame === null) return;
    paintCells(this.drawn, { grid: this.grid, frame: this.frame, look }, this.labels);
    this.placeCells();
    const { left, top, side, panX, panY } = this.frame;
    const [top0, bottom] = rowsIn(this.frame, this.grid);
    const [left0, right] = columnsIn(this.frame, this.grid);
    // So that a test finds a cell: column c of row r is at x + c * side, y + r * side in the canvas.
    Object.assign(this.root.dataset, {
      x: left - panX, y: top - panY, side, rows: `${top0}:${bottom}`, columns: `${left0}:${right}`,
    });
  }

  light(look: Look, lights: Lights): void {
    const { grid, frame } = this;
    if (frame === null) return;
    paintLights(this.lights, { grid, frame, look }, this.labels, lights);
    this.cells.select();
  }

  /// While a map waits for its next picture, the cells that are there follow the pointer.
  shift(dx: number, dy: number, look: Look): void {
    const { frame } = this;
    if (frame === null || (frame.panX === -dx && frame.panY === -dy)) return;
    frame.panX = -dx;
    frame.panY = -dy;
    this.paint(look);
  }

  /// The part of the canvas with the cells.
  middle(): Point {
    const frame = this.frame!;
    return { x: frame.left + frame.width / 2, y: frame.top + frame.height / 2 };
  }

  placeAt(at: Point): Place | null {
    const cell = this.frame && cellAt(this.frame, this.grid, at.x, at.y);
    return cell && this.place(cell.row, cell.column);
  }

  private placeCells(): void {
    const { rows, columns } = this.grid.panel;
    const axes = [rows.name ?? 'rows', columns.name ?? 'columns'].join(' by ');
    if (this.frame !== null) this.cells.place(this.grid, this.frame, `${this.name}, ${axes}`);
  }

  private click(at: Point): void {
    const place = this.placeAt(at);
    if (place === null) return;
    [this.cells.row, this.cells.column] = [place.row, place.column];
    this.placeCells();
    this.cells.focus();
    this.actions.selection.point(place);
    this.actions.selection.keep(place);
  }

  private mark(from: Point, to: Point, event: PointerEvent, isDone: boolean): void {
    const frame = this.frame!;
    const inside = (at: Point): Place | null => this.placeAt({
      x: clamp(at.x, frame.left, frame.left + frame.width - 1),
      y: clamp(at.y, frame.top, frame.top + frame.height - 1),
    });
    const [first, last] = [inside(from), inside(to)];
    if (first === null || last === null) return;
    const { selection } = this.actions;
    // A drag is one box: the one it made on its way is replaced.
    if (this.isDragging) selection.marked.pop();
    this.isDragging = !isDone;
    selection.mark(boxBetween(first, last, event.ctrlKey || event.metaKey), event.shiftKey);
  }
  private isDragging = false;

  private moved(row: number, column: number, from: { row: number; column: number } | null): void {
    const frame = this.frame!;
    const { selection } = this.actions;
    const panX = panToShow(frame.panX, column, frame.side, frame.width);
    const panY = panToShow(frame.panY, row, frame.side, frame.height);
    if (panX !== frame.panX || panY !== frame.panY) this.actions.show(this, panX, panY);
    else this.placeCells();
    if (from !== null) selection.mark(boxBetween(this.place(from.row, from.column), this.place(row, column)), false);
    selection.point(this.place(row, column));
  }

  private panCells(down: number, right: number): void {
    const { side } = this.frame!;
    this.actions.pan(this, -right * side, -down * side);
  }

  /// The rows and columns in sight.
  inSight(): { rows: [number, number]; columns: [number, number] } {
    const frame = this.frame!;
    return { rows: rowsIn(frame, this.grid), columns: columnsIn(frame, this.grid) };
  }
}
