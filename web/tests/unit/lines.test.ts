// SPDX-License-Identifier: Apache-2.0
// lines.test.ts: what edits of the list do to the state, answers that come late, completion, and commands.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Answers } from '../../src/answers';
import { commandOf, withoutNames } from '../../src/command';
import { matching, optionsOf, wordBefore } from '../../src/complete';
import type { Engine } from '../../src/engine';
import { replacementIn } from '../../src/entry';
import { LONGEST_LINE, linesOf, rearranged, withEye, withLines, withMoved, withoutLine } from '../../src/line_edit';
import type { LineReply, Reply, Words } from '../../src/reply';
import { DEFAULTS, State, Store } from '../../src/state';

const at = (line: number) => ({ line, panel: 0, row: 1, column: 2 });
const STATE: State = {
  ...DEFAULTS, lines: ['A', 'B', 'C'], current: 1, on: [0, 2], notation: ['', '', 'xla'], compare: 2,
  at: at(2), kept: [at(0), at(1)],
};

test('what names a line goes with it', () => {
  const moved = withMoved(STATE, 2, -1);
  assert.deepEqual(moved?.lines, ['A', 'C', 'B']);
  assert.deepEqual([moved?.current, moved?.on, moved?.notation], [2, [0, 1], ['', 'xla']]);
  assert.deepEqual([moved?.compare, moved?.at?.line], [1, 1]);
  assert.deepEqual(moved?.kept, [at(0), at(2)]);
  assert.equal(withMoved(STATE, 0, -1), null);
  const added = withLines(STATE, 0, ['X', 'Y']);
  assert.deepEqual([added.lines, added.current, added.on, added.compare], [['X', 'Y', 'A', 'B', 'C'], 1, [2, 4], 4]);
  const removed = withoutLine(STATE, 2);
  assert.deepEqual([removed.lines, removed.on, removed.notation], [['A', 'B'], [0], []]);
  assert.deepEqual([removed.compare, removed.at], [null, null]);
  assert.equal(withoutLine(STATE, 1).current, 0);
  assert.deepEqual(withoutLine({ ...DEFAULTS, lines: ['A'] }, 0).lines, ['']);
  assert.deepEqual(rearranged(STATE, [0, 1, 2]).kept, STATE.kept);
});

test('at most four lines are drawn', () => {
  const five = { ...DEFAULTS, lines: ['A', 'B', 'C', 'D', 'E'], on: [0, 1, 2, 3] };
  assert.deepEqual(withEye(five, 4).on, [1, 2, 3, 4]);
  assert.deepEqual(withEye(five, 2).on, [0, 1, 3]);
  assert.deepEqual(withEye({ ...five, on: [], current: 1 }, 0).on, [0, 1]);
});

test('a pasted text is cut at ends of lines outside brackets', () => {
  assert.deepEqual(linesOf('A = (8,\n  64):(64,1)\r\n\nA == B\n'), ['A = (8,\n  64):(64,1)', 'A == B']);
  assert.deepEqual(linesOf('(8,\n4'), ['(8,\n4']);
});

function fakeEngine(): { engine: Engine; answer(line: number, reply: Partial<LineReply>): void; asked: number[] } {
  const waiting = new Map<number, (reply: Reply<LineReply> | null) => void>();
  const asked: number[] = [];
  const engine = {
    ask: (_: string, of: { line: number }) => new Promise((resolve) => {
      waiting.get(of.line)?.(null);
      waiting.set(of.line, resolve as never);
      asked.push(of.line);
    }),
    cancel: () => undefined,
  } as unknown as Engine;
  return {
    engine, asked,
    answer(line, reply) {
      waiting.get(line)?.({ v: 1, id: 1, ok: true, exit: 0, kind: 'layout', ...reply } as Reply<LineReply>);
      waiting.delete(line);
    },
  };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test('a line is asked about with all later ones, and keeps its last good answer', async () => {
  const { engine, asked, answer } = fakeEngine();
  const store = new Store({ ...DEFAULTS, lines: ['A', 'B'] });
  const answers = new Answers(store, engine);
  answers.update();
  answer(0, { layout: 'a' });
  answer(1, { layout: 'b' });
  await settled();
  assert.equal(answers.good(1)?.layout, 'b');
  asked.length = 0;
  store.set({ lines: ['A', 'BB'] });
  assert.deepEqual(asked, [1]);
  assert.equal(answers.good(1)?.layout, 'b');
  store.set({ lines: ['AA', 'BB'] });
  assert.deepEqual(asked, [1, 0, 1]);
  store.set({ lines: ['X', 'AA', 'BB'] });
  assert.equal(answers.good(0), null);
  assert.equal(answers.good(2)?.layout, 'b');
});

test('a line that is too long is refused unasked, and asked about once it is shorter', async () => {
  const { engine, asked, answer } = fakeEngine();
  const store = new Store({ ...DEFAULTS, lines: ['A'] });
  const answers = new Answers(store, engine);
  answers.update();
  answer(0, { layout: 'a' });
  await settled();
  store.set({ lines: ['A'.repeat(LONGEST_LINE + 1)] });
  await settled();
  const refused = answers.reply(0);
  assert.equal(refused?.ok === false && refused.error.message,
    'The line has 65,537 characters; the limit is 65,536.');
  assert.equal(answers.good(0)?.layout, 'a');
  assert.deepEqual(asked, [0]);
  store.set({ lines: ['A'.repeat(LONGEST_LINE)] });
  assert.deepEqual(asked, [0, 0]);
});

test('completion prefers what begins with the word', () => {
  const words = {
    operations: ['complement', 'composition', 'xla.complement', 'size'].map((name) => (
      { name, signature: `${name}(A)`, what: '', example: '', family: '' })),
    types: ['f16', 'f32'],
  } as unknown as Words;
  const options = optionsOf(words, [['Comp', '(8):(1)']]);
  const found = matching(options, 'comp').map(({ text }) => text);
  assert.deepEqual(found, ['Comp', 'complement', 'composition', 'xla.complement']);
  assert.deepEqual(matching(options, 'f16'), []);
  assert.equal(wordBefore('A = compo', 9), 'compo');
  assert.equal(wordBefore('(8,64', 5), '');
  const start = performance.now();
  assert.equal(wordBefore(`${'a'.repeat(60_000)}(`, 60_001), '');
  assert.ok(performance.now() - start < 1000);
});

test('a help that names a replacement is one', () => {
  assert.equal(replacementIn("did you mean 'composition'?"), 'composition');
  assert.equal(replacementIn('write a number'), null);
});

test('a command line says what the page asks, names replaced', () => {
  const lines = ['A = (8,64):(64,1)', 'S = Sw<3,3,3> o 0 o A', 'A == S', "x('a')"];
  const naming = { lines: () => lines, layoutOf: () => null };
  assert.equal(withoutNames('Sw<3,3,3> o 0 o A', naming), 'Sw<3,3,3> o 0 o (8,64):(64,1)');
  assert.equal(commandOf('show', { line: 1, color: 'bank', group: 8, tensor: '' }, naming),
    "tileglot show 'Sw<3,3,3> o 0 o (8,64):(64,1)' --color bank --group 8");
  assert.equal(commandOf('line', { line: 2 }, naming),
    "tileglot equal '(8,64):(64,1)' 'Sw<3,3,3> o 0 o (8,64):(64,1)'");
  assert.equal(commandOf('line', { line: 3 }, naming), "tileglot eval 'x('\\''a'\\'')'");
  const grid = { verb: 'show', layout: '8:1', view: 'grid' };
  assert.equal(commandOf('cell', { of: grid, panel: 0, row: 0, column: 0 }, naming),
    "tileglot show '8:1' --view grid");
  assert.equal(commandOf('export', { of: { verb: 'show', line: 0 }, as: 'svg', theme: 'dark' }, naming),
    "tileglot show '(8,64):(64,1)' --theme dark --as svg");
  assert.equal(commandOf('hlo.assign', { name: 'module.hlo', text: 'x', target: 'cpu', explain: true }, naming),
    'tileglot hlo assign module.hlo --target cpu --explain');
});
