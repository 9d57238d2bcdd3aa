// SPDX-License-Identifier: Apache-2.0
// ticks.ts: an access as a timeline, on which one tick serves one word of each bank.
//
// Why      A phase with n ways takes n ticks, so two layouts that play together show which one is slow.
// Units    Ticks, phases and words count from 0. A timeline of n ticks has the moments 0 to n: at moment t < n
//          tick t is being served, at moment n everything is.
// Example  A phase of 8 ways and one of 1 way: ticks 0 to 7 and tick 8, `starts` = [0, 8], `total` = 9.
import type { AccessReply, Int, Phase, ServedLane } from './reply';

export interface Timeline {
  reply: AccessReply;
  starts: number[]; // the tick at which each phase begins
  total: number;
}

/// Where a timeline is: a phase, and the tick in it. `done` after the last tick; the tick is then the phase's ways.
export interface Moment {
  index: number; // of the phase in the reply
  phase: Phase;
  tick: number;
  done: boolean;
}

export type Progress = 'waits' | 'now' | 'partly' | 'served';

/// One bank in one phase.
export interface Bank {
  words: number;
  served: number; // before this tick
  now: boolean; // serves a word in this tick
}

export interface Lane {
  lane: ServedLane;
  progress: Progress;
  ticks: number[]; // of the timeline, each once, rising
}

export interface Lit {
  phase: Set<string>;
  now: Set<string>;
}

export function timelineOf(reply: AccessReply): Timeline {
  const starts: number[] = [];
  let total = 0;
  for (const phase of reply.phases) {
    starts.push(total);
    total += Math.max(0, phase.ways);
  }
  return { reply, starts, total };
}

/// The last phase that begins at or before the tick and is not empty; null where no phase has a tick.
export function momentAt(timeline: Timeline, tick: number): Moment | null {
  const { reply, starts, total } = timeline;
  if (total === 0) return null;
  const inside = Math.min(Math.max(0, Math.floor(tick)), total - 1);
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= inside) low = middle;
    else high = middle - 1;
  }
  const phase = reply.phases[low];
  if (phase === undefined) return null;
  const done = tick >= total;
  return { index: low, phase, tick: done ? phase.ways : inside - (starts[low] ?? 0), done };
}

export function banksAt(moment: Moment, banks: number): Bank[] {
  const found: Bank[] = Array.from({ length: banks }, () => ({ words: 0, served: 0, now: false }));
  for (const word of moment.phase.words) {
    const bank = found[word.bank];
    if (bank === undefined) continue;
    bank.words += 1;
    if (word.tick < moment.tick) bank.served += 1;
    else if (word.tick === moment.tick) bank.now = true;
  }
  return found;
}

export function lanesAt(timeline: Timeline, moment: Moment): Lane[] {
  const start = timeline.starts[moment.index] ?? 0;
  return moment.phase.lanes.map((lane) => {
    const ticks = [...new Set(lane.ticks)].sort((a, b) => a - b);
    return { lane, progress: progressOf(ticks, moment.tick), ticks: ticks.map((tick) => start + tick) };
  });
}

/// `ticks` rise. A lane without words waits for nothing.
export function progressOf(ticks: readonly number[], tick: number): Progress {
  if (ticks.includes(tick)) return 'now';
  const last = ticks[ticks.length - 1];
  if (last === undefined || last < tick) return 'served';
  return (ticks[0] ?? 0) < tick ? 'partly' : 'waits';
}

/// The first tick of an instruction of a warp; null where it is not among the phases.
export function tickOf(timeline: Timeline, warp: number, instruction: number): number | null {
  const found = timeline.reply.phases.findIndex((phase) => phase.warp === warp && phase.instruction === instruction);
  return found < 0 ? null : timeline.starts[found] ?? null;
}

/// The offsets that the phase touches, and those whose word is served in this tick.
export function litAt(reply: AccessReply, moment: Moment): Lit {
  const lit: Lit = { phase: new Set(), now: new Set() };
  const lanes = new Map<number, ServedLane>();
  for (const lane of moment.phase.lanes) {
    lanes.set(lane.lane, lane);
    const [first, last] = elementsOf(lane, reply);
    addAll(lit.phase, first, last);
  }
  for (const word of moment.phase.words) {
    if (word.tick !== moment.tick) continue;
    for (const number of word.lanes) {
      const lane = lanes.get(number);
      if (lane !== undefined) addShared(lit.now, lane, word.word, reply);
    }
  }
  return lit;
}

/// The first and the last offset of a lane. Its elements lie beside one another; of elements smaller than a byte the
/// bytes hold more than it touches.
function elementsOf(lane: ServedLane, reply: AccessReply): [bigint, bigint] {
  const first = BigInt(lane.offset);
  const count = Math.max(1, Math.min(reply.vector, Math.floor((lane.bytes * 8) / reply.element_bits)));
  return [first, first + BigInt(count - 1)];
}

/// The elements of a lane that have bits in the word.
function addShared(into: Set<string>, lane: ServedLane, word: Int, reply: AccessReply): void {
  const [first, last] = elementsOf(lane, reply);
  const wordBits = BigInt(reply.bank_bytes * 8);
  const elementBits = BigInt(reply.element_bits);
  const from = (BigInt(word) * wordBits) / elementBits;
  const to = ((BigInt(word) + 1n) * wordBits - 1n) / elementBits;
  addAll(into, from > first ? from : first, to < last ? to : last);
}

function addAll(into: Set<string>, first: bigint, last: bigint): void {
  for (let offset = first; offset <= last; offset += 1n) into.add(String(offset));
}

/// "1 to 4, 7": rising numbers with runs of three and more shortened.
export function ranges(numbers: readonly number[]): string {
  const parts: string[] = [];
  for (let i = 0; i < numbers.length; ) {
    const first = numbers[i] ?? 0;
    let last = i;
    while (numbers[last + 1] === (numbers[last] ?? 0) + 1) last += 1;
    const run = last - i + 1;
    parts.push(run < 3 ? numbers.slice(i, last + 1).join(', ') : `${first} to ${numbers[last] ?? first}`);
    i = last + 1;
  }
  return parts.join(', ');
}
