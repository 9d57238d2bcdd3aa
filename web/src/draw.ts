// SPDX-License-Identifier: Apache-2.0
// draw.ts: a layout of another screen as a new line of the lines screen, drawn alone.
import type { App } from './app';
import { button, focusOn, one } from './dom';
import type { State } from './state';

/// A button that draws; `name` says what.
export function drawButton(app: App, name: string, text: string, more?: Partial<State>): HTMLElement {
  return button('Draw', () => drawLine(app, text, more), { 'aria-label': `Draw ${name}` });
}

export function drawLine(app: App, text: string, more: Partial<State> = {}): void {
  const { lines, notation } = app.store.state;
  const known = lines.indexOf(text);
  const free = lines.findIndex((line) => line.trim() === '');
  const line = known >= 0 ? known : free >= 0 ? free : lines.length;
  const next = [...lines];
  next[line] = text;
  const forced = [...notation];
  if (line < forced.length) forced[line] = '';
  const fresh: Partial<State> = {
    view: '', color: '', label: '', dtype: '', fold: '', crop: '', group: 1, every: 1, zoom: 0, at: null, kept: [],
    access: '',
  };
  const drawn: Partial<State> = { screen: 'lines', lines: next, notation: forced, current: line, on: [line] };
  app.store.set({ ...fresh, ...drawn, ...more }, 'push');
  app.say(`Line ${line + 1} is ${text}`);
  // The pressed button is hidden with its screen.
  focusOn(one('#stage'));
}
