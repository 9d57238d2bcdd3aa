// SPDX-License-Identifier: Apache-2.0
// module_screen.ts: what the screens HLO and TTGIR share: a text that comes in, is shown, and is asked about.
import type { App } from './app';
import { button, element } from './dom';
import { Job } from './job';
import { ModuleText, type TextOf } from './module_text';
import { takenElsewhere } from './other_screen';
import type { Failure } from './reply';
import { lineOfByte, SourceLines } from './source_lines';

export abstract class ModuleScreen {
  protected text = ''; // that is shown
  protected readonly job: Job;
  protected readonly source = new SourceLines('Text of the module');
  protected readonly title = element('h2', { tabindex: -1 });
  protected readonly error = element('div', { role: 'alert' });
  private asked = ''; // what the present answers depend on, beside the text
  private readonly input: ModuleText;
  private parts: HTMLElement[] = [];
  private isUnloaded = false; // what answers could not be loaded

  constructor(
    protected readonly app: App, private readonly key: 'hlo' | 'ttgir', private readonly root: HTMLElement,
    of: Omit<TextOf, 'text' | 'take'>,
  ) {
    this.job = new Job(app);
    this.input = new ModuleText({ ...of, text: () => this.text, take: (text) => void this.take(text) }, root);
  }

  /// A new text; empty for none.
  protected abstract read(): void;
  protected abstract ask(): Promise<void>;
  /// What the answers depend on beside the text.
  protected options(): string {
    return '';
  }

  /// Fills the screen: `controls` beside the title, `above` and the `cards` below.
  protected mount(controls: Node[], above: HTMLElement[], cards: HTMLElement[]): void {
    const close = button('Close', () => this.app.store.set({ [this.key]: '' }, 'push'));
    const head = element('div', { class: 'head' }, this.title, ...controls, ...this.input.buttons, close);
    const body = element('div', { class: `parts ${this.key}` }, ...cards, card('Text', this.source.root));
    this.parts = [head, this.error, ...above, body];
    this.root.classList.add('module-screen');
    this.root.replaceChildren(head, this.input.box, this.job.root, this.error, ...above, body);
    this.app.store.listen(() => this.update());
    this.app.engine.listen((event) => {
      if (event === 'ready' && this.isUnloaded) void this.ask();
    });
    this.update();
    // Whoever opens the screen focuses it, maybe before this script was there.
    this.root.addEventListener('focus', () => this.title.focus());
    if (document.activeElement === this.root) this.title.focus();
  }

  /// A text of the other kind goes to its own screen.
  private async take(text: string): Promise<void> {
    if (await takenElsewhere(this.app, text, this.key)) return;
    this.app.store.set({ [this.key]: text, screen: this.key }, 'push');
    this.title.focus();
  }

  private update(): void {
    const { state } = this.app.store;
    if (state.screen !== this.key) return;
    const text = state[this.key];
    const isThere = text.trim() !== '';
    const isNew = text !== this.text;
    for (const part of this.parts) part.hidden = !isThere;
    if (isNew || !isThere) this.input.show(!isThere);
    if (!isNew && this.asked === this.options()) return;
    this.isUnloaded = false;
    this.text = text;
    this.asked = this.options();
    if (isNew) {
      this.source.set(text);
      this.read();
    }
    if (isThere) void this.ask();
    else this.job.cancel();
  }

  protected fail(error: Failure): void {
    this.isUnloaded = error.code === 'web.load';
    this.error.replaceChildren(...this.failure(error));
    if (error.span !== undefined) this.source.show(lineOfByte(this.text, error.span[0]));
  }

  protected cancelled(): void {
    this.error.replaceChildren('Cancelled. ', button('Start again', () => void this.ask()));
  }

  /// What is wrong, and in which line, which a click shows.
  protected failure(error: Failure | undefined): Node[] {
    if (error === undefined) return [];
    const line = error.span === undefined ? null : lineOfByte(this.text, error.span[0]);
    const place = line === null ? []
      : [button(`Line ${line}`, () => this.source.show(line), { class: 'name' }), ': '];
    const help = error.help === undefined ? '' : ` (${error.help})`;
    return [element('p', { class: 'error' }, ...place, error.message, help)];
  }
}

export function card(title: string, ...children: Node[]): HTMLElement {
  const name = title.toLowerCase();
  return element('section', { class: `card ${name}`, 'aria-label': title }, element('h3', {}, title), ...children);
}
