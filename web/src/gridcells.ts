// SPDX-License-Identifier: Apache-2.0
// gridcells.ts: a canvas for those who do not see it: nine real cells of a grid around the cursor.
//
// A cell keeps its element as long as it is one of the nine: row r is in the slot r mod 3. So a step moves the focus
// from one element to another, which screen readers announce; a cell that only changed its name they would not.
import { element } from './dom';
import { boxOf, Frame } from './frame';
import { Grid, nextTile } from './picture';
import { clamp } from './zoom';

export interface GridActions {
  moved(row: number, column: number, marksFrom: { row: number; column: number } | null): void;
  stuck(down: number, right: number): void; // the cursor is at the edge
  keep(row: number, column: number): void;
  clear(): void;
  zoom(how: 'in' | 'out' | 'fit'): void;
  pan(down: number, right: number): void; // in cells
  isKept(row: number, column: number): boolean;
  title(cell: number, slot: number): Promise<string | null>;
  say(text: string): void;
}

const ARROWS: Record<string, [down: number, right: number]> = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
};
const PAN = 4;

function placeOf(cell: HTMLElement): [row: number, column: number] {
  const row = cell.parentElement!.getAttribute('aria-rowindex');
  return [Number(row) - 1, Number(cell.getAttribute('aria-colindex')) - 1];
}

export class GridCells {
  readonly root: HTMLElement;
  row = 0;
  column = 0;
  private readonly rows: HTMLElement[] = [];
  private readonly cells: HTMLElement[][] = [];
  private anchor: { row: number; column: number } | null = null;
  private grid: Grid | null = null;
  private timer = 0;
  private said = { where: '', name: '' };

  constructor(private readonly actions: GridActions) {
    for (let i = 0; i < 3; ++i) {
      const cells = [0, 1, 2].map(() => element('div', { role: 'gridcell', tabindex: -1 }));
      this.cells.push(cells);
      this.rows.push(element('div', { role: 'row' }, ...cells));
    }
    this.root = element('div', {
      role: 'grid', 'aria-describedby': 'stage-keys',
      keydown: (event) => this.key(event as KeyboardEvent),
      focusin: () => this.actions.moved(this.row, this.column, null),
    }, ...this.rows);
  }

  get hasFocus(): boolean {
    return this.root.contains(document.activeElement);
  }

  /// After a new picture, pan, zoom or step.
  place(grid: Grid, frame: Frame, name: string): void {
    this.grid = grid;
    this.row = clamp(this.row, 0, grid.rows - 1);
    this.column = clamp(this.column, 0, grid.columns - 1);
    this.root.setAttribute('aria-label', name);
    this.root.setAttribute('aria-rowcount', String(grid.rows));
    this.root.setAttribute('aria-colcount', String(grid.columns));
    for (let down = -1; down <= 1; ++down) this.placeRow(grid, frame, this.row + down);
    // A map that moved under the cursor has another cell there; the focus did not move, so nothing else says it.
    const at = { where: `${this.row} ${this.column}`, name: grid.name(this.row * grid.columns + this.column) };
    if (this.hasFocus && at.where === this.said.where && at.name !== this.said.name) this.actions.say(at.name);
    this.said = at;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.entitle(grid), 120);
  }

  /// After another selection.
  select(): void {
    for (const cell of this.cells.flat()) {
      cell.setAttribute('aria-selected', String(this.actions.isKept(...placeOf(cell))));
    }
  }

  private placeRow(grid: Grid, frame: Frame, row: number): void {
    const line = this.rows[(row + 3) % 3]!;
    line.hidden = row < 0 || row >= grid.rows;
    if (line.hidden) return;
    line.setAttribute('aria-rowindex', String(row + 1));
    for (let right = -1; right <= 1; ++right) {
      const column = this.column + right;
      const cell = this.cells[(row + 3) % 3]![(column + 3) % 3]!;
      cell.hidden = column < 0 || column >= grid.columns;
      if (cell.hidden) continue;
      const at = boxOf(frame, row, column);
      const side = `${at.side}px`;
      Object.assign(cell.style, { left: `${at.x}px`, top: `${at.y}px`, width: side, height: side });
      cell.tabIndex = row === this.row && right === 0 ? 0 : -1;
      cell.setAttribute('aria-colindex', String(column + 1));
      cell.setAttribute('aria-selected', String(this.actions.isKept(row, column)));
      cell.setAttribute('aria-label', grid.name(row * grid.columns + column));
    }
  }

  /// The names that the program gives, once the cursor rests.
  private entitle(grid: Grid): void {
    this.cells.flat().forEach(async (cell, slot) => {
      if (cell.hidden || cell.parentElement!.hidden) return;
      const [row, column] = placeOf(cell);
      const at = row * grid.columns + column;
      const name = cell.getAttribute('aria-label');
      const title = await this.actions.title(at, slot);
      if (title !== null && cell.getAttribute('aria-label') === name) cell.setAttribute('aria-label', title);
    });
  }

  focus(): void {
    this.cells[this.row % 3]?.[this.column % 3]?.focus({ preventScroll: true });
  }

  go(row: number, column: number, marks = false): void {
    if (this.grid === null) return;
    const from = { row: this.row, column: this.column };
    this.anchor = marks ? this.anchor ?? from : null;
    this.row = clamp(row, 0, this.grid.rows - 1);
    this.column = clamp(column, 0, this.grid.columns - 1);
    if (from.row === this.row && from.column === this.column && !marks) {
      this.actions.stuck(Math.sign(row - this.row), Math.sign(column - this.column));
      return;
    }
    this.actions.moved(this.row, this.column, this.anchor);
    this.focus();
  }

  private key(event: KeyboardEvent): void {
    if (this.grid !== null && this.act(event, this.grid)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  private act(event: KeyboardEvent, grid: Grid): boolean {
    const { key } = event;
    const isControl = event.ctrlKey || event.metaKey;
    const arrow = ARROWS[key];
    if (arrow !== undefined) {
      if (isControl) return false;
      if (event.altKey) this.actions.pan(arrow[0] * PAN, arrow[1] * PAN);
      else this.go(this.row + arrow[0], this.column + arrow[1], event.shiftKey);
      return true;
    }
    const { rows } = grid.panel;
    if (key === 'Home') this.go(isControl ? 0 : this.row, 0, event.shiftKey);
    else if (key === 'End') this.go(isControl ? grid.rows - 1 : this.row, grid.columns - 1, event.shiftKey);
    else if (isControl || event.altKey) return false;
    else if (key === 'PageUp') this.go(nextTile(rows, this.row, -1), this.column, event.shiftKey);
    else if (key === 'PageDown') this.go(nextTile(rows, this.row, 1), this.column, event.shiftKey);
    else if (key === 'Enter') this.actions.keep(this.row, this.column);
    else if (key === 'Escape') this.actions.clear();
    else if (key === '+' || key === '=') this.actions.zoom('in');
    else if (key === '-') this.actions.zoom('out');
    else if (key === '0') this.actions.zoom('fit');
    else return false;
    return true;
  }
}
