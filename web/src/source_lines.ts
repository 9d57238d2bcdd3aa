// SPDX-License-Identifier: Apache-2.0
// source_lines.ts: the text of a module with numbered lines, of which one is shown and marked.
//
// Only the lines in sight are in the document, so a text of 16 MiB scrolls as a short one does.
import { element } from './dom';
import { unitsBefore } from './text';
import { windowOf } from './window_of';

const LINE = 20; // pixels; screens.css says the same
const WIDEST = 2000; // characters of a line in the document; the others are cut, with a mark
const MOST = 32_000_000; // pixels; browsers place nothing beyond

export class SourceLines {
  readonly root: HTMLElement;
  private lines: string[] = [];
  private marked = -1;
  private drawn = '';
  private readonly inner = element('div', { class: 'lines' });
  private readonly frame: HTMLElement;

  constructor(title: string) {
    this.frame = element('div', {
      class: 'frame', tabindex: 0, role: 'region', 'aria-label': title, scroll: () => this.draw(),
    }, this.inner);
    this.root = element('div', { class: 'module-text' }, this.frame);
    if (typeof ResizeObserver !== 'undefined') new ResizeObserver(() => this.draw()).observe(this.frame);
  }

  set(text: string): void {
    this.lines = text.replace(/\n$/, '').split('\n');
    this.marked = -1;
    this.inner.style.height = `${Math.min(MOST, this.lines.length * LINE)}px`;
    this.inner.style.width = `${Math.min(WIDEST, widest(this.lines)) + 8}ch`;
    this.frame.scrollTo(0, 0);
    this.drawn = '';
    this.draw();
  }

  /// Marks a line, from 1, and brings it into the middle.
  show(line: number): void {
    this.marked = line - 1;
    this.frame.scrollTop = Math.max(0, this.marked * LINE - this.frame.clientHeight / 2);
    this.frame.scrollLeft = 0;
    this.drawn = '';
    this.draw();
  }

  line(line: number): string {
    return this.lines[line - 1] ?? '';
  }

  private draw(): void {
    const [first, last] = windowOf(this.frame.scrollTop, this.frame.clientHeight || 400, this.lines.length, LINE);
    const present = `${first} ${last}`;
    if (present === this.drawn) return;
    this.drawn = present;
    const made = this.lines.slice(first, last).map((text, at) => {
      const line = first + at;
      const shown = text.length > WIDEST ? `${text.slice(0, WIDEST)} ..` : text;
      const row = element('div', { class: line === this.marked ? 'line marked' : 'line' },
        element('span', { class: 'number', 'aria-hidden': 'true' }, String(line + 1)), element('code', {}, shown));
      if (line === this.marked) row.setAttribute('aria-current', 'true');
      row.style.top = `${line * LINE}px`;
      return row;
    });
    this.inner.replaceChildren(...made);
  }
}

function widest(lines: string[]): number {
  let most = 0;
  for (const line of lines) most = Math.max(most, line.length);
  return most;
}

/// The line, from 1, in which a byte of the text's UTF-8 lies.
export function lineOfByte(text: string, byte: number): number {
  const end = unitsBefore(text, byte);
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
