// SPDX-License-Identifier: Apache-2.0
// track.ts: one layout in the playback: its ticks as a bar, its banks as stacks of words, its lanes as a table.
//
// Why      Stacks of the same scale for all tracks: eight words on four banks are seen as four towers, one word on
//          each bank as a flat row.
import { element } from './dom';
import type { Int } from './reply';
import { banksAt, lanesAt, momentAt, ranges } from './ticks';
import { wideTable } from './wide_table';
import type { Bank, Lane, Moment, Progress, Timeline } from './ticks';

/// More phases than this are not drawn as pieces of the bar.
const MOST_PIECES = 128;

const MARKS: Record<Progress, [mark: string, word: string]> = {
  waits: ['', 'waits'], now: ['◆', 'now'], partly: ['◇', 'partly served'], served: ['✓', 'served'],
};

export class Track {
  readonly root = element('section', { class: 'track' });
  private readonly where = element('p', { class: 'where' });
  private readonly passed = element('div', { class: 'passed' });
  private readonly banks = element('div', { class: 'banks', role: 'img' });
  private readonly busy = element('p', { class: 'quiet' });
  private readonly rows = element('tbody');
  private stacks: HTMLElement[][] = [];
  private drawn = -1; // the phase whose stacks are there

  /// `most` is the number of ticks of the longest track.
  constructor(
    readonly name: string, readonly timeline: Timeline, most: number,
    private readonly elementAt: (offset: Int) => string,
  ) {
    const { reply, total } = timeline;
    const bar = element('div', { class: 'ticks', 'aria-hidden': 'true' }, this.passed, ...pieces(timeline));
    bar.style.width = `${(100 * total) / Math.max(1, most)}%`;
    this.root.setAttribute('aria-label', `Playback of ${name}`);
    this.banks.style.setProperty('--banks', String(reply.banks));
    this.root.append(
      element('h3', {}, element('span', { class: 'of' }, name), ` ${summaryOf(timeline)}`), bar, this.where,
      this.banks, this.busy, lanesTable(name, this.rows));
  }

  draw(tick: number): void {
    const moment = momentAt(this.timeline, tick);
    if (moment === null) {
      this.where.textContent = 'This access touches nothing.';
      return;
    }
    const { total, reply } = this.timeline;
    const banks = banksAt(moment, reply.banks);
    const lanes = lanesAt(this.timeline, moment);
    if (this.drawn !== moment.index) this.build(banks, lanes);
    this.drawn = moment.index;
    this.passed.style.width = `${(100 * Math.min(tick + 1, total)) / total}%`;
    this.where.textContent = whereOf(this.timeline, moment, tick);
    this.root.classList.toggle('done', moment.done);
    banks.forEach((bank, i) => this.stacks[i]?.forEach((cell, word) => {
      setClass(cell, word < bank.served ? 'served' : word === bank.served && bank.now ? 'now' : 'waits');
    }));
    this.banks.setAttribute('aria-label', banksText(banks));
    this.busy.textContent = busyText(banks, moment.done);
    lanes.forEach(({ lane, progress }, i) => this.mark(i, lane.offset, progress));
  }

  private mark(lane: number, offset: Int, progress: Progress): void {
    const row = this.rows.children[lane] as HTMLElement | undefined;
    const element = row?.children[ELEMENT];
    // The stage may have its picture later.
    if (element?.textContent === '') element.textContent = this.elementAt(offset);
    if (row === undefined || row.className === progress) return;
    row.className = progress;
    const spans = row.lastElementChild?.children;
    MARKS[progress].forEach((text, i) => {
      const span = spans?.[i];
      if (span !== undefined) span.textContent = text;
    });
  }

  /// What is the same in all ticks of a phase.
  private build(banks: readonly Bank[], lanes: readonly Lane[]): void {
    this.rows.replaceChildren(...lanes.map(laneRow));
    this.stacks = banks.map((bank) => Array.from({ length: bank.words }, () => element('i')));
    this.banks.replaceChildren(...banks.map(({ words }, i) =>
      element('div', { class: words > 0 ? 'bank' : 'bank idle' },
        element('div', { class: 'stack' }, ...(this.stacks[i] ?? [])),
        element('b', {}, words > 0 ? String(words) : '·'), element('small', {}, i % 4 === 0 ? String(i) : ''))));
  }
}

/// The cell of a lane that says which element it reads first.
const ELEMENT = 1;

function setClass(of: HTMLElement, name: string): void {
  if (of.className !== name) of.className = name;
}

function pieces(timeline: Timeline): HTMLElement[] {
  const { phases } = timeline.reply;
  if (phases.length > MOST_PIECES) return [];
  return phases.map((phase) => {
    const piece = element('span');
    piece.style.flexGrow = String(phase.ways);
    return piece;
  });
}

function summaryOf({ reply, total }: Timeline): string {
  const ticks = total === 1 ? '1 tick' : `${total} ticks`;
  const part = reply.phases.length < reply.all_phases
    ? ` in the first ${reply.phases.length} of ${reply.all_phases} phases, ${reply.wavefronts} in all` : '';
  return `${reply.ways}-way, ${ticks}${part}`;
}

/// "tick 3 of 32: phase 1 of 4, word 3 of 8"
export function whereOf(timeline: Timeline, moment: Moment, tick: number): string {
  const { total, reply } = timeline;
  if (moment.done) return total === 1 ? 'done after 1 tick' : `done after ${total} ticks`;
  return `tick ${tick + 1} of ${total}: phase ${moment.index + 1} of ${reply.phases.length}, `
    + `word ${moment.tick + 1} of ${moment.phase.ways}`;
}

/// What a step says: where, which banks serve, which lanes get their words.
export function stepText(name: string, timeline: Timeline, tick: number): string {
  const moment = momentAt(timeline, tick);
  if (moment === null) return `${name}: touches nothing.`;
  if (moment.done) return `${name}: ${whereOf(timeline, moment, tick)}.`;
  const banks = indexes(banksAt(moment, timeline.reply.banks), (bank) => bank.now);
  const lanes = lanesAt(timeline, moment).filter((lane) => lane.progress === 'now').map(({ lane }) => lane.lane);
  return `${name}: ${whereOf(timeline, moment, tick)}, ${plural('bank', banks)}, ${plural('lane', lanes)}.`;
}

const plural = (what: string, numbers: number[]): string =>
  `${what}${numbers.length === 1 ? '' : 's'} ${ranges(numbers)}`;

function indexes(banks: readonly Bank[], wanted: (bank: Bank) => boolean): number[] {
  return banks.flatMap((bank, i) => (wanted(bank) ? [i] : []));
}

/// "Banks 0 to 3 have 8 words each. Banks 4 to 31 have none."
function banksText(banks: readonly Bank[]): string {
  const counts = [...new Set(banks.map((bank) => bank.words))].sort((a, b) => b - a);
  return counts.map((words) => {
    const which = ranges(indexes(banks, (bank) => bank.words === words));
    return `Banks ${which}: ${words === 0 ? 'no word' : words === 1 ? '1 word' : `${words} words`}.`;
  }).join(' ');
}

function busyText(banks: readonly Bank[], done: boolean): string {
  const words = banks.reduce((sum, bank) => sum + bank.words, 0);
  const served = banks.reduce((sum, bank) => sum + bank.served, 0);
  if (done) return `All ${words} words of the last phase are served.`;
  const now = indexes(banks, (bank) => bank.now).length;
  return `${now} of ${banks.length} banks serve a word in this tick; ${served + now} of ${words} words are served.`;
}

function lanesTable(name: string, rows: HTMLElement): HTMLElement {
  const heads = ['lane', 'element', 'offset', 'byte', 'banks', 'served in tick'];
  return element('div', { class: 'lanes', tabindex: 0, role: 'region', 'aria-label': `Lanes of ${name}` },
    wideTable(`Lanes of ${name}`, heads, rows));
}

/// Its last cell ends with a mark and, for screen readers, a word.
function laneRow({ lane, ticks }: Lane): HTMLElement {
  return element('tr', {},
    element('th', { scope: 'row' }, String(lane.lane)), element('td'), element('td', {}, String(lane.offset)),
    element('td', {}, String(lane.byte)), element('td', {}, ranges(lane.banks)),
    element('td', {}, ranges(ticks.map((tick) => tick + 1)),
      element('span', { class: 'step-mark', 'aria-hidden': 'true' }), element('span', { class: 'visually-hidden' })));
}
