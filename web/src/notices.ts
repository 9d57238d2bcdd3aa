// SPDX-License-Identifier: Apache-2.0
// notices.ts: sentences below the header: problems of a link, work that takes long, an engine that is gone.
import { button, element } from './dom';
import type { Engine } from './engine';
import { copy } from './saved';

const closing = (notice: () => HTMLElement): HTMLElement =>
  button('Close', () => notice().remove());

export class Notices {
  private working = new Set<string>();
  private slow = new Map<string, HTMLElement>();
  private gone: HTMLElement | null = null;
  private unloaded: HTMLElement | null = null;
  private bar = element('div', { id: 'working', role: 'progressbar', 'aria-label': 'Working', hidden: true });

  /// The command says what the story's picture shows.
  constructor(private root: HTMLElement, private command: string, private say: (text: string) => void) {
    root.append(this.bar);
  }

  /// A sentence each, until closed.
  problems(sentences: string[]): void {
    this.root.querySelector('.link-problems')?.remove();
    if (sentences.length === 0) return;
    const notice: HTMLElement = element('div', { class: 'notice bad link-problems' },
      element('ul', {}, ...sentences.slice(0, 8).map((sentence) => element('li', {}, sentence))),
      closing(() => notice));
    this.root.append(notice);
    this.say(sentences.join(' '));
  }

  listenTo(engine: Engine): void {
    engine.listen((event, about) => {
      if (event === 'working') this.working.add(about);
      // What job.ts asks has its own Cancel, beside what it is for.
      else if (event === 'slow' && !about.startsWith('job ')) this.tellSlow(engine, about);
      else if (event === 'gone') this.tellGone(about);
      else if (event === 'idle') this.ended(about);
      else if (event === 'unloaded') this.tellUnloaded(engine, about);
      else if (event === 'ready') this.unloaded?.remove();
      this.bar.hidden = this.working.size === 0;
    });
  }

  private ended(key: string): void {
    this.working.delete(key);
    this.slow.get(key)?.remove();
    this.slow.delete(key);
  }

  private tellSlow(engine: Engine, key: string): void {
    const cancel = button('Cancel', () => engine.cancel(key));
    const notice = element('div', { class: 'notice' }, 'This takes longer than usual.', cancel);
    this.slow.get(key)?.remove();
    this.slow.set(key, notice);
    this.root.append(notice);
    this.say('This takes longer than usual. Cancel is below the header.');
  }

  private tellGone(command: string): void {
    this.gone?.remove();
    const sentence = 'The engine stopped or ran out of memory. A new one is running; your lines are unchanged.';
    const parts: (Node | string)[] = [sentence];
    if (command !== '') {
      const click = async (): Promise<void> => this.say(await copy(command) ? 'Copied' : 'Copy it by hand');
      parts.push(button('Copy the command', () => void click()));
    }
    const gone: HTMLElement = element('div', { class: 'notice bad engine-gone' }, ...parts, closing(() => gone));
    if (command !== '') gone.append(element('code', {}, command));
    this.gone = gone;
    this.root.append(gone);
    this.say(sentence);
  }

  /// The story's picture stays until the engine drew one.
  private tellUnloaded(engine: Engine, why: string): void {
    this.unloaded?.remove();
    this.unloaded = element('div', { class: 'notice bad' }, why, button('Try again', () => engine.reload()));
    if (document.querySelector('#story') !== null) {
      this.unloaded.append('The command line gives the same answers:', element('code', {}, this.command));
    }
    this.root.append(this.unloaded);
    this.say(why);
  }
}
