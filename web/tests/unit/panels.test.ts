// SPDX-License-Identifier: Apache-2.0
// panels.test.ts: what the panels say, without a page.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bytesText, exactly, factsOf, times, wasteOf } from '../../src/bytes';
import { groupsOf } from '../../src/notations';
import { askedWithout } from '../../src/own';
import { isOfTensor } from '../../src/refusal';
import type { AccessReply, Conversion } from '../../src/reply';
import { DEFAULTS } from '../../src/state';
import { treeOf } from '../../src/steps';
import { timelineOf } from '../../src/ticks';
import { stepText } from '../../src/track';

describe('a layout with a type and a shape of its own', () => {
  it('is asked without those of the page, and nothing else is left out', async () => {
    const asked: string[][] = [];
    const refuses = (code: string) => ({ v: 1, id: 1, ok: false, exit: 2, error: { code, message: '' } } as const);
    const all = { layout: 'A', dtype: 'f16', tensor: 't', view: 'grid' };
    const { of, reply } = await askedWithout<object>(all, async (some) => {
      asked.push(Object.keys(some));
      if (some.tensor !== undefined) return refuses('layout.tensor');
      return refuses(some.dtype !== undefined ? 'layout.type' : 'show.view');
    });
    assert.deepEqual(of, { layout: 'A', view: 'grid' });
    assert.equal(reply?.ok, false);
    assert.equal(asked.length, 3);
  });
});

describe('an error', () => {
  it('is of the tensor where that is the text that was refused', () => {
    const error = { code: '', message: '' };
    const state = { ...DEFAULTS, tensor: 'foo[' };
    assert.equal(isOfTensor({ ...error, line: 0, source: 'foo[', span: [0, 3] }, state), true);
    assert.equal(isOfTensor({ ...error, source: '(8,64' }, state), false);
    assert.equal(isOfTensor({ ...error, line: 0, span: [0, 3] }, state), false);
    assert.equal(isOfTensor(error, DEFAULTS), false);
  });
});

describe('steps', () => {
  it('are a tree by their blanks', () => {
    assert.deepEqual(treeOf(['a', '  b', '  c', '    d', 'e']), [
      { text: 'a', parts: [{ text: 'b', parts: [] }, { text: 'c', parts: [{ text: 'd', parts: [] }] }] },
      { text: 'e', parts: [] },
    ]);
  });

  it('come back from any depth, and may begin deep', () => {
    assert.deepEqual(treeOf([]), []);
    assert.deepEqual(treeOf(['    a', '  b', 'c']).map((step) => step.text), ['a', 'b', 'c']);
  });
});

describe('notations', () => {
  const refused = (to: string, code: string, message: string): Conversion =>
    ({ to, exact: false, error: { code, message } });

  it('that are refused for one reason stand together, the others where they were', () => {
    const groups = groupsOf([
      { to: 'cute', text: 'a', exact: true }, refused('xla', 'convert.dtype_missing', 'an XLA shape needs a type'),
      refused('torch', 'bridge.not_affine', 'swizzled'), { to: 'mlir', text: 'a', exact: true },
      refused('numpy', 'convert.dtype_missing', 'strides are in bytes'),
      refused('tvm', 'bridge.not_affine', 'swizzled'),
      refused('onednn', 'bridge.not_affine', 'another reason'),
    ]);
    assert.deepEqual(groups.map((group) => group.map((row) => row.to)),
      [['cute'], ['xla', 'numpy'], ['torch', 'tvm'], ['mlir'], ['onednn']]);
  });
});

describe('bytes', () => {
  it('are exact, with a unit where they are many', () => {
    assert.equal(bytesText(1024), '1,024 B');
    assert.equal(bytesText(34359738368), '32 GiB (34,359,738,368 B)');
    assert.equal(bytesText(1610612736), '1.5 GiB (1,610,612,736 B)');
    assert.equal(exactly('18446744073709551616'), '18,446,744,073,709,551,616');
  });

  it('are compared by how many times one holds the other', () => {
    assert.equal(times(32, 1), '32×');
    assert.equal(times(4, 3), '1.33×');
    assert.equal(times(4, 0), '–');
  });

  it('warn of padding from twice the size on', () => {
    assert.equal(wasteOf({ layout: '', logical_bytes: 4, physical_bytes: 128 }), '32× its size');
    assert.equal(wasteOf({ layout: '', logical_bytes: 60, physical_bytes: 96 }), '');
    assert.equal(wasteOf({ layout: '', elements: 60 }), '');
  });

  it('say whether elements share places, where that is known', () => {
    assert.equal(factsOf({ layout: '' }).length, 0);
    assert.equal(factsOf({ layout: '', injective: true })[0]?.verdict, 'pass');
    assert.equal(factsOf({ layout: '', injective: false })[0]?.verdict, 'warn');
  });
});

describe('a step of the playback', () => {
  const lane = (number: number) =>
    ({ lane: number, offset: number * 32, byte: number * 128, bytes: 4, banks: [0], ticks: [number] });
  const reply: AccessReply = {
    layout: '', access: '', title: '', model: '', banks: 32, bank_bytes: 4, element_bits: 32, vector: 1, ways: 2,
    wavefronts: 2, all_phases: 1, cures: [], phases: [{
      warp: 0, instruction: 0, phase: 0, ways: 2, lanes: [lane(0), lane(1)],
      words: [{ bank: 0, word: 0, tick: 0, lanes: [0] }, { bank: 0, word: 32, tick: 1, lanes: [1] }],
    }],
  };

  it('says where it is, and which banks serve which lanes', () => {
    assert.equal(stepText('A', timelineOf(reply), 1), 'A: tick 2 of 2: phase 1 of 1, word 2 of 2, bank 0, lane 1.');
    assert.equal(stepText('A', timelineOf(reply), 2), 'A: done after 2 ticks.');
    assert.equal(stepText('A', timelineOf({ ...reply, phases: [] }), 0), 'A: touches nothing.');
  });
});
