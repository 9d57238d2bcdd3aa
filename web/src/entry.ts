// SPDX-License-Identifier: Apache-2.0
// entry.ts: one line of the list: its text, what it was read as, its result or its error.
import { exactly } from './bytes';
import { button, element } from './dom';
import { drawn, LONGEST_LINE } from './line_edit';
import { isOfTensor, refusalParts } from './refusal';
import type { Failure, LineReply, Reply } from './reply';
import type { State } from './state';
import { Span, spanOf } from './text';
import { whatIs } from './shown';

export interface EntryActs {
  typed(line: number, text: string): void;
  focused(line: number): void;
  eye(line: number): void;
  remove(line: number): void;
  force(line: number, notation: string): void;
  longer(line: number): void;
}

export interface Entry {
  root: HTMLElement;
  field: HTMLTextAreaElement;
  overlay: HTMLElement;
  line: number;
  show(line: number, state: Readonly<State>, reply: Reply<LineReply> | null): void;
}

const EYE = 'M1 8s2.5-4.5 7-4.5S15 8 15 8s-2.5 4.5-7 4.5S1 8 1 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z';
const CROSS = 'M4 4l8 8M12 4l-8 8';

export function icon(path: string): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const drawnPath = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  drawnPath.setAttribute('d', path);
  svg.append(drawnPath);
  return svg;
}

/// Replaces a part of a field as if it were typed, so that the browser's undo knows of it.
export function typeInto(field: HTMLTextAreaElement, [from, to]: Span, text: string): void {
  field.focus();
  field.setSelectionRange(from, to);
  if (document.execCommand('insertText', false, text)) return;
  field.setRangeText(text, from, to, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/// What a help offers in place of the span: "did you mean 'cute'?".
export function replacementIn(help: string | undefined): string | null {
  return /did you mean '([^']+)'/i.exec(help ?? '')?.[1] ?? null;
}

/// The overlay has the same text below the field: it gives the field its height, and underlines errors. A long line
/// has a height of its own.
function drawOverlay(overlay: HTMLElement, text: string, span: Span | null): void {
  if (text.length > LONGEST_LINE) overlay.replaceChildren();
  // Without the last blank, an empty last row would have no height.
  else if (span === null) overlay.replaceChildren(`${text} `);
  else {
    const [from, to] = [Math.min(span[0], text.length), Math.max(span[1], span[0] + 1)];
    overlay.replaceChildren(text.slice(0, from), element('u', {}, text.slice(from, to) || ' '), `${text.slice(to)} `);
  }
}

function errorParts(line: number, error: Failure, field: HTMLTextAreaElement, longer: () => void): Node[] {
  const isElsewhere = error.line !== undefined && error.line !== line;
  const mended = error.span && !isElsewhere && error.source === undefined ? replacementIn(error.help) : null;
  const cure = mended === null ? null : button(`Use ${mended}`, () =>
    typeInto(field, spanOf(field.value, error.span!), mended));
  return refusalParts(error, cure, longer, isElsewhere ? `Line ${error.line! + 1}: ` : '');
}

type Domains = { left_domain?: string; right_domain?: string };

function verdictOf(reply: LineReply & Domains): string {
  if (reply.equal) return 'equal, proved for all coordinates';
  const { left_domain: left, right_domain: right } = reply;
  return left === undefined ? whatIs(reply) : `not equal: their shapes are ${left} and ${right}`;
}

function resultParts(reply: LineReply): Node[] {
  if (reply.kind === 'equal') return [element('span', { class: reply.equal ? 'good' : 'bad' }, verdictOf(reply))];
  if (reply.kind === 'value') return [element('span', { class: 'value' }, `= ${reply.text ?? ''}`)];
  const parts: Node[] = [];
  if (reply.call && reply.layout !== undefined) parts.push(element('span', { class: 'value' }, `= ${reply.layout}`));
  if (reply.call && reply.title !== undefined) parts.push(element('span', {}, reply.title));
  const { size } = reply;
  if (size !== undefined) parts.push(element('span', {}, size === 1 ? '1 element' : `${exactly(size)} elements`));
  return parts;
}

export function madeEntry(acts: EntryActs, notations: { name: string; title: string }[]): Entry {
  const field: HTMLTextAreaElement = element('textarea', {
    rows: 1, placeholder: 'e.g. A = (8,64):(64,1)', spellcheck: 'false', autocapitalize: 'off',
    autocomplete: 'off', autocorrect: 'off',
    input: () => acts.typed(entry.line, field.value), focus: () => acts.focused(entry.line),
  });
  const overlay = element('div', { class: 'overlay', 'aria-hidden': 'true' });
  const number = element('span', { class: 'number', 'aria-hidden': 'true' });
  const iconButton = (path: string, click: () => void): HTMLButtonElement =>
    button(icon(path), click, { class: 'button plain icon' });
  const eye = iconButton(EYE, () => acts.eye(entry.line));
  const remove = iconButton(CROSS, () => acts.remove(entry.line));
  const detected = element('option', { value: '' });
  const chip: HTMLSelectElement = element('select', {
    class: 'chip', change: () => acts.force(entry.line, chip.value),
  }, detected, ...notations.map(({ name, title }) => element('option', { value: name }, `read as ${title}`)));
  const result = element('div', { class: 'result' });
  const error = element('div', { class: 'failure' });
  const below = element('div', { class: 'below' }, element('div', { class: 'result' }, chip, result), error);
  const root = element('li', { class: 'entry' },
    number, element('div', { class: 'field' }, overlay, field), element('div', { class: 'tools' }, eye, remove),
    below);
  let shown = '';

  const entry: Entry = {
    root, field, overlay, line: -1,
    show(line, state, reply) {
      const text = state.lines[line] ?? '';
      const isDrawn = drawn(state).includes(line);
      const forced = state.notation[line] ?? '';
      const now = JSON.stringify([line, text, isDrawn, forced, line === state.current, reply]);
      if (now === shown) return;
      shown = now;
      entry.line = line;
      if (field.value !== text) field.value = text;
      name(line, isDrawn);
      root.classList.toggle('current', line === state.current);
      root.classList.toggle('long', text.length > LONGEST_LINE);
      // An error of the toolbar stands there.
      const isElsewhere = reply?.ok === false && isOfTensor(reply.error, state);
      showReply(text, forced, isElsewhere ? null : reply);
    },
  };

  function name(line: number, isDrawn: boolean): void {
    const called = `line ${line + 1}`;
    number.textContent = String(line + 1);
    field.setAttribute('aria-label', `Line ${line + 1}`);
    result.id = `result-${line + 1}`;
    error.id = `error-${line + 1}`;
    field.setAttribute('aria-describedby', `${result.id} ${error.id}`);
    for (const [button, words] of [[eye, `Draw ${called}`], [remove, `Delete ${called}`]] as const) {
      button.setAttribute('aria-label', words);
      button.title = words;
    }
    eye.setAttribute('aria-pressed', String(isDrawn));
    chip.setAttribute('aria-label', `Notation of ${called}`);
  }

  function showReply(text: string, forced: string, reply: Reply<LineReply> | null): void {
    const failure = reply !== null && !reply.ok ? reply.error : null;
    const is = reply !== null && reply.ok ? reply : null;
    const isHere = failure?.source === undefined && failure?.line === entry.line;
    drawOverlay(overlay, text, isHere && failure?.span ? spanOf(text, failure.span) : null);
    field.setAttribute('aria-invalid', String(failure !== null));
    eye.disabled = is !== null && (is.kind === 'empty' || is.kind === 'value');
    detected.textContent = is?.title ?? is?.notation ?? 'detect the notation';
    chip.value = forced;
    // Operands have notations, a call has none.
    const isCall = /^([A-Z]\w*\s*=)?\s*[a-z][\w.]*\s*\(/.test(text.trim());
    chip.hidden = forced === '' && (isCall || text.trim() === '' || (is !== null && is.kind !== 'layout'));
    result.replaceChildren(...is === null ? [] : resultParts(is));
    const longer = (): void => acts.longer(entry.line);
    error.replaceChildren(...failure === null ? [] : errorParts(entry.line, failure, field, longer));
    below.hidden = chip.hidden && result.childNodes.length === 0 && failure === null;
  }
  return entry;
}
