// SPDX-License-Identifier: Apache-2.0
// keys.ts: the keys of the whole page, and the dialog that lists all keys.
//
// No letter is a shortcut: a letter's place depends on the keyboard, and screen readers and speech use letters.
import type { App } from './app';
import { button, element } from './dom';

type Keys = [keys: string[], what: string];

const GROUPS: [place: string, keys: Keys[]][] = [
  ['Outside text fields', [
    [['?'], 'list the keys'], [['/'], 'go to the lines'], [['Ctrl+Z'], 'undo the last change'],
  ]],
  ['Lines', [
    [['Ctrl+Enter'], 'new line below'], [['Alt+↑', 'Alt+↓'], 'move the line'],
    [['Backspace'], 'delete an empty line'], [['Ctrl+Space'], 'complete the word'],
    [['↑', '↓', 'Enter', 'Tab', 'Esc'], 'choose a completion, take it, close the list'],
  ]],
  ['Stage', [
    [['arrows'], 'move by a cell'], [['Home', 'End'], 'to the ends of the row'], [['PgUp', 'PgDn'], 'move by a tile'],
    [['Ctrl+Home', 'Ctrl+End'], 'to the corners'], [['Enter'], 'keep the cell'], [['Shift+arrows'], 'mark a box'],
    [['Esc'], 'clear'], [['+', '-', '0'], 'zoom in, zoom out, fit'], [['Alt+arrows'], 'move the picture'],
  ]],
  ['Playback', [
    [['Space'], 'play, pause'], [[',', '.'], 'one tick back, one on'],
    [['Home', 'End'], 'to the first tick, to the last'],
  ]],
];

function rowsOf([place, keys]: [string, Keys[]]): HTMLElement {
  const rows = keys.map(([names, what]) => element('tr', {},
    element('td', {}, ...names.flatMap((name) => [element('kbd', {}, name), ' '])),
    element('td', {}, what)));
  return element('tbody', {}, element('tr', {}, element('th', { colspan: 2, scope: 'rowgroup' }, place)), ...rows);
}

function dialog(): HTMLDialogElement {
  const made = element('dialog', { 'aria-labelledby': 'keys-title' });
  made.append(
    element('div', { class: 'title' }, element('h2', { id: 'keys-title' }, 'Keys'),
      button('Close', () => made.close())),
    element('table', {}, ...GROUPS.map(rowsOf)));
  document.body.append(made);
  return made;
}

let shown: HTMLDialogElement | null = null;

export function showKeys(): void {
  shown ??= dialog();
  if (!shown.open) shown.showModal();
}

function isText(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
}

const isUndo = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;

/// `back` undoes the last change of the state.
export function listenToKeys(app: App, focusLines: () => void, back: () => void): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || isText(event.target) || document.querySelector('dialog[open]') !== null) return;
    const isBare = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key === '?' && isBare) showKeys();
    else if (event.key === '/' && isBare) {
      app.store.set({ screen: 'lines' }, 'push');
      focusLines();
    } else if (isUndo(event)) back();
    else return;
    event.preventDefault();
  });
}
