// SPDX-License-Identifier: Apache-2.0
// sorted_table.test.ts: order, filter and window of rows.
import assert from 'node:assert/strict';
import test from 'node:test';
import { filteredRows, sortedRows, textsOf, type Column } from '../../src/sorted_table';
import { windowOf } from '../../src/window_of';

interface Row {
  name: string;
  bytes: number;
}

const name: Column<Row> = { title: 'Name', width: '10ch', value: (row) => row.name };
const bytes: Column<Row> = {
  title: 'Bytes', width: '10ch', value: (row) => row.bytes, text: (row) => `${row.bytes} B`, number: true,
};
const rows: Row[] = [
  { name: 'copy.10', bytes: 4 }, { name: 'copy.2', bytes: 96 }, { name: 'dot', bytes: 4 },
  { name: 'Copy.1', bytes: 512 },
];

test('names with numbers are in the order of the numbers', () => {
  assert.deepEqual(sortedRows(rows, name, false).map((row) => row.name), ['Copy.1', 'copy.2', 'copy.10', 'dot']);
});

test('equal rows keep their order in both directions', () => {
  assert.deepEqual(sortedRows(rows, bytes, false).map((row) => row.name), ['copy.10', 'dot', 'copy.2', 'Copy.1']);
  assert.deepEqual(sortedRows(rows, bytes, true).map((row) => row.name), ['Copy.1', 'copy.2', 'copy.10', 'dot']);
});

test('a filter asks for all its words, in any column and any case', () => {
  const texts = (): string[] => textsOf(rows, [name, bytes]);
  const found = (filter: string): string[] => filteredRows(rows, texts, filter).map((row) => row.name);
  assert.deepEqual(found(''), ['copy.10', 'copy.2', 'dot', 'Copy.1']);
  assert.deepEqual(found('COPY 4'), ['copy.10']);
  assert.deepEqual(found('  96 b '), ['copy.2']);
  assert.deepEqual(found('nothing'), []);
});

test('sorting changes no row and not the list that it is given', () => {
  const before = JSON.stringify(rows);
  sortedRows(rows, bytes, true);
  assert.equal(JSON.stringify(rows), before);
});

test('a window has every row in sight and few more', () => {
  for (const count of [0, 1, 11, 12, 13, 500, 30000]) {
    for (let top = 0; top <= count * 28; top += 97 * (count > 1000 ? 100 : 1)) {
      const [first, last] = windowOf(top, 336, count, 28);
      assert(first >= 0 && last <= count && first <= last, `${first} ${last} of ${count}`);
      assert(first <= Math.floor(top / 28), 'the first row in sight is there');
      assert(last >= Math.min(count, Math.ceil((top + 336) / 28)), 'the last row in sight is there');
      assert(last - first <= 12 + 24 + 24, 'a page and its margins');
    }
  }
});

test('a window below the last row is empty or the end', () => {
  const [first, last] = windowOf(1e9, 336, 100, 28);
  assert(first <= last && last === 100);
});
