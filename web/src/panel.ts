// SPDX-License-Identifier: Apache-2.0
// panel.ts: what Notations, Checks, Steps and Playback share: their subject, their frame, refusals, copying.
import type { App } from './app';
import type { Asked } from './engine';
import { button, element } from './dom';
import { askedWithout } from './own';
import type { Answer, Of } from './own';
import { refusalParts } from './refusal';
import type { Failure, LineReply } from './reply';
import { copy } from './saved';
import type { State } from './state';

const MORE_KEYS_MS = 1000;

/// The line that the panels are about.
export interface Subject {
  line: number;
  name: string; // "S", or "line 2"
  good: LineReply;
  isBroken: boolean; // its text has an error now, and `good` is what it was
}

/// The current line, or the nearest one above it that has a layout.
export function subjectOf(app: App): Subject | null {
  for (let line = app.store.state.current; line >= 0; --line) {
    const subject = subjectAt(app, line);
    if (subject !== null) return subject;
  }
  return null;
}

/// What a panel says where there is no layout, or no answer yet.
export function emptyText(app: App, text: string): string {
  return app.lines.reply(app.store.state.current) === null ? 'Waiting for the engine ..' : text;
}

export function subjectAt(app: App, line: number): Subject | null {
  const good = app.lines.good(line);
  if (good?.layout === undefined) return null;
  const isBroken = app.lines.reply(line)?.ok === false;
  return { line, name: good.name ?? `line ${line + 1}`, good, isBroken };
}

/// A request about the subject. While its text is broken, its last good layout is meant.
export function requestOf(app: App, subject: Subject, more: Of): Of {
  const { notation, dtype, tensor } = app.store.state;
  const what = subject.isBroken ? { layout: subject.good.layout } : { line: subject.line };
  const of: Of = { ...what, ...more };
  const forced = notation[subject.line];
  if (forced) of.notation = forced;
  if (dtype !== '') of.dtype = dtype;
  if (tensor !== '') of.tensor = tensor;
  return of;
}

/// Asks about the subject.
export function askAbout<T>(app: App, verb: string, of: Of, asked: Asked): Promise<Answer<T>> {
  return askedWithout(of, (some) => app.engine.ask<T>(verb, some, asked));
}

const ABOUT: readonly (keyof State)[] = ['current', 'dtype', 'tensor', 'notation'];

/// Calls when the lines up to the current one, or one of these keys, changed.
export function whenChanged(app: App, keys: readonly (keyof State)[], call: () => void): void {
  app.lines.listen(call);
  app.store.listen((_, changed) => {
    if ([...ABOUT, ...keys].some((key) => changed.has(key))) call();
  });
}

/// A heading that opens and closes its body. Closed at first where the page is one narrow column.
export class Panel {
  readonly controls = element('div', { class: 'controls' });
  private readonly body = element('div', { class: 'pane-body' });
  private readonly heading: HTMLElement;
  private readonly status = element('span', { class: 'status' });
  private readonly summary: HTMLElement;
  private drawn = '';
  private next = '';

  constructor(root: HTMLElement, private readonly title: string) {
    this.heading = element('h2', {}, title);
    this.summary = element('summary', {}, this.heading, this.status);
    const details = element('details', { class: 'pane' }, this.summary, this.controls, this.body);
    const wide = matchMedia('(min-width: 900px)');
    details.open = wide.matches;
    wide.addEventListener('change', () => (details.open = details.open || wide.matches));
    root.replaceChildren(details);
  }

  /// `status` is what one reads of a closed panel.
  head(subject: Pick<Subject, 'name' | 'isBroken'> | null, status = '', mark = ''): void {
    const about = subject === null ? '' : ` of ${subject.name}${subject.isBroken ? ', before the error' : ''}`;
    this.heading.textContent = this.title + about;
    this.status.textContent = status;
    this.status.className = `status ${mark}`;
  }

  /// Whether the body is of these values already; if not, the next `show` draws them.
  isOf(...values: unknown[]): boolean {
    this.next = JSON.stringify(values, (key, value: unknown) => (key === 'id' ? undefined : value));
    return this.next === this.drawn;
  }

  /// Replaces the body. A focus in it stays at the thing of the same `data-key`, or goes to the heading.
  show(...nodes: Node[]): void {
    this.drawn = this.next;
    this.next = '';
    const active = document.activeElement;
    const held = active instanceof HTMLElement && this.body.contains(active) ? active : null;
    const key = held?.closest<HTMLElement>('[data-key]')?.dataset.key;
    this.body.replaceChildren(...nodes);
    if (held === null) return;
    const same = [...this.body.querySelectorAll<HTMLElement>('[data-key]')].find((node) => node.dataset.key === key);
    const control = (root?: Element | null) => root?.querySelector<HTMLElement>('button, select');
    (control(same) ?? control(same?.closest('tr')) ?? this.summary).focus({ preventScroll: true });
  }
}

type Options = readonly (readonly [value: string, text: string])[];

/// A labelled choice. `options` are pairs of value and text; a value that is not among them is added.
export function choice(
  label: string, options: Options, value: string, call: (value: string) => void,
): HTMLLabelElement {
  const select: HTMLSelectElement = element('select', { change: () => call(select.value) });
  fill(select, options, value);
  return element('label', { class: 'choice' }, element('span', {}, label), select);
}

export function fill(select: HTMLSelectElement, options: Options, value: string): void {
  const known = options.some(([name]) => name === value);
  const all = known ? options : [...options, [value, value] as const];
  select.replaceChildren(...all.map(([name, text]) => element('option', { value: name }, text)));
  select.value = value;
}

export const typesOf = (app: App, none: string): [string, string][] =>
  [['', none], ...app.words.types.map((type): [string, string] => [type, type])];

/// Asks for the element type where it is missed.
export function typeChooser(app: App): HTMLElement {
  let [pressed, timer] = [0, 0];
  const made = choice('', typesOf(app, 'choose a type'), '', (dtype) => {
    window.clearTimeout(timer);
    // A closed list chooses anew at each letter and arrow, and goes away once its choice is taken.
    const wait = Date.now() - pressed < 100 ? MORE_KEYS_MS : 0;
    timer = window.setTimeout(() => app.store.set({ dtype }, 'push'), wait);
  });
  made.addEventListener('keydown', ({ key }) => {
    if (key !== 'Enter') pressed = Date.now();
  });
  made.querySelector('select')?.setAttribute('aria-label', 'Element type');
  return made;
}

export function copyButton(app: App, text: string, what: string): HTMLButtonElement {
  const made = button('Copy', () => {
    void copy(text).then((copied) => {
      made.textContent = copied ? 'Copied' : 'Not copied';
      app.say(copied ? `Copied ${what}` : 'The browser did not allow copying');
      setTimeout(() => (made.textContent = 'Copy'), 1600);
    });
  }, { 'aria-label': `Copy ${what}`, class: 'button small' });
  return made;
}

/// The same answer from the command line.
export function commandFoot(app: App, command: string): HTMLElement {
  return element('p', { class: 'foot' }, copyButton(app, command, 'the command line'), element('code', {}, command));
}

/// A refusal. `longer` asks again without a limit of time.
export function refusal(app: App, error: Failure, longer: (() => void) | null = null, where = ''): HTMLElement {
  const cure = /^access\.type$|\.(dtype_missing|no_type)$/.test(error.code) ? typeChooser(app) : null;
  return element('div', { class: 'refusal' }, ...refusalParts(error, cure, longer, where));
}

/// Where a layout is or can become a line: one that is it already, an empty last line, or one after the last.
export function lineFor(app: App, layout: string): { line: number; lines: string[] } {
  const { lines } = app.store.state;
  const known = lines.findIndex((text, line) => text.trim() === layout || app.lines.good(line)?.layout === layout);
  if (known >= 0) return { line: known, lines: [...lines] };
  const free = lines[lines.length - 1]?.trim() === '' ? lines.length - 1 : lines.length;
  return { line: free, lines: [...lines.slice(0, free), layout] };
}

/// Two lines on the stage, in the order of the lines.
export const both = (one: number, other: number): number[] => [...new Set([one, other])].sort((a, b) => a - b);

/// Makes a layout the current line, drawn beside the line that it came from. In a playback the two play together.
export function useLayout(app: App, layout: string, from: number): void {
  const { line, lines } = lineFor(app, layout);
  const isNew = line >= app.store.state.lines.length || lines[line] !== app.store.state.lines[line];
  const patch = { lines, current: line, on: both(from, line) };
  app.store.set(app.store.state.access === '' ? patch : { ...patch, compare: from, tick: 0 }, 'push');
  app.say(isNew ? `Added ${layout} as line ${line + 1}` : `${layout} is line ${line + 1}`);
}

/// Whether an access is of shared memory by the lanes of a warp: then it has banks, cures and a playback.
export const hasBanks = (access: string): boolean => /^(ldmatrix|stmatrix|vector)/.test(access);
