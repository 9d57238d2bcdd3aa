// SPDX-License-Identifier: Apache-2.0
// complete.ts: completion in the lines: operations, names of lines, element types.
//
// The field keeps the focus and names the chosen option, as ARIA's combobox pattern has it. While one types, nothing
// is chosen, so Enter and Tab keep their meaning until an arrow key chooses.
import { element } from './dom';
import type { Words } from './reply';

export interface Option {
  text: string; // what is inserted
  title: string;
  about: string;
  isCall: boolean;
}

/// No more than fit without scrolling: typing on is quicker.
const MOST = 8;

/// No word that can be completed is longer. The search takes the square of what it looks at.
const LONGEST_WORD = 100;

/// The word before the caret: letters, digits, _ and . from a letter on.
export function wordBefore(text: string, caret: number): string {
  return /[A-Za-z_][\w.]*$/.exec(text.slice(Math.max(0, caret - LONGEST_WORD), caret))?.[0] ?? '';
}

export function optionsOf(words: Words, names: readonly [name: string, text: string][]): Option[] {
  return [
    ...names.map(([name, text]) => ({ text: name, title: name, about: text, isCall: false })),
    ...words.operations.map(({ name, signature, what, example }) => ({
      text: name, title: signature, about: `${what}  ${example}`.trim(), isCall: true,
    })),
    ...words.types.map((type) => ({ text: type, title: type, about: 'element type', isCall: false })),
  ];
}

/// Those that begin with the word, then those with a later part that does; the word itself needs no completion.
export function matching(options: readonly Option[], word: string): Option[] {
  const low = word.toLowerCase();
  const rank = ({ text }: Option): number => {
    const at = text.toLowerCase().indexOf(low);
    return at === 0 ? 0 : at > 0 && /[._]/.test(text[at - 1]!) ? 1 : 2;
  };
  const found = options.filter((option) => option.text !== word && rank(option) < 2);
  return found.sort((a, b) => rank(a) - rank(b)).slice(0, MOST);
}

export interface Completion {
  /// Whether the key was one for the list.
  key(event: KeyboardEvent): boolean;
  typed(): void;
  close(): void;
}

/// Below the field, or above it where there is more room. The list of lines would clip what is inside it.
function place(list: HTMLElement, field: HTMLElement): void {
  const { left, top, bottom, width } = field.getBoundingClientRect();
  const isBelow = innerHeight - bottom > Math.min(380, top);
  list.style.left = `${left}px`;
  list.style.width = `${Math.max(420, width)}px`;
  list.style.top = isBelow ? `${bottom + 2}px` : 'auto';
  list.style.bottom = isBelow ? 'auto' : `${innerHeight - top + 2}px`;
  field.parentElement!.append(list);
}

/// `all` is told whether operations are meant. `insert` replaces the last `length` units before the caret.
export function completionOf(
  field: HTMLTextAreaElement, all: (isOfCalls: boolean) => Option[], insert: (option: Option, length: number) => void,
  say: (text: string) => void,
): Completion {
  const list = element('div', { class: 'completion', role: 'listbox', 'aria-label': 'Completions' });
  let options: Option[] = [];
  let chosen = -1;
  field.setAttribute('aria-autocomplete', 'list');
  field.setAttribute('aria-haspopup', 'listbox');

  const close = (): void => {
    options = [];
    removeEventListener('scroll', close, true); // it would hang in the air
    list.remove();
    field.removeAttribute('aria-controls');
    field.removeAttribute('aria-activedescendant');
  };
  const word = (): string => wordBefore(field.value, field.selectionStart);
  const accept = (option: Option): void => {
    const { length } = word();
    close();
    insert(option, length);
  };
  const choose = (at: number): void => {
    chosen = (at + options.length) % options.length;
    [...list.children].forEach((child, each) => child.setAttribute('aria-selected', String(each === chosen)));
    const now = list.children[chosen];
    field.setAttribute('aria-activedescendant', now?.id ?? '');
  };
  const open = (isAsked: boolean): void => {
    const typed = word();
    options = typed.length >= 2 || isAsked ? matching(all(isAsked || /^[a-z]{2}/.test(typed)), typed) : [];
    if (options.length === 0) return close();
    list.id = `${field.id}-list`;
    list.replaceChildren(...options.map((option, at) => element('div', {
      role: 'option', id: `${list.id}-${at}`, 'aria-selected': 'false',
      // On pointerdown the field would lose the focus.
      pointerdown: (event) => event.preventDefault(), click: () => accept(option),
    }, element('code', {}, option.title), element('small', {}, option.about))));
    place(list, field);
    addEventListener('scroll', close, true);
    field.setAttribute('aria-controls', list.id);
    field.removeAttribute('aria-activedescendant');
    chosen = -1;
    if (isAsked) choose(0);
    if (isAsked) say(`${options.length} completions`);
  };
  return {
    key(event) {
      if (event.key === ' ' && event.ctrlKey) open(true);
      else if (options.length === 0) return false;
      else if (event.key === 'Escape') close();
      else if (event.key === 'ArrowDown' && !event.altKey) choose(chosen + 1);
      else if (event.key === 'ArrowUp' && !event.altKey) choose(chosen < 0 ? -1 : chosen - 1);
      else if (/^(Enter|Tab)$/.test(event.key) && chosen >= 0 && !event.ctrlKey) accept(options[chosen]!);
      else return false;
      return true;
    },
    typed: () => open(false),
    close,
  };
}
