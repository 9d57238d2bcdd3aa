// SPDX-License-Identifier: Apache-2.0
// module_text.ts: the ways in which the text of a module comes into a screen: pasted, opened, dropped.
//
// A file is read by the browser and stays on the machine.
import { button, element } from './dom';

export const MOST_BYTES = 16 * 1024 * 1024;
/// Text fields of browsers become slow beyond.
const MOST_EDITED = 400_000;

export interface TextOf {
  kind: string; // "an HLO module"
  endings: string; // of the file dialog: ".hlo,.txt"
  command: string; // "tileglot hlo stats", which has no limit
  example: { name: string; text: string };
  text(): string; // that is shown, to be edited
  take(text: string, name: string): void;
}

/// Why a text is not taken; null if it is.
export function tooLong(of: TextOf, name: string, bytes: number): string | null {
  if (bytes <= MOST_BYTES) return null;
  const size = (bytes / (1024 * 1024)).toFixed(1);
  return `${name} has ${size} MiB, and this page reads up to 16 MiB. \`${of.command} ${name}\` has no such limit.`;
}

export class ModuleText {
  readonly box: HTMLElement; // shown while there is no text
  readonly buttons: HTMLElement[]; // for the head of the screen: open a file, edit the text
  private readonly field: HTMLTextAreaElement;
  private readonly editor: HTMLButtonElement;
  private readonly problem = element('p', { class: 'error', role: 'alert' });
  private readonly file: HTMLInputElement;

  /// A file may be dropped anywhere on `screen`.
  constructor(private readonly of: TextOf, screen: HTMLElement) {
    this.file = element('input', { type: 'file', accept: of.endings, hidden: true, change: () => this.read() });
    this.field = element('textarea', {
      'aria-label': `Text of ${of.kind}`, placeholder: `Paste the text of ${of.kind}`, spellcheck: 'false',
      autocapitalize: 'off', autocomplete: 'off', rows: 10, paste: (event) => this.pasted(event as ClipboardEvent),
    });
    this.editor = button('Edit text', () => this.edit(), { 'aria-expanded': 'false' });
    this.buttons = [this.opener(), this.editor];
    const take = button('Read this text', () => this.typed(), { class: 'button main' });
    const example = button(`Try ${of.example.name}`, () => of.take(of.example.text, of.example.name));
    this.box = element('div', { class: 'paste card' }, this.field, this.problem, this.file,
      element('div', { class: 'row' }, take, this.opener(), example,
        element('span', { class: 'quiet' }, 'or drop a file here. It stays on your machine.')));
    screen.addEventListener('dragover', (event) => event.preventDefault());
    screen.addEventListener('drop', (event) => this.dropped(event));
  }

  /// A sentence about the text that came last; '' for none.
  say(sentence: string): void {
    this.problem.textContent = sentence;
  }

  show(isShown: boolean): void {
    this.box.hidden = !isShown;
    this.editor.setAttribute('aria-expanded', String(isShown));
  }

  /// Shows the box with the present text, or hides it.
  private edit(): void {
    const text = this.of.text();
    this.show(this.box.hidden);
    if (this.box.hidden) return;
    const isLong = text.length > MOST_EDITED;
    this.say(isLong ? 'This text is too long to be edited here. Change the file and open it again.' : '');
    this.field.value = isLong ? '' : text;
    this.field.focus();
  }

  private opener(): HTMLButtonElement {
    return button('Open file', () => this.file.click());
  }

  private typed(): void {
    this.give(this.field.value, 'the text');
  }

  private pasted(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    // A whole module needs no button; a part of one is being written by hand.
    if (this.field.value.trim() !== '' || !text.includes('\n')) return;
    event.preventDefault();
    this.give(text, 'the text');
  }

  private dropped(event: DragEvent): void {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData('text/plain') ?? '';
    if (file !== undefined) this.readFile(file);
    else if (text !== '') this.give(text, 'the text');
  }

  private read(): void {
    const file = this.file.files?.[0];
    this.file.value = '';
    if (file !== undefined) this.readFile(file);
  }

  private readFile(file: File): void {
    const refused = tooLong(this.of, file.name, file.size);
    if (refused !== null) return this.refuse(refused);
    const reader = new FileReader();
    reader.onload = () => this.give(String(reader.result), file.name);
    reader.onerror = () => this.refuse(`The browser cannot read ${file.name}.`);
    reader.readAsText(file);
  }

  private give(text: string, name: string): void {
    const refused = text.trim() === '' ? `${name} is empty.`
      : text.includes('\0') ? `${name} is not a text. The page reads ${this.of.kind} as text only.`
        : tooLong(this.of, name, text.length);
    if (refused !== null) return this.refuse(refused);
    this.say('');
    this.field.value = '';
    this.show(false);
    this.of.take(text, name);
  }

  private refuse(sentence: string): void {
    this.say(sentence);
    this.show(true);
  }
}
