// SPDX-License-Identifier: Apache-2.0
// legend.ts: what colours, borders and marks mean. A colour or a mark is a button that fades all other cells.
//
// Why      Eight colours repeat, and those of a ramp are named at a few of its steps. So a button says what its
//          colour stands for, and of more threads than colours a single one is isolated by its number.
import { element } from './dom';
import { FIRST_OF_RAMP } from './picture';
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
  private readonly thread: HTMLInputElement = element('input', {
    type: 'number', min: 0, step: 1, placeholder: 'all',
    input: () => this.isolateThread(),
  });

  constructor(private readonly line: number, private readonly selection: Selection) {}

  /// `lastThread` of those that hold cells; -1 without threads.
  set(legend: Legend | undefined, colorOf: ColorOf, lastThread: number): void {
    this.buttons = [];
    const parts: HTMLElement[] = [];
    const { title, entries = [], borders = [], marks = [] } = legend ?? {};
    if (title !== undefined && entries.length > 0) parts.push(element('span', { class: 'name' }, title));
    for (const { shade = -1, text = '' } of entries) {
      const about = `${title ?? 'colour'}: ${shade < FIRST_OF_RAMP ? '' : 'near '}${text}`;
      parts.push(this.button(`shade:${shade}`, text, swatch(colorOf(shade), ''), about));
    }
    const hasThreads = lastThread >= 0 && /^thread mod/.test(title ?? '');
    if (hasThreads) {
      this.thread.max = String(lastThread);
      parts.push(element('label', { class: 'thread' }, 'one thread', this.thread));
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
    const key = this.isolatedHere();
    const isOffered = this.buttons.some(([of]) => of === key) || (hasThreads && /^thread:/.test(key ?? ''));
    if (key !== null && !isOffered) this.isolate(null);
    this.update(true);
  }

  // The same number typed otherwise, 007, is no second press of a button.
  private isolateThread(): void {
    const { value, max } = this.thread;
    const number = Math.min(Math.max(0, Math.trunc(Number(value))), Number(max));
    const key = value === '' ? null : `thread:${number}`;
    if (key !== this.isolatedHere()) this.isolate(key);
  }

  private isolatedHere(): string | null {
    const { isolated } = this.selection;
    return isolated?.line === this.line ? isolated.key : null;
  }

  private isolate(key: string | null): void {
    this.selection.isolate(key === null ? null : { line: this.line, key });
  }

  private button(key: string, text: string, sample: HTMLElement, about = ''): HTMLElement {
    const made = element('button', {
      type: 'button', class: 'entry', 'data-key': key, click: () => this.isolate(key),
      ...about !== '' && { 'aria-label': about, title: about },
    }, sample, text);
    this.buttons.push([key, made]);
    return made;
  }

  update(isNew = false): void {
    const { isolated } = this.selection;
    if (!isNew && isolated === this.shown) return;
    this.shown = isolated;
    const key = this.isolatedHere() ?? '';
    const thread = /^thread:(.*)/.exec(key)?.[1] ?? '';
    const typed = this.thread.value;
    // The number stays as it is typed: 007.
    const isSame = typed === '' || thread === '' ? typed === thread : Number(typed) === Number(thread);
    if (!isSame) this.thread.value = thread;
    for (const [of, button] of this.buttons) {
      button.setAttribute('aria-pressed', String(of === key));
    }
  }
}
