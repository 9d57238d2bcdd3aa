// SPDX-License-Identifier: Apache-2.0
// sorted_table.ts: a table that is sorted by its heads and filtered by a field, for up to 30,000 rows and more.
//
// Only rows in sight are in the document: a browser lays out 30,000 rows in seconds. The keyboard moves a selected
// row, and the rows have their numbers in `aria-rowindex`, so a screen reader knows where it is.
import { element } from './dom';
import { ROW, windowOf } from './window_of';

export interface Column<R> {
  title: string;
  width: string; // of a table whose columns do not move while it scrolls: '9ch'
  value(row: R): number | string; // it is sorted by this
  text?(row: R): string; // and shows this
  number?: boolean; // right-aligned
  down?: boolean; // largest first; numbers are
}

export interface Options<R> {
  name: string; // of the table, for a screen reader
  columns: Column<R>[];
  sort: number; // the column at first
  empty: string; // the sentence if there are no rows
  filter?: string; // label of the filter field
  pick(row: R | null): void; // null: the row that was selected is gone
}

const collator = new Intl.Collator('en', { numeric: true });

function compared(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a), String(b));
}

/// The rows in order of a column. Equal ones keep their order, in both directions.
export function sortedRows<R>(rows: readonly R[], column: Column<R>, isDown: boolean): R[] {
  const keyed = rows.map((row) => ({ row, key: column.value(row) }));
  keyed.sort((a, b) => (isDown ? compared(b.key, a.key) : compared(a.key, b.key)));
  return keyed.map((one) => one.row);
}

function beginsDown<R>(column: Column<R>): boolean {
  return column.down ?? column.number === true;
}

export function textOf<R>(column: Column<R>, row: R): string {
  return column.text === undefined ? String(column.value(row)) : column.text(row);
}

/// What a filter looks for words in: all columns of each row.
export function textsOf<R>(rows: readonly R[], columns: readonly Column<R>[]): string[] {
  return rows.map((row) => columns.map((column) => textOf(column, row)).join('\t').toLowerCase());
}

/// The rows in whose texts every word of the filter occurs, in any case and any column.
export function filteredRows<R>(rows: readonly R[], texts: () => string[], filter: string): R[] {
  const words = filter.toLowerCase().split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return [...rows];
  const all = texts();
  return rows.filter((_, at) => words.every((word) => all[at]?.includes(word)));
}

export class SortedTable<R> {
  readonly root: HTMLElement;
  private all: readonly R[] = [];
  private rows: R[] = [];
  private texts: string[] | null = null; // made when they are first looked for
  private selected: R | null = null;
  private sort: number;
  private isDown: boolean;
  private drawn = '';
  private readonly field: HTMLInputElement | null;
  private readonly count = element('output', { class: 'count' });
  private readonly heads: HTMLTableCellElement[];
  private readonly body = element('tbody');
  private readonly table: HTMLTableElement;
  private readonly frame: HTMLElement;
  private readonly nothing = element('p', { class: 'nothing' });

  constructor(private readonly of: Options<R>) {
    this.sort = of.sort;
    this.isDown = beginsDown(this.column());
    this.field = of.filter === undefined ? null : element('input', {
      type: 'search', 'aria-label': of.filter, placeholder: 'filter', spellcheck: 'false', input: () => this.order(),
    });
    this.heads = of.columns.map((column, at) => element('th', { scope: 'col', class: column.number ? 'number' : '' },
      element('button', { type: 'button', click: () => this.sortBy(at) }, column.title)));
    this.table = element('table', { role: 'grid', 'aria-label': of.name },
      this.widths(), element('thead', {}, element('tr', { 'aria-rowindex': 1 }, ...this.heads)), this.body);
    this.frame = element('div', {
      class: 'frame', tabindex: -1, scroll: () => this.draw(), keydown: (event) => this.key(event),
    }, this.table, this.nothing);
    const tools = element('div', { class: 'tools' }, ...(this.field === null ? [] : [this.field]), this.count);
    this.root = element('div', { class: 'sorted-table' }, tools, this.frame);
    if (typeof ResizeObserver !== 'undefined') new ResizeObserver(() => this.draw()).observe(this.frame);
    this.markHeads();
  }

  setRows(rows: readonly R[], filter?: string): void {
    this.all = rows;
    this.texts = null;
    if (this.field !== null && filter !== undefined) this.field.value = filter;
    this.selected = null;
    this.frame.scrollTop = 0;
    this.order();
  }

  /// Selects the first row of those that fit, and brings it into sight.
  show(fits: (row: R) => boolean): void {
    const at = this.rows.findIndex(fits);
    if (at >= 0) this.select(at, false);
  }

  private column(): Column<R> {
    return this.of.columns[this.sort] as Column<R>;
  }

  private widths(): HTMLElement {
    return element('colgroup', {}, ...this.of.columns.map((column) => {
      const made = element('col');
      made.style.width = column.width;
      return made;
    }));
  }

  private sortBy(at: number): void {
    this.isDown = at === this.sort ? !this.isDown : beginsDown(this.of.columns[at] as Column<R>);
    this.sort = at;
    this.markHeads();
    this.order();
  }

  private markHeads(): void {
    this.heads.forEach((head, at) => {
      head.setAttribute('aria-sort', at !== this.sort ? 'none' : this.isDown ? 'descending' : 'ascending');
    });
  }

  private order(): void {
    const texts = (): string[] => (this.texts ??= textsOf(this.all, this.of.columns));
    const found = filteredRows(this.all, texts, this.field?.value ?? '');
    this.rows = sortedRows(found, this.column(), this.isDown);
    const [shown, all] = [this.rows.length.toLocaleString('en'), this.all.length.toLocaleString('en')];
    this.count.textContent = shown === all ? all : `${shown} of ${all}`;
    this.nothing.hidden = this.rows.length > 0;
    this.nothing.textContent = this.all.length === 0 ? this.of.empty : 'No row has all these words.';
    this.table.hidden = this.all.length === 0;
    this.table.setAttribute('aria-rowcount', String(this.rows.length + 1));
    if (this.selected !== null && !this.rows.includes(this.selected)) this.selected = null;
    this.of.pick(this.selected);
    this.drawn = '';
    this.draw();
  }

  private draw(): void {
    const [first, last] = windowOf(this.frame.scrollTop, this.frame.clientHeight || 600, this.rows.length, ROW);
    const present = `${first} ${last}`;
    if (present === this.drawn) return;
    this.drawn = present;
    const had = this.body.contains(document.activeElement);
    const chosen = this.selected === null ? -1 : this.rows.indexOf(this.selected);
    const inSight = Math.min(Math.ceil(this.frame.scrollTop / ROW), this.rows.length - 1);
    const stop = chosen >= first && chosen < last ? chosen : inSight;
    const made = this.rows.slice(first, last).map((row, at) => this.line(row, first + at, first + at === stop));
    this.body.replaceChildren(gap(first), ...made, gap(this.rows.length - last));
    if (had) (this.focusable() ?? this.frame).focus({ preventScroll: true });
  }

  private line(row: R, at: number, isStop: boolean): HTMLTableRowElement {
    const isSelected = row === this.selected;
    const cells = this.of.columns.map((column) => {
      const text = textOf(column, row);
      return element('td', { class: column.number ? 'number' : '', title: text }, text);
    });
    return element('tr', {
      'aria-rowindex': at + 2, 'aria-selected': isSelected ? 'true' : 'false', tabindex: isStop ? 0 : -1,
      click: () => this.select(at, true),
    }, ...cells);
  }

  private focusable(): HTMLElement | null {
    return this.body.querySelector<HTMLElement>('tr[tabindex="0"]');
  }

  private select(at: number, isFocused: boolean): void {
    this.selected = this.rows[at] ?? null;
    const [top, height] = [at * ROW, this.frame.clientHeight - 2 * ROW];
    if (top < this.frame.scrollTop) this.frame.scrollTop = top;
    else if (top > this.frame.scrollTop + height) this.frame.scrollTop = top - height;
    this.drawn = '';
    this.draw();
    if (isFocused) this.focusable()?.focus({ preventScroll: true });
    this.of.pick(this.selected);
  }

  private key(event: Event): void {
    if (!(event instanceof KeyboardEvent) || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target !== this.frame && !this.body.contains(event.target as Node)) return;
    const now = this.selected === null ? -1 : this.rows.indexOf(this.selected);
    const page = Math.max(1, Math.floor(this.frame.clientHeight / ROW) - 2);
    const moves: Record<string, number> = {
      ArrowDown: now + 1, ArrowUp: now - 1, PageDown: now + page, PageUp: now - page,
      Home: 0, End: this.rows.length - 1, Enter: Math.max(now, 0), ' ': Math.max(now, 0),
    };
    const wanted = moves[event.key];
    if (wanted === undefined || this.rows.length === 0) return;
    event.preventDefault();
    this.select(Math.min(Math.max(wanted, 0), this.rows.length - 1), true);
  }
}

/// An empty row as tall as the rows that are not in the document.
function gap(rows: number): HTMLTableRowElement {
  const made = element('tr', { class: 'gap', 'aria-hidden': 'true' }, element('td'));
  made.hidden = rows <= 0;
  made.style.height = `${rows * ROW}px`;
  return made;
}
