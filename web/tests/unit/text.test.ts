// SPDX-License-Identifier: Apache-2.0
// text.test.ts: spans of bytes in texts that are not ASCII, and bytes as texts.
import assert from 'node:assert/strict';
import test from 'node:test';
import { fromBase85 } from '../../src/deflate';
import { spanOf, unitsBefore } from '../../src/text';

test('bytes of UTF-8 become units of UTF-16', () => {
  const text = 'aé€😀z';
  assert.deepEqual([0, 1, 3, 6, 10, 11, 99].map((byte) => unitsBefore(text, byte)), [0, 1, 2, 3, 5, 6, 6]);
  const inside = [2, 4, 5, 7, 9].map((byte) => unitsBefore(text, byte));
  assert.deepEqual(inside, [1, 2, 2, 3, 3], 'in the middle of a character');
  assert.deepEqual(spanOf(text, [6, 10]), [3, 5]);
});

test('a span agrees with the encoder at every character', () => {
  const text = '(8,ü64):😀😀(64,é1)ﬀ';
  let byte = 0;
  let unit = 0;
  for (const character of text) {
    assert.equal(unitsBefore(text, byte), unit);
    byte += new TextEncoder().encode(character).length;
    unit += character.length;
  }
});

test('base85 is that of Python, with a comma for <', () => {
  const known: [text: string, bytes: number[]][] = [
    ['', []], ['VE', [97]], ['JalPnWj+', [60, 116, 105, 108, 101, 62]], ['%Z),,', [203, 141, 67, 2]],
    ['01+ZHL{(;Yh?%Op%-!z)', Array.from({ length: 16 }, (_, i) => 17 * i)],
  ];
  for (const [text, bytes] of known) assert.deepEqual([...fromBase85(text)], bytes, text);
});
