// SPDX-License-Identifier: Apache-2.0
// modules.test.ts: what the page reads in texts of HLO by itself, reasons of copies, and costs of conversions.
import assert from 'node:assert/strict';
import test from 'node:test';
import { instructionsOf, inUnits, layoutOf, moduleName, sizeOf } from '../../src/hlo_arrays';
import { reasonsIn } from '../../src/hlo_reasons';
import { tooLong } from '../../src/module_text';
import { lineOfByte } from '../../src/source_lines';
import { movesOf } from '../../src/ttgir_moves';

test('instructions are read with their lines and shapes', () => {
  const text = `HloModule m.1, is_scheduled=true

ENTRY %main (p: f32[2]) -> (f32[2]) {
  %p = f32[2]{0} parameter(0)
  t = (f32[2]{0:T(2)}, /*index=1*/(s32[], pred[3])) custom-call(%p), custom_call_target="a(b)"
  short = add(p, p)
  ROOT %r.1-x = bf16[8,64]{1,0:T(8,128)(2,1)S(1)} copy(%p)
}
`;
  assert.equal(moduleName(text), 'm.1');
  assert.deepEqual(instructionsOf(text), [
    { name: 'p', operation: 'parameter', line: 4, shape: 'f32[2]{0}' },
    { name: 't', operation: 'custom-call', line: 5, shape: '(f32[2]{0:T(2)}, /*index=1*/(s32[], pred[3]))' },
    { name: 'short', operation: 'add', line: 6, shape: '' },
    { name: 'r.1-x', operation: 'copy', line: 7, shape: 'bf16[8,64]{1,0:T(8,128)(2,1)S(1)}' },
  ]);
  assert.equal(layoutOf('bf16[8,64]{1,0:T(8,128)}'), '{1,0:T(8,128)}');
  assert.equal(layoutOf('f32[2]'), '');
});

// The numbers are those of `tileglot check SHAPE --json`.
test('bytes and padding are those of the program', () => {
  const known: [shape: string, logical: number, physical: number][] = [
    ['s4[16,16]{1,0}', 256, 256], ['s4[16,16]{1,0:E(4)}', 128, 128], ['pred[10]{0}', 10, 10],
    ['f8e4m3fn[3,5]{1,0:T(2,2)}', 15, 24],
    ['bf16[16,250]{1,0:T(8,128)(2,1)}', 8000, 8192], ['bf16[3,3]{1,0:T(2,2)(2,1)}', 18, 32], ['c64[3]', 24, 24],
    ['f32[0,3]{1,0}', 0, 0], ['f32[3,100]{0,1:T(8,128)}', 1200, 53248], ['f32[3,100]{1,0:T(128)}', 1200, 1536],
    ['f32[]', 4, 4],
    ['f32[2,3,5]{2,1,0:T(2,4,4)}', 120, 256], ['f32[5,7]{1,0:T(4)(2,2)}', 140, 160], ['f32[<=10]', 40, 40],
    ['s32[8388608,8,4]{2,1,0:T(8,128)}', 1073741824, 34359738368],
  ];
  for (const [shape, logical, physical] of known) {
    assert.deepEqual(sizeOf(shape), { bytes: physical, padding: physical - logical }, shape);
  }
  const unknown = ['', '(f32[2])', 'token[]', 'f32[?]', 'f32[5,6]{1,0:T(*,2)}'];
  for (const shape of unknown) assert.equal(sizeOf(shape), null, shape);
});

test('bytes are shown in units', () => {
  const shown = ['0 B', '1023 B', '1.0 KiB', '4.0 MiB', '755.3 GiB', '-2.0 KiB'];
  assert.deepEqual([0, 1023, 1024, 4194304, 810971037696, -2048].map(inUnits), shown);
});

test('reasons are listed by their copy', () => {
  const reasons = reasonsIn(`the result was open (AUTO) and is {2,1,0}:
  %scores runs in a library [cpu.row_major_operation, mandatory]
%copy: %q.t {0,1,2} -> {2,1,0} for operand 0 of %rows, 4194304 B
  read as {2,1,0}:
    %rows reads its operands in row-major order [cpu.row_major_operand, mandatory]
    in place of {2,1,0}: %q.t could be made as it is read [spread.made_as_read]
`);
  assert.deepEqual([...reasons.keys()], ['the result was open (AUTO) and is {2,1,0}', 'copy']);
  assert.deepEqual(reasons.get('copy'), [
    { depth: 0, text: 'read as {2,1,0}:', rule: '', mandatory: false },
    { depth: 1, text: '%rows reads its operands in row-major order', rule: 'cpu.row_major_operand', mandatory: true },
    {
      depth: 1, text: 'in place of {2,1,0}: %q.t could be made as it is read', rule: 'spread.made_as_read',
      mandatory: false,
    },
  ]);
});

test('conversions are dearer through memory than by shuffles', () => {
  const none = {
    shuffles: 0, selects: 0, byte_permutes: 0, shared_stores: {}, shared_loads: {}, cta_barriers: 0, warp_barriers: 0,
    cluster_barriers: 0, shared_bytes: 0, extra_wavefronts: 0,
  };
  const plans = [
    { from: null, to: null, conversion: { ...none, class: 'none' } },
    { from: null, to: null, conversion: { ...none, class: 'warp_shuffle', shuffles: 8, selects: 1 } },
    {
      from: null, to: null,
      conversion: { ...none, class: 'shared', shared_stores: { 'st.128': 8 }, cta_barriers: 1, shared_bytes: 32768 },
    },
  ];
  const places = [0, 1, 2, 7].map((plan) => ({ operation: 'o', line: 1, plan }));
  const moves = movesOf({ layouts: [], plans, moves: places });
  assert.deepEqual(moves.map(({ kind, instructions }) => `${kind}: ${instructions}`), [
    'nothing moves: free', 'shuffles: 8 shuffles, 1 select',
    'through memory: 8 st.128, 1 block barrier, 32.0 KiB shared',
  ]);
  assert(moves[0]!.cost < moves[1]!.cost && moves[1]!.cost < moves[2]!.cost);
});

test('a byte is found in its line', () => {
  const text = 'é\nab\n\nc';
  assert.deepEqual([0, 2, 3, 5, 6, 7, 99].map((byte) => lineOfByte(text, byte)), [1, 1, 2, 2, 3, 4, 4]);
});

test('a text above 16 MiB is refused with its size and the command', () => {
  const example = { name: '', text: '' };
  const of = {
    kind: 'an HLO module', endings: '', command: 'tileglot hlo stats', example, text: () => '', take: () => undefined,
  };
  assert.equal(tooLong(of, 'a.hlo', 16 * 1024 * 1024), null);
  assert.equal(tooLong(of, 'a.hlo', 24536678),
    'a.hlo has 23.4 MiB, and this page reads up to 16 MiB. `tileglot hlo stats a.hlo` has no such limit.');
});
