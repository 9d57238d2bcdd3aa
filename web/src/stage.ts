// SPDX-License-Identifier: Apache-2.0
// stage.ts: asks for the pictures of the lines that are on, and puts them on the board.
import type { App } from './app';
import { Board } from './board';
import { colorOf } from './look';
import { askedWithout, Drops, OWN } from './own';
import { isOfTensor } from './refusal';
import type { Failure, LineReply, Reply, ShowReply } from './reply';
import { samePlace } from './select';
import { Sheet } from './sheet';
import type { State } from './state';
import { partOf, Wanted, wantedOf, wholeOf } from './wanted';

const MOST_LINES = 4;
/// The address need not follow each move of the mouse.
const POINTED_MS = 250;
const EMPTY = 'Nothing is drawn. Type a layout, such as (8,64):(64,1), or open an example.';
const ASKS: (keyof State)[] = [
  'notation', 'view', 'color', 'label', 'dtype', 'group', 'fold', 'tensor', 'crop', 'every', 'operands', 'access',
];
const ALONE: Drops = { ...OWN, 'show.crop': ['crop', 'every'] };
/// Beside other pictures, what is meant for them is left out too.
const BESIDE: Drops = { ...ALONE, 'show.option': ['crop', 'every', 'group', 'fold', 'access', 'tensor'] };

type Good = Reply<ShowReply> & { ok: true };

/// It is not that there is no engine.
function isAnswer(reply: Reply<LineReply> | null): boolean {
  return reply !== null && (reply.ok || reply.error.code !== 'web.load');
}

/// Until there is a picture, or it is known that there is none.
export function mountStage(app: App, root: HTMLElement): Promise<void> {
  return new Promise((opened) => new Stage(app, new Board(app, root, opened)).start());
}

class Stage {
  private timer = 0;
  private asking = 0; // pictures that have not come yet
  private before: number[] = []; // the lines that were drawn last
  private readonly unloaded = new Set<number>(); // lines whose picture needs a module that did not come
  constructor(private readonly app: App, private readonly board: Board) {}

  start(): void {
    const { store, lines, selection, engine } = this.app;
    selection.restore(store.state.at, store.state.kept);
    store.listen((state, changed) => this.changed(state, changed));
    lines.listen((changed) => {
      this.board.answers.forget();
      this.askAll(changed);
    });
    selection.listen(() => {
      window.clearTimeout(this.timer);
      this.timer = window.setTimeout(() => store.set({ at: selection.pointed, kept: selection.kept }), POINTED_MS);
    });
    engine.listen((event) => {
      if (event === 'ready') for (const line of this.unloaded) void this.askLine(line);
    });
    this.askAll(null);
  }

  private on(): number[] {
    const { on, current } = this.app.store.state;
    if (on.length > 0) return [...on].sort((a, b) => a - b).slice(0, MOST_LINES);
    // The line with the cursor, or while it has no picture the nearest one above it.
    for (let line = current; line >= 0; --line) {
      const kind = this.app.lines.good(line)?.kind;
      if (kind === 'layout' || kind === 'equal') return [line];
    }
    return [current];
  }

  private changed(state: Readonly<State>, changed: ReadonlySet<keyof State>): void {
    const { board } = this;
    board.toolbar.update(state);
    if (changed.has('theme') || changed.has('palette')) board.relook();
    if (changed.has('at') || changed.has('kept')) this.recall(state);
    if (changed.has('view') || changed.has('fold')) board.origin = { x: 0, y: 0 };
    if (changed.has('crop')) board.shift();
    if (ASKS.some((key) => changed.has(key))) this.askAll(null);
    else if (changed.has('on') || changed.has('current')) {
      this.askAll(new Set(this.on().filter((line) => !board.sheets.has(line))));
    }
    if (changed.has('zoom')) board.arrange();
  }

  /// Back, or a link, changed what is selected.
  private recall({ at, kept }: Readonly<State>): void {
    const { selection } = this.app;
    const isSame = samePlace(at, selection.pointed) && JSON.stringify(kept) === JSON.stringify(selection.kept);
    if (!isSame) selection.restore(at, kept);
  }

  /// Lines that are off leave, but not before there is another picture, or it is known that none comes.
  private sweep(isAnswered = false): void {
    const on = this.on();
    const { sheets } = this.board;
    if (!isAnswered && !on.some((line) => sheets.has(line))) return;
    for (const line of [...sheets.keys()]) if (!on.includes(line)) this.board.remove(line);
  }

  /// Asks for the pictures of these lines, null for all.
  private askAll(changed: ReadonlySet<number> | null): void {
    const on = this.on();
    const { before } = this;
    this.before = on;
    this.sweep();
    // One that an emptied line gives way to has not changed itself.
    for (const line of on) {
      if (changed === null || changed.has(line) || !before.includes(line)) void this.askLine(line);
    }
    this.update();
  }

  private async askLine(line: number): Promise<void> {
    const reply = this.app.lines.reply(line);
    if (reply === null) return;
    if (!reply.ok) {
      this.refuse(line, reply.error);
      this.update();
      return;
    }
    const sheet = this.board.sheets.get(line);
    const wanted = wantedOf(this.app.store.state, line, reply, sheet?.sides ?? 'both');
    if (wanted.length === 0) this.board.remove(line);
    else await this.counted(this.ask(sheet ?? this.newSheet(line), wanted, reply));
    this.update();
  }

  /// The error of a line stands under it; that of the tensor, which all lines share, with the picture.
  private refuse(line: number, error: Failure): void {
    const isHere = isOfTensor(error, this.app.store.state);
    const sheet = this.board.sheets.get(line) ?? (isHere ? this.newSheet(line) : null);
    if (sheet === null) return;
    if (sheet.name === '') sheet.name = `line ${line + 1}`;
    sheet.fail(isHere ? error : null);
    sheet.setStale(true);
    if (isHere) this.board.add(sheet);
    else if (sheet.parts.length === 0) this.board.remove(line);
  }

  private newSheet(line: number): Sheet {
    return new Sheet(line, this.board, () => void this.askLine(line));
  }

  private update(): void {
    const { lines } = this.app;
    const on = this.on();
    this.board.toolbar.setCall(on.some((line) => lines.good(line)?.call === true));
    const isAnswered = this.asking === 0 && on.every((line) => isAnswer(lines.reply(line)));
    if (isAnswered) this.sweep(true);
    this.board.sayEmpty(isAnswered && this.board.sheets.size === 0 ? EMPTY : '');
  }

  private async counted(asked: Promise<void>): Promise<void> {
    ++this.asking;
    await asked.finally(() => --this.asking);
  }

  private async ask(sheet: Sheet, wanted: Wanted[], good: LineReply): Promise<void> {
    const turn = ++sheet.turn;
    sheet.name = good.name ?? `line ${sheet.line + 1}`;
    const answers = await Promise.all(wanted.map(({ verb, of }, i) => askedWithout(of,
      (some) => this.app.engine.ask<ShowReply>(verb, some, { key: `show:${sheet.line}:${i}` }),
      this.on().length > 1 ? BESIDE : ALONE)));
    const replies = answers.map(({ reply }) => reply);
    if (turn !== sheet.turn || !this.on().includes(sheet.line)) return;
    const failed = replies.find((reply) => reply !== null && !reply.ok);
    const drawn = replies.filter((reply): reply is Good => reply !== null && reply.ok);
    this.unloaded.delete(sheet.line);
    if (failed && !failed.ok) {
      if (failed.error.code === 'web.load') this.unloaded.add(sheet.line);
      sheet.fail(failed.error);
    } else if (drawn.length === wanted.length) {
      this.show(sheet, wanted.map((each, i) => ({ ...each, of: answers[i]!.of })), drawn, good);
    } else {
      return;
    }
    this.board.add(sheet);
    this.sweep();
  }

  private show(sheet: Sheet, wanted: Wanted[], drawn: Good[], good: LineReply): void {
    const { words, store } = this.app;
    sheet.whole = wholeOf(drawn[0]!, wanted[0]!.of);
    const parts = drawn.map((reply, i) => partOf(wanted[i]!, reply));
    sheet.show(parts, good, (shade) => colorOf(words, store.state.palette, shade));
  }
}
