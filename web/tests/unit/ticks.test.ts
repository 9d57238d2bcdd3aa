// SPDX-License-Identifier: Apache-2.0
// ticks.test.ts: the timeline of an access.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AccessReply, Int, Phase, ServedLane, ServedWord } from '../../src/reply';
import { banksAt, lanesAt, litAt, momentAt, progressOf, ranges, tickOf, timelineOf } from '../../src/ticks';

interface Machine {
  banks: number;
  bankBytes: number;
  elementBits: number;
}

const HOPPER: Machine = { banks: 32, bankBytes: 4, elementBits: 16 };

/// A phase as the model has it: each bank serves its words in the order of the lanes that need them.
function phaseOf(offsets: Int[], bytes: number, machine: Machine, place: Partial<Phase> = {}): Phase {
  const words = new Map<bigint, ServedWord>();
  const busy = new Array<number>(machine.banks).fill(0);
  const lanes = offsets.map((offset, lane): ServedLane => {
    const byte = (BigInt(offset) * BigInt(machine.elementBits)) / 8n;
    const served: ServedLane = { lane, offset, byte: String(byte), bytes, banks: [], ticks: [] };
    const width = BigInt(machine.bankBytes);
    for (let word = byte / width; word * width < byte + BigInt(bytes); word += 1n) {
      const bank = Number(word % BigInt(machine.banks));
      const known = words.get(word) ?? { bank, word: String(word), tick: busy[bank]++, lanes: [] };
      known.lanes.push(lane);
      words.set(word, known);
      served.banks.push(bank);
      served.ticks.push(known.tick);
    }
    return served;
  });
  const ways = Math.max(0, ...busy);
  return { warp: 0, instruction: 0, phase: 0, ...place, ways, lanes, words: [...words.values()] };
}

function replyOf(phases: Phase[], machine = HOPPER): AccessReply {
  const wavefronts = phases.reduce((sum, phase) => sum + phase.ways, 0);
  return {
    layout: '', access: 'ldmatrix', title: '', model: '', banks: machine.banks, bank_bytes: machine.bankBytes,
    element_bits: machine.elementBits, vector: 8, ways: Math.max(0, ...phases.map((phase) => phase.ways)),
    wavefronts, phases, all_phases: phases.length, cures: [],
  };
}

const rows = (stride: number, from = 0): Int[] => Array.from({ length: 8 }, (_, lane) => from + lane * stride);
const slow = (): AccessReply =>
  replyOf([phaseOf(rows(64), 16, HOPPER), phaseOf(rows(64, 8), 16, HOPPER, { instruction: 1 })]);
const fast = (): AccessReply => replyOf([phaseOf(rows(72), 16, HOPPER), phaseOf(rows(72, 8), 16, HOPPER)]);

function at(reply: AccessReply, tick: number) {
  const moment = momentAt(timelineOf(reply), tick);
  assert(moment !== null, `no moment at ${tick}`);
  return moment;
}

describe('timeline', () => {
  it('gives a phase as many ticks as it has ways', () => {
    assert.deepEqual(timelineOf(slow()).starts, [0, 8]);
    assert.equal(timelineOf(slow()).total, 16);
    assert.equal(timelineOf(fast()).total, 2);
  });

  it('is empty without phases, and where phases touch nothing', () => {
    assert.equal(momentAt(timelineOf(replyOf([])), 0), null);
    assert.equal(momentAt(timelineOf(replyOf([phaseOf([], 16, HOPPER)])), 3), null);
  });

  it('visits each phase and each of its ticks once, in order', () => {
    const reply = replyOf([slow().phases[0]!, fast().phases[0]!, phaseOf([], 16, HOPPER), slow().phases[1]!]);
    const timeline = timelineOf(reply);
    const visited: [number, number][] = [];
    for (let tick = 0; tick < timeline.total; ++tick) {
      const moment = at(reply, tick);
      visited.push([moment.index, moment.tick]);
      assert.equal(moment.done, false);
    }
    const wanted: [number, number][] = [];
    reply.phases.forEach((phase, index) => {
      for (let tick = 0; tick < phase.ways; ++tick) wanted.push([index, tick]);
    });
    assert.deepEqual(visited, wanted);
  });

  it('stays at the first tick before it, and is done from the last on', () => {
    assert.deepEqual([at(slow(), -5).index, at(slow(), -5).tick], [0, 0]);
    for (const tick of [16, 17, 1e9]) {
      const moment = at(slow(), tick);
      assert.deepEqual([moment.index, moment.tick, moment.done], [1, 8, true]);
    }
  });

  it('skips a phase without ticks at the end', () => {
    const reply = replyOf([fast().phases[0]!, phaseOf([], 16, HOPPER)]);
    assert.equal(at(reply, 0).index, 0);
    for (const tick of [0, 1, 5]) assert.deepEqual([at(reply, tick).index, at(reply, tick).phase.ways], [0, 1]);
  });

  it('finds the first tick of an instruction', () => {
    assert.equal(tickOf(timelineOf(slow()), 0, 1), 8);
    assert.equal(tickOf(timelineOf(slow()), 0, 0), 0);
    assert.equal(tickOf(timelineOf(slow()), 1, 0), null);
  });
});

describe('banks', () => {
  it('has eight words in each of four banks for rows 128 bytes apart', () => {
    const banks = banksAt(at(slow(), 3), 32);
    assert.deepEqual(banks.slice(0, 4), new Array(4).fill({ words: 8, served: 3, now: true }));
    assert.deepEqual(banks.slice(4), new Array(28).fill({ words: 0, served: 0, now: false }));
  });

  it('has one word in each bank for rows that are padded', () => {
    assert.deepEqual(banksAt(at(fast(), 0), 32), new Array(32).fill({ words: 1, served: 0, now: true }));
  });

  it('serves one word of each bank in a tick at most, and all of them by the end', () => {
    for (const reply of [slow(), fast(), replyOf([phaseOf([0, 64, 2, 130, 64, 7], 4, HOPPER)])]) {
      const timeline = timelineOf(reply);
      const counted = new Map<number, number>();
      for (let tick = 0; tick < timeline.total; ++tick) {
        const moment = at(reply, tick);
        const now = banksAt(moment, 32).filter((bank) => bank.now).length;
        const words = moment.phase.words.filter((word) => word.tick === moment.tick).length;
        assert.equal(now, words);
        counted.set(moment.index, (counted.get(moment.index) ?? 0) + now);
      }
      reply.phases.forEach((phase, index) => assert.equal(counted.get(index), phase.words.length));
      for (const bank of banksAt(at(reply, timeline.total), 32)) {
        assert.deepEqual([bank.served, bank.now], [bank.words, false]);
      }
    }
  });

  it('leaves out a word of a bank that is not there', () => {
    const phase = phaseOf([0], 4, HOPPER);
    phase.words[0]!.bank = 99;
    assert.equal(banksAt(at(replyOf([phase]), 0), 32).every((bank) => bank.words === 0), true);
  });
});

describe('lanes', () => {
  it('serves the lanes of a conflict one after another, in ticks of the timeline', () => {
    const timeline = timelineOf(slow());
    const lanes = lanesAt(timeline, at(slow(), 10));
    assert.deepEqual(lanes.map((lane) => lane.progress),
      ['served', 'served', 'now', 'waits', 'waits', 'waits', 'waits', 'waits']);
    assert.deepEqual(lanes.map((lane) => lane.ticks), [8, 9, 10, 11, 12, 13, 14, 15].map((tick) => [tick]));
  });

  it('has all lanes served when it is done', () => {
    const lanes = lanesAt(timelineOf(slow()), at(slow(), 16));
    assert.equal(lanes.every((lane) => lane.progress === 'served'), true);
  });

  it('tells a lane that has some of its words', () => {
    assert.equal(progressOf([0, 3], 1), 'partly');
    assert.equal(progressOf([0, 3], 3), 'now');
    assert.equal(progressOf([2], 1), 'waits');
    assert.equal(progressOf([2], 3), 'served');
    assert.equal(progressOf([], 0), 'served');
  });

  it('names each tick of a lane once, in order', () => {
    const reply = slow();
    reply.phases[1]!.lanes[0]!.ticks = [3, 0, 3];
    assert.deepEqual(lanesAt(timelineOf(reply), at(reply, 8))[0]!.ticks, [8, 11]);
  });

  it('serves a word that lanes share in one tick', () => {
    const reply = replyOf([phaseOf([5, 5, 4, 5], 2, HOPPER)]);
    assert.equal(timelineOf(reply).total, 1);
    assert.deepEqual(lanesAt(timelineOf(reply), at(reply, 0)).map((lane) => lane.progress),
      ['now', 'now', 'now', 'now']);
  });
});

describe('lit offsets', () => {
  const sorted = (texts: Set<string>): string[] => [...texts].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));

  it('frames the lanes of the phase and fills the words of the tick', () => {
    const reply = slow();
    const lit = litAt(reply, at(reply, 2));
    assert.equal(lit.phase.size, 64);
    assert.deepEqual(sorted(lit.now), ['128', '129', '130', '131', '132', '133', '134', '135']);
  });

  it('fills each element of a phase once when each has its own word', () => {
    const machine: Machine = { banks: 32, bankBytes: 4, elementBits: 32 };
    const reply = replyOf([phaseOf([0, 32, 64, 7], 4, machine)], machine);
    const filled: string[] = [];
    for (let tick = 0; tick < 3; ++tick) filled.push(...litAt(reply, at(reply, tick)).now);
    assert.deepEqual(sorted(new Set(filled)), ['0', '7', '32', '64']);
    assert.equal(filled.length, 4);
  });

  it('fills an element of two words whenever one of them is served', () => {
    const machine: Machine = { banks: 32, bankBytes: 4, elementBits: 64 };
    const phase = phaseOf([0, 16], 8, machine);
    const reply = replyOf([phase], machine);
    assert.equal(phase.ways, 2);
    assert.deepEqual(sorted(litAt(reply, at(reply, 0)).now), ['0']);
    assert.deepEqual(sorted(litAt(reply, at(reply, 1)).now), ['16']);
  });

  it('fills the words of a lane one after another where their banks are not free together', () => {
    const machine: Machine = { banks: 32, bankBytes: 4, elementBits: 32 };
    const lanes = [phaseOf([33], 4, machine), phaseOf([0], 8, machine)].map((phase) => phase.lanes[0]!);
    lanes[1] = { ...lanes[1]!, lane: 1, ticks: [0, 1] };
    const reply = replyOf([{
      warp: 0, instruction: 0, phase: 0, ways: 2, lanes, words: [
        { bank: 1, word: 33, tick: 0, lanes: [0] }, { bank: 0, word: 0, tick: 0, lanes: [1] },
        { bank: 1, word: 1, tick: 1, lanes: [1] },
      ],
    }], machine);
    assert.deepEqual(sorted(litAt(reply, at(reply, 0)).phase), ['0', '1', '33']);
    assert.deepEqual(sorted(litAt(reply, at(reply, 0)).now), ['0', '33']);
    assert.deepEqual(sorted(litAt(reply, at(reply, 1)).now), ['1']);
  });

  it('fills only the elements of the lanes, not their whole word', () => {
    const machine: Machine = { banks: 32, bankBytes: 4, elementBits: 4 };
    const reply = replyOf([phaseOf([2], 1, machine)], machine);
    const lit = litAt(reply, at(reply, 0));
    assert.deepEqual([sorted(lit.phase), sorted(lit.now)], [['2', '3'], ['2', '3']]);
  });

  it('leaves out the other half of a byte that a lane touches in part', () => {
    const machine: Machine = { banks: 32, bankBytes: 4, elementBits: 4 };
    const reply = { ...replyOf([phaseOf([2], 1, machine)], machine), vector: 1 };
    const lit = litAt(reply, at(reply, 0));
    assert.deepEqual([sorted(lit.phase), sorted(lit.now)], [['2'], ['2']]);
  });

  it('fills nothing when it is done', () => {
    assert.equal(litAt(slow(), at(slow(), 16)).now.size, 0);
  });

  it('counts exactly beyond 2^53', () => {
    const far = '36028797018963968'; // 2^55
    const reply = replyOf([phaseOf([far], 8, HOPPER)]);
    const lit = litAt(reply, at(reply, 0));
    assert.deepEqual(sorted(lit.phase), [far, '36028797018963969', '36028797018963970', '36028797018963971']);
    assert.equal(lit.now.has('36028797018963971'), true);
  });
});

describe('ranges', () => {
  it('shortens runs', () => {
    assert.equal(ranges([]), '');
    assert.equal(ranges([4]), '4');
    assert.equal(ranges([0, 1]), '0, 1');
    assert.equal(ranges([0, 1, 2, 3, 9, 11, 12, 13]), '0 to 3, 9, 11 to 13');
    assert.equal(ranges([28, 29, 30, 31, 0, 1]), '28 to 31, 0, 1');
  });
});
