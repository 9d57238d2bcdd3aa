// SPDX-License-Identifier: Apache-2.0
// lines.ts: the list of lines, and what keys, pastes and buttons do to it.
import type { App } from './app';
import { Completion, completionOf, Option, optionsOf } from './complete';
import { button, element } from './dom';
import { Entry, EntryActs, madeEntry, typeInto } from './entry';
import { linesOf, withEye, withLines, withMoved, withoutLine } from './line_edit';
import { menuButton, MenuGroup } from './menu';
import { openIn } from './other_screen';
import { whatIs } from './shown';
import type { State } from './state';
import { NAMED } from './command';

/// Results are spoken when nobody has typed for so long.
const PAUSE = 500;
const MOST_REMEMBERED = 50;
/// Characters of a line that a completion shows.
const MOST_SHOWN = 200;

interface Scanned {
  kind: 'line' | 'ttgir' | 'hlo';
  title: string;
}

/// `longer` asks about a line again, without a limit of time. Gives what is to be called when the words are others.
export function mountLines(app: App, root: HTMLElement, longer: (line: number) => void): () => void {
  const list = element('ol');
  const entries: Entry[] = [];
  const history = new Set<string>();
  let speech: ReturnType<typeof setTimeout>;

  const acts: EntryActs = {
    typed(line, text) {
      const lines = app.store.state.lines.map((each, at) => at === line ? text : each);
      app.store.set({ lines, current: line });
      completions.get(entries[line]!)?.typed();
    },
    focused: (line) => app.store.set({ current: line }),
    eye(line) {
      const patch = withEye(app.store.state, line);
      app.store.set(patch, 'push');
      const count = patch.on?.length ?? 0;
      app.say(count === 0 ? 'The stage draws the current line' : `The stage draws ${count} of 4 lines`);
    },
    remove: (line) => change(withoutLine(app.store.state, line)),
    force(line, notation) {
      const { lines, notation: before } = app.store.state;
      const forced = lines.map((_, at) => at === line ? notation : before[at] ?? '');
      while (forced[forced.length - 1] === '') forced.pop();
      app.store.set({ notation: forced }, 'push');
    },
    longer,
  };
  const completions = new Map<Entry, Completion>();
  const add = (): void => change(withLines(app.store.state, app.store.state.lines.length, ['']));
  root.replaceChildren(
    element('div', { class: 'title' }, element('h2', {}, 'Lines'), historyMenu()),
    list,
    element('footer', {},
      element('div', {}, button('+ Line', add)),
      element('p', { class: 'quiet' }, 'Paste a .ttgir or HLO text here, and it opens in its own screen.')));

  // The operations come with a part of the page that is loaded when one is meant.
  function options(isOfCalls: boolean): Option[] {
    if (isOfCalls) app.engine.loadOperations();
    const { lines, current } = app.store.state;
    const names = lines.slice(0, current).flatMap((text): [string, string][] => {
      const name = NAMED.exec(text);
      return name === null ? [] : [[name[1]!, text.slice(name[0]!.length, name[0]!.length + MOST_SHOWN)]];
    });
    return optionsOf(app.words, names);
  }

  function historyMenu(): HTMLElement {
    const menu = menuButton('History', (): MenuGroup[] => {
      const now = new Set(app.store.state.lines);
      const texts = [...history].reverse().filter((text) => !now.has(text)).slice(0, MOST_REMEMBERED);
      const none = { text: 'Nothing yet', about: 'Lines that you change or delete come here.', run: () => undefined };
      return [{
        items: texts.length === 0 ? [none] : texts.map((text) => ({
          text, run: () => change(withLines(app.store.state, app.store.state.lines.length, [text])),
        })),
      }];
    });
    menu.querySelector('button')?.classList.add('button', 'plain');
    return menu;
  }

  // A change of the list, after which the cursor is in the current line.
  function change(patch: Partial<State>): void {
    app.store.set(patch, 'push');
    focus(app.store.state.current);
  }
  function focus(line: number): void {
    entries[line]?.field.focus();
  }

  function made(): Entry {
    const entry = madeEntry(acts, app.words.notations);
    entry.field.id = `line-field-${++serial}`;
    const insert = ({ text, isCall }: Option, length: number): void => {
      const caret = entry.field.selectionStart;
      const isOpen = entry.field.value[caret] === '(';
      typeInto(entry.field, [caret - length, caret], isCall && !isOpen ? `${text}()` : text);
      const at = entry.field.selectionStart - (isCall && !isOpen ? 1 : 0);
      entry.field.setSelectionRange(at, at);
      completion.close();
    };
    const completion = completionOf(entry.field, options, insert, app.say);
    completions.set(entry, completion);
    entry.field.addEventListener('keydown', (event) => key(entry, completion, event));
    entry.field.addEventListener('paste', (event) => void paste(entry, event));
    entry.field.addEventListener('blur', () => completion.close());
    return entry;
  }

  function key(entry: Entry, completion: Completion, event: KeyboardEvent): void {
    if (event.isComposing) return;
    const { state } = app.store;
    if (completion.key(event)) return event.preventDefault();
    let patch: Partial<State> | null = null;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) patch = withLines(state, entry.line + 1, ['']);
    else if (event.altKey && event.key === 'ArrowUp') patch = withMoved(state, entry.line, -1) ?? {};
    else if (event.altKey && event.key === 'ArrowDown') patch = withMoved(state, entry.line, 1) ?? {};
    else if (event.key === 'Backspace' && entry.field.value === '' && state.lines.length > 1) {
      patch = withoutLine(state, entry.line);
    }
    if (patch === null) return;
    event.preventDefault();
    change(patch);
  }

  async function paste(entry: Entry, event: ClipboardEvent): Promise<void> {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!text.trim().includes('\n')) return;
    event.preventDefault();
    const reply = await app.engine.ask<Scanned>('scan', { text }, { key: 'scan' });
    if (reply?.ok && reply.kind !== 'line') {
      openIn(app, reply.kind, text);
      app.say(`The text is ${reply.title}. It is open in its own screen.`);
      return;
    }
    const [first = '', ...more] = linesOf(text);
    const { selectionStart, selectionEnd } = entry.field;
    typeInto(entry.field, [selectionStart, selectionEnd], first);
    if (more.length > 0) change(withLines(app.store.state, entry.line + 1, more));
  }

  // Entries are moved with their lines where it can be told, so that undo and focus go with them.
  function reconcile(): void {
    const { lines } = app.store.state;
    const focused = entries.find(({ field }) => field === document.activeElement);
    const free = new Set(entries);
    const next: (Entry | null)[] = lines.map((text, line) => {
      const same = entries[line];
      const found = same?.field.value === text ? same : [...free].find(({ field }) => field.value === text);
      if (found === undefined || !free.delete(found)) return null;
      return found;
    });
    const left = [...free];
    entries.splice(0, entries.length, ...next.map((entry) => entry ?? left.shift() ?? made()));
    for (const entry of left) {
      completions.delete(entry);
      entry.root.remove();
    }
    entries.forEach((entry, at) => {
      entry.line = at; // before the focus moves, which asks for it
      if (list.children[at] !== entry.root) list.insertBefore(entry.root, list.children[at] ?? null);
    });
    if (focused && entries.includes(focused) && focused.field !== document.activeElement) focused.field.focus();
  }

  function show(): void {
    const { state } = app.store;
    entries.forEach((entry, line) => entry.show(line, state, app.lines.reply(line)));
  }

  function speak(): void {
    clearTimeout(speech);
    speech = setTimeout(() => {
      const { current, lines } = app.store.state;
      lines.forEach((text, line) => {
        if (app.lines.reply(line)?.ok && text.trim() !== '') history.add(text);
      });
      const reply = app.lines.reply(current);
      if (!entries.some(({ field }) => field === document.activeElement) || reply === null) return;
      const said = reply.ok ? whatIs(reply) : reply.error.message;
      if (said !== '') app.say(`Line ${current + 1}: ${said}`);
    }, PAUSE);
  }

  app.store.listen((_, changed) => {
    if (changed.has('lines')) reconcile();
    if (['lines', 'current', 'on', 'notation'].some((key) => changed.has(key as keyof State))) show();
  });
  app.lines.listen(() => {
    show();
    speak();
  });
  reconcile();
  show();
  return () => {
    const focused = entries.find(({ field }) => field === document.activeElement);
    if (focused) completions.get(focused)?.typed();
  };
}

let serial = 0;
