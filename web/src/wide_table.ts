// SPDX-License-Identifier: Apache-2.0
// wide_table.ts: the tables of the panels: heads, and rows that end with a button.
import type { App } from './app';
import { button, element } from './dom';
import { useLayout } from './panel';

/// A text, and what its column is: of numbers, or with a head that only screen readers need.
export type Head = string | [text: string, kind: 'number' | 'hidden'];

function headOf(head: Head): HTMLElement {
  const [text, kind] = typeof head === 'string' ? [head, ''] : head;
  if (kind === 'hidden') return element('th', { scope: 'col' }, element('span', { class: 'visually-hidden' }, text));
  return element('th', { scope: 'col', class: kind }, text);
}

export function wideTable(caption: string, heads: readonly Head[], rows: HTMLElement, kind = ''): HTMLTableElement {
  return element('table', { class: `wide ${kind}` },
    element('caption', { class: 'visually-hidden' }, caption),
    element('thead', {}, element('tr', {}, ...heads.map(headOf))), rows);
}

/// The cell of a row with a layout to take; empty if there is none.
export function useCell(app: App, name: string, layout: string | undefined, from: number): HTMLElement {
  const use = layout === undefined ? [] : [button('Use it', () => useLayout(app, layout, from), {
    class: 'button small', 'aria-label': `Use it: ${name}`,
  })];
  return element('td', { class: 'act', 'data-key': `use ${name}` }, ...use);
}
