// SPDX-License-Identifier: Apache-2.0
// cures.ts: layouts with fewer bank conflicts, what each costs, and a button that takes it.
import type { App } from './app';
import { element } from './dom';
import type { Cure } from './reply';
import { useCell, wideTable } from './wide_table';

/// `from` is the line that is cured.
export function cureTable(app: App, cures: readonly Cure[], from: number): HTMLElement {
  const rows = cures.map(({ name, effect, wavefronts, layout }) => element('tr', {},
    element('th', { scope: 'row' }, element('code', {}, name)), element('td', {}, effect),
    element('td', { class: 'number' }, String(wavefronts)), useCell(app, name, layout, from)));
  return wideTable('Cures of the bank conflicts', ['cure', 'then', ['ticks', 'number'], ['take it', 'hidden']],
    element('tbody', {}, ...rows));
}
