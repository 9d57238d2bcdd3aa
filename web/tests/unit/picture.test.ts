// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import test from 'node:test';
import { lightsOf } from '../../src/lights';
import { expandAffine, Grid, headerOf, nextTile } from '../../src/picture';
import type { Cells, Panel } from '../../src/reply';
import { Selection } from '../../src/select';

type Given = Omit<Cells, 'kind'> & { kind?: Cells['kind'] };

function panel(rows: number, columns: number, cells: Given, tensor?: string): Panel {
  return {
    panel_row: 0, panel_column: 0, tensor, rows: { headers: { from: 0, step: 1, count: rows } },
    columns: { headers: { from: 0, step: 1, count: columns } }, cells: { kind: [['data', rows * columns]], ...cells },
  };
}

const affine = (row: number, column: number): Pick<Cells, 'coordinate' | 'offset'> => ({
  coordinate: { base: [0, 0], row: [1, 0], column: [0, 1] }, offset: { base: 0, row, column },
});

test('columns expand row by row', () => {
  const cells: Given = { ...affine(10, 1), shade: [0, 1, 2, -1, 263, 8], label: { from: 'offset' } };
  const grid = new Grid(panel(2, 3, cells), undefined);
  assert.deepEqual([0, 1, 2, 3, 4, 5].map((cell) => grid.offset(cell)), [0, 1, 2, 10, 11, 12]);
  assert.deepEqual(grid.coordinate(5), [1, 2]);
  assert.deepEqual([...grid.shade], [0, 1, 2, -1, 263, 8]);
  assert.equal(grid.label(4), '11');
  assert.equal(grid.name(4), '(1,1), offset 11');
  assert.ok(grid.isPlain);
});

test('one value can stand for all', () => {
  const cells: Given = { shade: { all: 5 }, label: { all: 'x' }, offset: { all: 7 } };
  const grid = new Grid(panel(2, 2, cells), undefined);
  assert.deepEqual([grid.shade[3], grid.label(3), grid.offset(3)], [5, 'x', 7]);
  const bare = new Grid(panel(1, 1, {}), undefined);
  assert.deepEqual([bare.shade[0], bare.label(0)], [-1, '']);
  assert.deepEqual([bare.offset(0), bare.coordinate(0)], [null, null]);
});

test('kinds come as run lengths, and lists may have holes', () => {
  const grid = new Grid(panel(1, 4, {
    kind: [['data', 2], ['padding', 1], ['hole', 1]], coordinate: [[0, 0], [0, 1], null, null],
    offset: [0, 1, 2, null],
  }), undefined);
  assert.deepEqual([...grid.kind], [0, 0, 1, 3]);
  assert.equal(grid.coordinate(2), null);
  assert.equal(grid.offset(3), null);
  assert.equal(grid.name(2), 'row 0, column 2, offset 2, padding');
});

test('numbers beyond 2^53 stay exact', () => {
  const values = expandAffine({ base: '9223372036854775000', row: 1, column: 2 }, 2, 2);
  assert.deepEqual([...values],
    ['9223372036854775000', '9223372036854775002', '9223372036854775001', '9223372036854775003']);
  const edge = expandAffine({ base: Number.MAX_SAFE_INTEGER, row: 0, column: 1 }, 1, 2);
  assert.deepEqual([...edge], [Number.MAX_SAFE_INTEGER, '9007199254740992']);
  const grid = new Grid(panel(1, 2, { offset: ['9007199254740993', 4] }), undefined);
  assert.deepEqual(grid.matches({ ...grid.keys(0), element: null }).place, [0]);
});

test('cells of the same element and of the same offset join', () => {
  const left = new Grid(panel(2, 2, affine(2, 1)), undefined);
  const right = new Grid(panel(2, 2, affine(1, 2)), undefined);
  // (0,1) has offset 1 on the left; on the right that element has 2, and offset 1 is of (1,0).
  assert.deepEqual(right.matches(left.keys(1)), { element: [1], place: [2] });
  const other = new Grid(panel(2, 2, affine(2, 1), 'B'), undefined);
  assert.deepEqual(other.matches(left.keys(1)), { element: [], place: [] });
});

test('a picture says which keys join: operands and result of a call share the offsets of the first', () => {
  const a = new Grid(panel(2, 2, affine(2, 1), 'operand 1'), ['offset']);
  const d = new Grid(panel(2, 2, affine(1, 2), 'result'), ['offset']);
  assert.deepEqual(d.matches(a.keys(1)), { element: [], place: [2] });
  const alone = new Grid(panel(2, 2, affine(2, 1)), undefined);
  assert.deepEqual(d.matches(alone.keys(1)), { element: [], place: [2] });
  const none = new Grid(panel(2, 2, affine(2, 1)), []);
  assert.deepEqual(none.matches(none.keys(1)), { element: [], place: [] });
});

test('owners join, also one of several', () => {
  const owners = (count: number[], lane: number[]): Cells['owners'] => ({
    count, lane, register: lane.map(() => 0), warp: lane.map(() => 0), block: lane.map(() => 0), thread: lane,
  });
  const grid = new Grid(panel(1, 3, { owners: owners([2, 0, 1], [4, 5, 6]) }), undefined);
  const hardware = new Grid(panel(1, 4, { owners: owners([1, 1, 1, 1], [6, 5, 4, 7]) }), undefined);
  assert.deepEqual(hardware.matches(grid.keys(0)).place, [1, 2]);
  assert.deepEqual(hardware.matches(grid.keys(1)).place, []);
  assert.deepEqual(grid.matches(hardware.keys(1)).place, [0]);
});

test('a thread is isolated by its number, not by its colour', () => {
  const lane = [4, 12, 12, 20, 4];
  const none = lane.map(() => 0);
  const owners = { count: [1, 2, 0, 2], lane, register: none, warp: none, block: none, thread: lane };
  const grid = new Grid(panel(1, 4, { shade: [4, 4, -1, 4], owners }), undefined);
  assert.equal(grid.lastThread, 20);
  const selection = new Selection();
  const faded = (key: string): boolean[] => {
    selection.isolate({ line: 0, key });
    const [lights] = lightsOf(selection, [{ line: 0, index: 0, grid }]);
    return [0, 1, 2, 3].map((cell) => lights!.isFaded!(cell));
  };
  assert.deepEqual(faded('thread:12'), [true, false, true, true]);
  assert.deepEqual(faded('thread:4'), [false, true, true, false]);
  assert.deepEqual(faded('thread:5'), [true, true, true, true]);
  assert.deepEqual(faded('shade:4'), [false, false, true, false]);
  const bare = new Grid(panel(1, 2, {}), undefined);
  assert.ok(bare.lastThread === -1 && !bare.isHeldBy(0, 0));
});

test('offsets as texts are found by an index', () => {
  const grid = new Grid(panel(2, 2, { offset: [0, 1, 1, null] }), undefined);
  assert.deepEqual(grid.cellsAt('1'), [1, 2]);
  assert.deepEqual(grid.cellsAt('7'), []);
});

test('a page goes to the next tile', () => {
  const axis = { headers: { from: 0, step: 1, count: 20 }, borders: [[4, 0], [8, 0]] as [number, number][] };
  assert.deepEqual([nextTile(axis, 0, 1), nextTile(axis, 5, 1), nextTile(axis, 9, 1)], [4, 8, 19]);
  assert.deepEqual([nextTile(axis, 19, -1), nextTile(axis, 8, -1), nextTile(axis, 0, -1)], [8, 4, 0]);
  assert.equal(nextTile({ headers: axis.headers }, 3, 1), 11);
  assert.equal(headerOf({ from: 16, step: 8, count: 4 }, 2), '32');
});

test('lights of 65,536 cells come within the budget of a hover', () => {
  const grids = [affine(256, 1), affine(1, 256)].map((cells) => new Grid(panel(256, 256, cells), undefined));
  const lit = grids.map((grid, line) => ({ line, index: 0, grid }));
  const selection = new Selection();
  let best = Infinity;
  for (let i = 0; i < 20; ++i) {
    selection.point({ line: 0, panel: 0, row: i, column: 7 });
    const start = performance.now();
    const lights = lightsOf(selection, lit);
    best = Math.min(best, performance.now() - start);
    assert.equal(lights[0]!.self, i * 256 + 7);
    assert.deepEqual(lights[1]!.element, [i * 256 + 7]);
    assert.deepEqual(lights[1]!.place, [7 * 256 + i].filter((cell) => cell !== i * 256 + 7));
  }
  assert.ok(best < 8, `${best} ms`);
});
