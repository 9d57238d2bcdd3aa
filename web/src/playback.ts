// SPDX-License-Identifier: Apache-2.0
// playback.ts: an access, word by word, of one layout or of two beside one another.
//
// Why      A conflict is time: when both layouts run on one clock, the slow one is seen to take longer. The clock
//          is `state.tick`; what is served at a tick is the model's order, and the page says so.
import type { App } from './app';
import { Clock } from './clock';
import { cureTable } from './cures';
import { button, element } from './dom';
import {
  askAbout, both, choice, fill, hasBanks, lineFor, refusal, requestOf, subjectAt, subjectOf, whenChanged,
} from './panel';
import type { Subject } from './panel';
import type { AccessReply, Failure } from './reply';
import { litAt, momentAt, tickOf, timelineOf } from './ticks';
import { Track, stepText } from './track';
import { Transport } from './transport';

const SWIZZLED = /^Sw<[^>]*> o 0 o (.+)$/;
const BASE = 'base';

export function mountPlayback(app: App, root: HTMLElement): void {
  new Playback(app, root);
}

class Playback {
  private tracks: Track[] = [];
  private lines: number[] = []; // of the tracks
  private asked = 0;
  private shown = ''; // what the tracks are of
  private isOpen: boolean;
  private willPlay = false; // as soon as there is something to play
  private readonly clock: Clock = new Clock(() => this.advance(), () => this.transport.playing(this.clock.runs));
  private readonly transport: Transport = new Transport({
    play: () => this.toggle(), scrub: (tick) => this.stepTo(tick),
    to: (tick) => this.go(tick), by: (ticks) => this.go(this.tick + ticks),
    speed: (speed) => (this.clock.speed = speed), jump: (warp, instruction) => this.jump(warp, instruction),
  });
  private readonly heading = element('h2', {}, 'Access');
  private readonly access: HTMLLabelElement;
  private readonly compare: HTMLLabelElement;
  private readonly model = element('p', { class: 'model' });
  private readonly pair = element('div', { class: 'tracks' });
  private readonly keys = keysOfStacks();
  private readonly cures = element('div');

  constructor(private readonly app: App, private readonly root: HTMLElement) {
    this.access = choice('access', [], '', (access) => app.store.set({ access, tick: 0, phase: 0 }, 'push'));
    this.compare = choice('compare', [], '', (value) => this.beside(value));
    this.isOpen = hasBanks(app.store.state.access);
    root.tabIndex = -1;
    root.append(
      element('div', { class: 'controls' }, this.heading, this.access, this.compare,
        button('Close', () => this.close(), { class: 'button last' })),
      this.model, this.transport.root, this.pair, this.keys, this.cures);
    root.addEventListener('keydown', (event) => this.transport.key(event));
    whenChanged(app, ['access', 'compare'], () => void this.refresh(false));
    app.store.listen((_, changed) => {
      if (changed.has('tick')) this.draw();
    });
    void this.refresh(false);
  }

  private get tick(): number {
    return Math.min(this.app.store.state.tick, this.most);
  }

  private get most(): number {
    return Math.max(0, ...this.tracks.map((track) => track.timeline.total));
  }

  private async refresh(job: boolean): Promise<void> {
    const { access } = this.app.store.state;
    const subject = subjectOf(this.app);
    this.root.hidden = !hasBanks(access) || subject === null;
    if (!hasBanks(access) || subject === null) return this.hide();
    this.offer(subject);
    if (!this.isOpen) this.willPlay = true;
    this.isOpen = true;
    const turn = ++this.asked;
    // In the order of the stage.
    const subjects = [subject, ...this.other(subject)].sort((a, b) => a.line - b.line);
    const answers = await Promise.all(subjects.map((one, i) => askAbout<AccessReply>(
      this.app, 'access', requestOf(this.app, one, { access, suggest: true }), { key: `access:${i}`, job })));
    const replies = answers.map(({ reply }) => reply);
    if (turn !== this.asked || replies.includes(null)) return;
    const found = replies.flatMap((reply) => (reply?.ok === true ? [reply] : []));
    const failed = replies.findIndex((reply) => reply?.ok === false);
    const refused = replies[failed];
    if (refused?.ok === false) return this.fail(subjects, failed, refused.error);
    this.build(subjects, found);
    if (this.willPlay && !matchMedia('(prefers-reduced-motion: reduce)').matches) this.clock.start();
    this.willPlay = false;
  }

  /// The line to compare with, where there is one and it is another.
  private other(subject: Subject): Subject[] {
    const { compare } = this.app.store.state;
    const other = compare === null || compare === subject.line ? null : subjectAt(this.app, compare);
    return other === null ? [] : [other];
  }

  private offer(subject: Subject): void {
    const { access, compare, lines } = this.app.store.state;
    const others = lines.flatMap((_, line): [string, string][] => {
      const other = line === subject.line ? null : subjectAt(this.app, line);
      return other === null ? [] : [[String(line), other.name]];
    });
    const swizzled = SWIZZLED.test(subject.good.layout ?? '');
    const base: [string, string][] = swizzled ? [[BASE, 'the base without swizzle']] : [];
    const chosen = others.some(([value]) => value === String(compare)) ? String(compare) : '';
    fill(selectOf(this.compare), [['', 'nothing'], ...others, ...base], chosen);
    const accesses = this.app.words.accesses.filter(hasBanks).map((name): [string, string] => [name, name]);
    fill(selectOf(this.access), accesses, access);
    this.heading.textContent = `Access to ${subject.name}`;
  }

  /// Plays another line beside this one, and draws both.
  private beside(value: string): void {
    const subject = subjectOf(this.app);
    const { state } = this.app.store;
    if (subject === null) return;
    const base = value === BASE ? SWIZZLED.exec(subject.good.layout ?? '')?.[1] : undefined;
    const { line, lines } = base === undefined
      ? { line: Number(value), lines: state.lines } : lineFor(this.app, base);
    const patch = value === '' ? { compare: null } : { lines, compare: line, on: both(subject.line, line) };
    this.app.store.set({ ...patch, tick: 0 }, 'push');
  }

  private build(subjects: Subject[], replies: AccessReply[]): void {
    const shown = JSON.stringify([subjects.map((subject) => [subject.line, subject.name]), replies.map(wholeOf)]);
    if (shown === this.shown) return this.draw();
    this.shown = shown;
    this.lines = subjects.map((subject) => subject.line);
    const timelines = replies.map(timelineOf);
    const most = Math.max(1, ...timelines.map((timeline) => timeline.total));
    this.tracks = timelines.map((timeline, i) => new Track(subjects[i]!.name, timeline, most,
      (offset) => this.app.selection.elementAt(subjects[i]!.line, String(offset))));
    const ways = Math.max(1, ...replies.map((reply) => reply.ways));
    this.pair.style.setProperty('--ways', String(ways));
    this.keys.hidden = false;
    this.pair.replaceChildren(...this.tracks.map((track) => track.root));
    this.transport.offer(timelines[0]?.reply.phases ?? [], this.most);
    const first = replies[0];
    if (first !== undefined) this.model.textContent = modelText(first);
    this.cures.replaceChildren(...this.curesOf(subjects, replies));
    this.draw();
  }

  private curesOf(subjects: Subject[], replies: AccessReply[]): Node[] {
    return replies.flatMap((reply, i) => {
      const subject = subjects[i];
      if (subject === undefined || reply.ways <= 1 || !reply.cures?.length) return [];
      return [element('h3', {}, `Cures of ${subject.name}`), cureTable(this.app, reply.cures, subject.line)];
    });
  }

  private draw(): void {
    const tick = this.tick;
    const lit = new Map<number, ReturnType<typeof litAt>>();
    this.tracks.forEach((track, i) => {
      track.draw(tick);
      const moment = momentAt(track.timeline, tick);
      const line = this.lines[i];
      if (moment !== null && line !== undefined) lit.set(line, litAt(track.timeline.reply, moment));
    });
    const first = this.tracks[0];
    const moment = first === undefined ? null : momentAt(first.timeline, tick);
    this.transport.at(tick, this.most, moment);
    this.app.selection.setTicks(lit);
  }

  /// A step by hand stops the clock.
  private stepTo(tick: number): void {
    this.clock.stop();
    this.app.store.set({ tick: Math.min(Math.max(0, tick), this.most) }, 'replace');
  }

  /// Says the step too. The scrubber says its own.
  private go(tick: number): void {
    this.stepTo(tick);
    this.say();
  }

  private say(): void {
    this.app.say(this.tracks.map((track) => stepText(track.name, track.timeline, this.tick)).join(' '));
  }

  private jump(warp: number, instruction: number): void {
    const timeline = this.tracks[0]?.timeline;
    const tick = timeline === undefined ? null : tickOf(timeline, warp, instruction);
    if (tick !== null) this.go(tick);
  }

  private toggle(): void {
    if (this.clock.runs) {
      this.clock.stop();
      this.app.store.set({ tick: this.tick }, 'replace');
      return this.say();
    }
    if (this.tick >= this.most) this.app.store.set({ tick: 0 }, 'quiet');
    this.clock.start();
  }

  private advance(): boolean {
    const next = this.tick + 1;
    this.app.store.set({ tick: next }, next < this.most ? 'quiet' : 'replace');
    if (next >= this.most) this.say();
    return next < this.most;
  }

  private close(): void {
    this.app.store.set({ access: '', compare: null, tick: 0 }, 'push');
    document.querySelector<HTMLElement>('#checks summary')?.focus();
  }

  private hide(): void {
    // Without an access it is closed; without a layout it waits, as when a link opens and lines have no reply yet.
    if (!hasBanks(this.app.store.state.access)) this.isOpen = this.willPlay = false;
    if (this.tracks.length > 0) this.empty();
  }

  /// Says what Checks says, where these refuse too. Of two lines, it says which is refused.
  private async fail(subjects: Subject[], failed: number, error: Failure): Promise<void> {
    const turn = this.asked;
    const { access } = this.app.store.state;
    const subject = subjects[failed]!;
    const told = isOfPage(error) ? null : (await askAbout(
      this.app, 'check', requestOf(this.app, subject, { access, suggest: true }), { key: 'access:why' })).reply;
    if (turn !== this.asked) return;
    this.empty();
    this.transport.root.hidden = true;
    this.keys.hidden = true;
    const said = told?.ok === false && !isOfPage(told.error) ? told.error : error;
    const where = subjects.length > 1 ? `${subject.name}: ` : '';
    this.pair.replaceChildren(refusal(this.app, said, () => void this.refresh(true), where));
  }

  private empty(): void {
    this.clock.stop();
    this.tracks = [];
    this.lines = [];
    this.shown = '';
    this.model.textContent = '';
    this.pair.replaceChildren();
    this.cures.replaceChildren();
    this.app.selection.setTicks(new Map());
  }
}

/// Not of the layout: no answer in time, an engine that stopped.
const isOfPage = ({ code }: Failure): boolean => code.startsWith('web.');

const selectOf = (label: HTMLLabelElement): HTMLSelectElement => label.querySelector('select') as HTMLSelectElement;

/// What the looks of a word mean.
function keysOfStacks(): HTMLElement {
  return element('p', { class: 'keys-of', 'aria-hidden': 'true' }, ...['waits', 'now', 'served'].map((name) =>
    element('span', {}, element('i', { class: name }), name === 'now' ? 'served in this tick' : name)));
}

/// A reply without what differs from one request to the next.
function wholeOf(reply: AccessReply): AccessReply {
  return { ...reply, id: 0 } as AccessReply;
}

function modelText(reply: AccessReply): string {
  return `${reply.title}. Model: ${reply.model}. One tick serves one word of each bank. `
    + 'The order of the words inside a phase is the model\'s; hardware may choose another.';
}
