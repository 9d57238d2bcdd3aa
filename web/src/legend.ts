// SPDX-License-Identifier: Apache-2.0
// legend.ts: what colours, borders and marks mean. A colour or a mark is a button that fades all other cells.
import { element } from './dom';
import type { Legend } from './reply';
import type { Isolated, Selection } from './select';

export type ColorOf = (shade: number) => string;

function swatch(color: string, kind: string): HTMLElement {
  const made = element('span', { class: `swatch ${kind}`, 'aria-hidden': 'true' });
  if (color !== '') made.style.background = color;
  return made;
}

export class LegendView {
  readonly root = element('div', { class: 'legend', role: 'group', 'aria-label': 'Legend' });
  private shown: Isolated | null = null;
  private buttons: [key: string, button: HTMLElement][] = [];

  constructor(private readonly line: number, private readonly selection: Selection) {}

  set(legend: Legend | undefined, colorOf: ColorOf): void {
    this.buttons = [];
    const parts: HTMLElement[] = [];
    const { title, entries = [], borders = [], marks = [] } = legend ?? {};
    if (title !== undefined && entries.length > 0) parts.push(element('span', { class: 'name' }, title));
    for (const { shade = -1, text = '' } of entries) {
      parts.push(this.button(`shade:${shade}`, text, swatch(colorOf(shade), '')));
    }
    for (const { level, text } of borders) {
      const sample = element('span', { class: `border l${Math.min(level, 2)}`, 'aria-hidden': 'true' });
      parts.push(element('span', { class: 'entry' }, sample, text));
    }
    for (const { kind, mark, meaning } of marks) {
      const sample = swatch('', kind);
      sample.textContent = mark;
      parts.push(this.button(`kind:${kind}`, meaning, sample));
    }
    this.root.replaceChildren(...parts);
    this.root.hidden = parts.length === 0;
    this.update(true);
  }

  private button(key: string, text: string, sample: HTMLElement): HTMLElement {
    const made = element('button', {
      type: 'button', class: 'entry', 'data-key': key, click: () => this.selection.isolate({ line: this.line, key }),
    }, sample, text);
    this.buttons.push([key, made]);
    return made;
  }

  update(isNew = false): void {
    const { isolated } = this.selection;
    if (!isNew && isolated === this.shown) return;
    this.shown = isolated;
    for (const [key, button] of this.buttons) {
      button.setAttribute('aria-pressed', String(isolated?.line === this.line && isolated.key === key));
    }
  }
}
