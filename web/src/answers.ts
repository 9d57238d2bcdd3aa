// SPDX-License-Identifier: Apache-2.0
// answers.ts: asks the module about each line that changed, and about those after it, which may use its name.
import type { Lines } from './app';
import type { Engine } from './engine';
import { LONGEST_LINE } from './line_edit';
import { askedWithout } from './own';
import type { LineReply, Refusal, Reply } from './reply';
import type { Store } from './state';

interface Answer {
  text: string;
  notation: string;
  tensor: string;
  reply: Reply<LineReply> | null;
  good: LineReply | null;
}

type Listener = (changed: ReadonlySet<number>) => void;

function tooLong(line: number, length: number): Refusal {
  const counted = (count: number): string => count.toLocaleString('en');
  const message = `The line has ${counted(length)} characters; the limit is ${counted(LONGEST_LINE)}.`;
  const help = 'Give its parts names, each on a line of its own.';
  return { v: 1, id: 0, ok: false, exit: 2, error: { code: 'web.long_line', message, line, help } };
}

export class Answers implements Lines {
  private answers: Answer[] = [];
  private listeners: Listener[] = [];

  constructor(private store: Store, private engine: Engine) {
    store.listen((_, changed) => {
      if (changed.has('lines') || changed.has('notation') || changed.has('tensor')) this.update();
    });
  }

  reply(line: number): Reply<LineReply> | null {
    return this.answers[line]?.reply ?? null;
  }

  good(line: number): LineReply | null {
    return this.answers[line]?.good ?? null;
  }

  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  update(): void {
    const { lines, notation, tensor } = this.store.state;
    const old = this.answers;
    const isShifted = old.length !== lines.length;
    const isSame = (was: Answer, text: string, line: number): boolean =>
      was.text === text && was.notation === (notation[line] ?? '') && was.tensor === tensor;
    this.answers = lines.map((text, line) => {
      const before = old[line];
      // A reply that is on its way is to this one.
      if (before !== undefined && isSame(before, text, line)) return before;
      // A line that was moved keeps its answer; one that is typed into keeps its last good one.
      const was = (old[line]?.text === text ? old[line] : old.find((each) => each.text === text))
        ?? (isShifted ? undefined : old[line]);
      return { text, tensor, notation: notation[line] ?? '', reply: was?.reply ?? null, good: was?.good ?? null };
    });
    for (let line = lines.length; line < old.length; ++line) this.engine.cancel(`line ${line}`);
    const first = this.answers.findIndex((now, line) => old[line] !== now || now.reply === null);
    if (first < 0) return;
    for (let line = first; line < lines.length; ++line) void this.ask(line, false);
  }

  /// About the lines that were refused because a part of the page could not be loaded.
  again(): void {
    this.answers.forEach(({ reply }, line) => {
      if (reply?.ok === false && reply.error.code === 'web.load') void this.ask(line, false);
    });
  }

  /// Asks again without a limit of time.
  askLonger(line: number): void {
    void this.ask(line, true);
  }

  private async ask(line: number, job: boolean): Promise<void> {
    const answer = this.answers[line];
    if (answer === undefined) return;
    const { notation, tensor, text } = answer;
    const of = { line, ...notation !== '' && { notation }, ...tensor !== '' && { tensor } };
    const asked = { key: `line ${line}`, job };
    const isLong = text.length > LONGEST_LINE;
    if (isLong) this.engine.cancel(asked.key);
    const { reply } = await (isLong ? { reply: tooLong(line, text.length) }
      : askedWithout(of, (some) => this.engine.ask<LineReply>('line', some, asked)));
    // The lines may have changed meanwhile; then they are asked about already.
    if (reply === null || this.answers[line] !== answer) return;
    answer.reply = reply;
    if (reply.ok) answer.good = reply.kind === 'empty' ? null : reply;
    for (const listener of this.listeners) listener(new Set([line]));
  }
}
