// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import test from 'node:test';
import { boxBetween, MOST_KEPT, Selection } from '../../src/select';

const at = (row: number, column: number, line = 0, panel = 0) => ({ line, panel, row, column });

function listened(): { selection: Selection; told: () => number } {
  const selection = new Selection();
  let count = 0;
  selection.listen(() => ++count);
  return { selection, told: () => count };
}

test('pointing tells only of changes', () => {
  const { selection, told } = listened();
  selection.point(at(1, 2));
  selection.point(at(1, 2));
  selection.point(null);
  selection.point(null);
  assert.equal(told(), 2);
});

test('a kept cell is let go by keeping it again; the ninth pushes out the first', () => {
  const { selection } = listened();
  for (let i = 0; i < MOST_KEPT + 1; ++i) selection.keep(at(0, i));
  assert.equal(selection.kept.length, MOST_KEPT);
  assert.deepEqual(selection.kept[0], at(0, 1));
  selection.keep(at(0, 3));
  assert.equal(selection.kept.length, MOST_KEPT - 1);
  assert.ok(!selection.kept.some((kept) => kept.column === 3));
});

test('boxes add up, and one that removes cuts', () => {
  const { selection } = listened();
  selection.mark(boxBetween(at(4, 4), at(1, 1)), false);
  assert.ok(selection.isMarked(0, 0, 1, 1) && selection.isMarked(0, 0, 4, 4));
  assert.ok(!selection.isMarked(0, 0, 0, 1) && !selection.isMarked(0, 1, 1, 1) && !selection.isMarked(1, 0, 1, 1));
  selection.mark(boxBetween(at(8, 8), at(9, 9)), true);
  selection.mark(boxBetween(at(2, 2), at(3, 3), true), false);
  assert.ok(selection.isMarked(0, 0, 9, 8) && selection.isMarked(0, 0, 1, 4));
  assert.ok(!selection.isMarked(0, 0, 2, 3));
  selection.mark(boxBetween(at(0, 0), at(0, 0)), false);
  assert.ok(!selection.isMarked(0, 0, 9, 8));
});

test('the same legend entry again shows all cells', () => {
  const { selection } = listened();
  selection.isolate({ line: 0, key: 'shade:3' });
  assert.equal(selection.isolated?.key, 'shade:3');
  selection.isolate({ line: 1, key: 'shade:3' });
  assert.equal(selection.isolated?.line, 1);
  selection.isolate({ line: 1, key: 'shade:3' });
  assert.equal(selection.isolated, null);
});

test('clearing leaves playback alone', () => {
  const { selection } = listened();
  selection.setTicks(new Map([[0, { phase: new Set(['1']), now: new Set<string>() }]]));
  selection.point(at(0, 0));
  selection.keep(at(0, 0));
  selection.mark(boxBetween(at(0, 0), at(1, 1)), false);
  selection.clear();
  assert.equal(selection.pointed, null);
  assert.deepEqual([selection.kept.length, selection.marked.length, selection.ticks.size], [0, 0, 1]);
});
