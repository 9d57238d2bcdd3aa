// SPDX-License-Identifier: Apache-2.0
// table.ts: the visible cells as a table: for screen readers, for copying, and for tests that look where a cell is.
import { element } from './dom';
import { linesOf } from './frame';
import type { PanelView } from './panel_view';
import { headerOf, KINDS } from './picture';

const MOST_CELLS = 1024;

/// The tables of all panels, with at most 1,024 cells together.
export function describe(panels: PanelView[]): HTMLElement {
  const root = element('section', { class: 'described', 'aria-label': 'Visible cells' });
  let left = MOST_CELLS;
  for (const panel of panels) {
    const { rows, columns } = panel.inSight();
    const across = Math.min(columns[1] - columns[0], left);
    const down = across === 0 ? 0 : Math.min(rows[1] - rows[0], Math.floor(left / across));
    if (down === 0) continue;
    const isCut = across < columns[1] - columns[0] || down < rows[1] - rows[0];
    left -= across * down;
    root.append(tableOf(panel, [rows[0], rows[0] + down], [columns[0], columns[0] + across], isCut));
  }
  return root;
}

function tableOf(panel: PanelView, rows: [number, number], columns: [number, number], isCut: boolean): HTMLElement {
  const { grid } = panel;
  const names = grid.panel;
  const corner = [names.rows.name, names.columns.name].filter(Boolean).join(' \\ ');
  const head = element('tr', {}, element('th', { scope: 'col' }, corner));
  for (let column = columns[0]; column < columns[1]; ++column) {
    head.append(element('th', { scope: 'col' }, headerOf(names.columns.headers, column)));
  }
  const body = element('tbody');
  for (let row = rows[0]; row < rows[1]; ++row) {
    const line = element('tr', {}, element('th', { scope: 'row' }, headerOf(names.rows.headers, row)));
    for (let column = columns[0]; column < columns[1]; ++column) line.append(cellOf(panel, row, column));
    body.append(line);
  }
  const size = `${rows[1] - rows[0]} rows and ${columns[1] - columns[0]} columns`;
  const caption = panel.name + (isCut ? `: the first ${size} in sight` : '');
  return element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption },
    element('table', { 'data-line': panel.line, 'data-panel': panel.index },
      element('caption', {}, caption), element('thead', {}, head), body));
}

function cellOf({ grid }: PanelView, row: number, column: number): HTMLElement {
  const cell = row * grid.columns + column;
  const kind = KINDS[grid.kind[cell]!]!;
  const text = linesOf(grid, cell, false).join(' ') || (grid.coordinate(cell)?.join(',') ?? '');
  return element('td', {
    'data-row': row, 'data-column': column, 'data-shade': grid.shade[cell]!, 'data-kind': kind,
    title: grid.name(cell),
  }, text);
}
