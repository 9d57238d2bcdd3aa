// SPDX-License-Identifier: Apache-2.0
// share.ts: the menu Share: the state as a link, as Markdown, as command lines, as one file.
import type { App } from './app';
import { fragmentOf, LONG } from './link';
import { menuButton, type MenuGroup } from './menu';
import { oneFile } from './one_file';
import { copy, fileName, save } from './saved';
import { shownOn, whatIs } from './shown';
import type { State } from './state';
import { tell } from './told';

export interface Described {
  text: string; // as it was typed
  is: string;
}

/// A text, the link, and the lines with what they are.
export function markdownOf(lines: Described[], link: string, commands: string[]): string {
  const given = lines.filter((line) => line.text.trim() !== '');
  const title = given[0]?.text.replace(/\s+/g, ' ').replace(/[[\]\\`*_<>|]/g, '\\$&') ?? 'Tileglot';
  const wide = Math.min(60, Math.max(0, ...given.map((line) => line.text.length)));
  const block = given.map(({ text, is }) => (is === '' ? text : `${text.padEnd(wide)}  # ${is}`));
  const fence = fenceOf([...block, ...commands]);
  const code = [...block, ...(block.length > 0 && commands.length > 0 ? [''] : []), ...commands];
  return `[${title}](${link})\n\n${fence}text\n${code.join('\n')}\n${fence}\n`;
}

/// Longer than any run of backquotes in the block.
function fenceOf(lines: string[]): string {
  const runs = lines.join('\n').match(/`+/g) ?? [];
  return '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
}

export function mountShare(app: App, root: HTMLElement): void {
  root.replaceChildren(menuButton('Share', () => [{ items: itemsOf(app) }]));
}

function itemsOf(app: App): MenuGroup['items'] {
  const items = [
    { text: 'Copy link', about: 'It opens this view. It stays valid.', run: () => void copyLink(app) },
    { text: 'Copy as Markdown', about: 'Link, lines and what they are', run: () => void copyMarkdown(app) },
    { text: 'Copy as command lines', about: 'For the program tileglot', run: () => void copyCommands(app) },
    { text: 'Save as one HTML file', about: 'This page and its state; opens offline', run: () => void saveFile(app) },
  ];
  if (typeof navigator.share === 'function') {
    items.push({ text: 'Share with ..', about: 'Another app of this device', run: () => void shareAway(app) });
  }
  return items;
}

async function linkOf(state: Readonly<State>): Promise<string> {
  return `${location.href.split('#')[0]}#${await fragmentOf(state, true)}`;
}

async function copyLink(app: App): Promise<void> {
  const link = await linkOf(app.store.state);
  const isCopied = await copy(link);
  if (link.length <= LONG) return tell(app, isCopied ? 'The link is on the clipboard.' : refused(link));
  const where = isCopied ? 'The link is on the clipboard' : 'The browser refused the clipboard';
  const length = link.length.toLocaleString('en');
  tell(app, `${where}. It has ${length} characters, and many chats and mail programs cut it.`,
    { text: 'Save as one HTML file', run: () => void saveFile(app) });
}

async function copyMarkdown(app: App): Promise<void> {
  const { state } = app.store;
  const isLines = state.screen === 'lines';
  const lines = isLines ? state.lines.map((text, at) => ({ text, is: isOf(app, at) })) : [];
  const commands = isLines ? [] : commandsOf(app);
  const text = markdownOf(lines, await linkOf(state), commands);
  tell(app, (await copy(text)) ? 'The Markdown is on the clipboard.' : refused(text));
}

function isOf(app: App, line: number): string {
  const reply = app.lines.good(line);
  return reply === null ? '' : whatIs(reply);
}

/// What the command line is asked for the same.
export function commandsOf(app: App): string[] {
  const { state } = app.store;
  if (state.screen === 'ttgir') return [app.engine.commandOf('inspect', { name: 'kernel.ttgir', text: '' })];
  if (state.screen === 'hlo') {
    const { target, strategy } = state;
    return [app.engine.commandOf('hlo.assign', { name: 'module.hlo', text: '', target, strategy, explain: true })];
  }
  const shown = shownOn(app).map(({ verb, of }) => app.engine.commandOf(verb, of));
  const compared = state.lines.flatMap((_, line) => {
    const isEqual = app.lines.good(line)?.kind === 'equal';
    return isEqual ? [app.engine.commandOf('equal', { line })] : [];
  });
  return [...shown, ...compared];
}

async function copyCommands(app: App): Promise<void> {
  const commands = commandsOf(app);
  if (commands.length === 0) return tell(app, 'No line has a layout yet.');
  const text = commands.join('\n');
  tell(app, (await copy(text)) ? 'The command lines are on the clipboard.' : refused(text));
}

async function saveFile(app: App): Promise<void> {
  const { state } = app.store;
  const page = await oneFile(await fragmentOf(state));
  if (page === null) return tell(app, 'This site does not have the offline page, tileglot.html, beside it.');
  const name = state.screen === 'lines' ? state.lines[state.current] ?? '' : state.screen;
  save(fileName(`tileglot ${name}`, 'html'), new Blob([page], { type: 'text/html' }));
  tell(app, 'The file holds the page and its state.');
}

async function shareAway(app: App): Promise<void> {
  try {
    await navigator.share({ title: 'Tileglot', url: await linkOf(app.store.state) });
  } catch (error) {
    // Closing the dialog is not an error.
    if (!(error instanceof DOMException && error.name === 'AbortError')) tell(app, 'The device refused to share it.');
  }
}

function refused(text: string): string {
  return `The browser refused the clipboard. Copy it here: ${text}`;
}
