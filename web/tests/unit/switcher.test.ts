// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import test from 'node:test';
import { firstOf } from '../../src/switcher';

const panels = [[0, 0], [1, 0], [1, 1], [1, 2], [2, 0]].map(([line, index]) => ({ line: line!, index: index! }));
const at = (line: number, panel: number) => ({ line, panel, row: 0, column: 0 });

test('a phone begins with the panel that is pointed at', () => {
  assert.equal(firstOf(panels, at(1, 1), 2, false), 2);
});

test('with nothing pointed at it begins with the current line, and of an operation with the result', () => {
  assert.equal(firstOf(panels, null, 1, false), 1);
  assert.equal(firstOf(panels, null, 1, true), 3);
  assert.equal(firstOf(panels, at(7, 0), 2, false), 4);
});

test('a current line without a picture leaves the first panel', () => {
  assert.equal(firstOf(panels, null, 9, false), 0);
  assert.equal(firstOf(panels, null, 9, true), 0);
});
