// SPDX-License-Identifier: Apache-2.0
// link.test.ts: every form of a link that was ever published, round trips of random states, and broken links.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { fragmentOf, readLink, withKnownWords } from '../../src/link';
import type { Words } from '../../src/reply';
import { DEFAULTS, Place, State } from '../../src/state';

// Node knows raw deflate as a stream since 20.12 only.
function streamOf(transform: (bytes: Uint8Array) => Uint8Array): { new (): DeflateStream } {
  return class extends TransformStream<Uint8Array, Uint8Array> {
    constructor() {
      const parts: number[] = [];
      super({
        transform: (part) => void part.forEach((byte) => parts.push(byte)),
        flush: (controller) => controller.enqueue(transform(Uint8Array.from(parts))),
      });
    }
  };
}
Object.assign(globalThis, {
  CompressionStream: streamOf(deflateRawSync), DecompressionStream: streamOf(inflateRawSync),
});

async function stateOf(fragment: string): Promise<State> {
  return { ...DEFAULTS, ...(await readLink(fragment)).state };
}

function randomOf(seed: number): () => number {
  let now = seed;
  return () => {
    now = (Math.imul(now, 1664525) + 1013904223) >>> 0;
    return now / 2 ** 32;
  };
}

const PIECES = ['A', ' = ', '(8,64):(64,1)', 'Sw<3,3,3> o 0 o ', '==', '&', '=', '+', '%', '%41', '#', '\n', 'é', '😀',
  "'", '"', '|', '\\',
  '{1,0:T(8,128)}', '[', ']', '`', '\u0000', 'ﬀ', ' ', '?', '/', '~'];

function randomState(seed: number): State {
  const random = randomOf(seed);
  const below = (bound: number): number => Math.floor(random() * bound);
  const longest = seed % 10 === 0 ? 60 : 6;
  const text = (): string => Array.from({ length: below(longest) }, () => PIECES[below(PIECES.length)]).join('');
  const maybe = <T>(value: T, otherwise: T): T => random() < 0.5 ? value : otherwise;
  const lines = Array.from({ length: 1 + below(5) }, text);
  const place = (): Place => ({ line: below(lines.length), panel: below(8), row: below(1000), column: below(1000) });
  const notation = maybe(['', 'cute', 'xla'].slice(0, 1 + below(3)), []);
  return {
    screen: maybe('hlo', 'lines'), lines, current: below(lines.length),
    on: [...new Set([below(lines.length), below(lines.length)])],
    notation: notation.length === 1 ? [] : notation, view: maybe(text(), ''), color: maybe('bank', ''),
    label: maybe('bank', ''),
    dtype: maybe('f16', ''), group: 1 + below(9), fold: maybe('n h w c: n h | w c', ''),
    tensor: maybe('tensor<16x8xf32>', ''),
    crop: maybe('0:8,64:128', ''), every: 1 + below(3), zoom: below(800), operands: random() < 0.5,
    access: maybe('ldmatrix.x4', ''),
    compare: maybe<number | null>(below(lines.length), null), phase: below(4), tick: below(32),
    at: maybe<Place | null>(place(), null),
    kept: Array.from({ length: below(9) }, place), hlo: maybe(text(), ''), ttgir: maybe(text(), ''),
    target: maybe('gpu:sm_90', 'cpu'),
    strategy: maybe('optimal', 'xla'), theme: maybe('dark', 'auto'), palette: maybe('grey', 'safe'),
    unknown: random() < 0.3 ? [['later', text()], ['later', text()], ['ß', text()]] : [],
  };
}

test('a random state survives its link, as the address has it and as it is copied', async () => {
  let packed = 0;
  for (let seed = 1; seed <= 1000; ++seed) {
    const state = randomState(seed);
    for (const isCopied of [false, true]) {
      const fragment = await fragmentOf(state, isCopied);
      packed += fragment.startsWith('v1&z=') ? 1 : 0;
      const { state: back, problems } = await readLink(fragment);
      assert.deepEqual(problems, [], fragment);
      assert.deepEqual({ ...DEFAULTS, ...back }, state, fragment);
      assert.doesNotMatch(fragment, isCopied ? /[ <>"`()[\]{}'|\u0080-\uffff]/ : /[ <>"`\u0080-\uffff]/);
    }
  }
  assert(packed > 50);
});

test('every form of links.txt gives its state', async () => {
  const all = readFileSync('web/tests/links.txt', 'utf8').split('\n');
  const rows = all.filter((row) => row !== '' && !row.startsWith('//'));
  assert(rows.length > 20);
  for (const row of rows) {
    const [fragment = '', wanted = ''] = row.split('\t');
    const { state, problems } = await readLink(fragment);
    assert.deepEqual(problems, [], fragment);
    assert.deepEqual(state, JSON.parse(wanted), fragment);
    assert.deepEqual(await stateOf(await fragmentOf({ ...DEFAULTS, ...state })), { ...DEFAULTS, ...state }, fragment);
  }
});

test('a long state is deflated, and a broken one costs a sentence', async () => {
  const hlo = 'HloModule m\n'.repeat(500);
  const fragment = await fragmentOf({ ...DEFAULTS, screen: 'hlo', hlo });
  assert.match(fragment, /^v1&z=[\w-]+$/);
  assert.equal((await stateOf(fragment)).hlo, hlo);
  for (const cut of [fragment.slice(0, -5), 'v1&z=', 'v1&z=!!!', 'v1&z=AAAA']) {
    const { state, problems } = await readLink(`${cut}&d=f16`);
    assert.equal(problems.length, 1, cut);
    assert.deepEqual(state, { dtype: 'f16' });
  }
});

test('each broken value costs a sentence, and the rest opens', async () => {
  const broken: [string, RegExp][] = [
    ['s=grid', /s \(screen\) is 'grid', not lines, hlo or ttgir/],
    ['g=eight', /g \(group\) is 'eight', not a whole number from 1 to/], ['g=0', /g \(group\) is '0'/],
    ['g=1e3', /g \(group\) is '1e3'/], ['zm=-5', /zm \(zoom\) is/], ['cr=0:8', /cr \(crop\) is '0:8', not like/],
    ['at=1', /at is '1', not like/],
    ['at=1,2', /at is/], ['at=9,0,0,0', /at names line 9, and the link has 1/], ['on=1,2', /on names line 2/],
    ['on=1,2,3,4,5', /on draws 5/],
    ['c=7', /c names line 7/], ['c=0', /c \(current\) is '0'/], ['cmp=3', /cmp names line 3/],
    ['k=1,1,1;x', /k \(kept\) is 'x'/], ['op=yes', /op \(operands\) is 'yes'/],
    ['th=pink', /th \(theme\) is 'pink', not auto, light or dark/], ['v=%E0%A4%A', /broken % in/],
    ['xt=1.5', /xt \(tick\) is '1.5'/],
  ];
  for (const [pair, sentence] of broken) {
    const { state, problems } = await readLink(`v1&${pair}&l=(8,64):(64,1)&d=f16`);
    assert.equal(problems.length, 1, `${pair}: ${problems.join(' ')}`);
    assert.match(problems[0] ?? '', sentence);
    assert.equal(state.dtype, 'f16');
    assert.deepEqual(state.lines, ['(8,64):(64,1)']);
  }
});

test('words that the module does not know are named', () => {
  const some = { views: ['grid', 'banks'], colors: [], labels: [], types: ['f16'], palettes: { safe: {} } };
  const words = some as unknown as Words;
  const { state, problems } = withKnownWords({ ...DEFAULTS, view: 'bank', dtype: 'f16', palette: 'safe' }, words);
  assert.deepEqual(problems, ["The link's v (view) is 'bank', not grid or banks. It was left out."]);
  assert.deepEqual([state.view, state.dtype], ['', 'f16']);
});

test('another version and another fragment are named', async () => {
  assert.match((await readLink('v2&l=A')).problems[0] ?? '', /version 2; this page reads version 1/);
  assert.match((await readLink('lines')).problems[0] ?? '', /'#lines', which is not a link/);
  assert.match((await readLink('v1x')).problems[0] ?? '', /not a link/);
  assert.deepEqual(await readLink('v1'), { state: {}, problems: [] });
});

test('what this version does not know is kept', async () => {
  const { state } = await readLink('v1&new=1&new=2&l=A&__proto__=x');
  assert.deepEqual(state.unknown, [['new', '1'], ['new', '2'], ['__proto__', 'x']]);
  assert.equal(await fragmentOf({ ...DEFAULTS, ...state }), 'v1&l=A&new=1&new=2&__proto__=x');
});

test('half a character does not break the link', async () => {
  assert.equal(await fragmentOf({ ...DEFAULTS, lines: ['a\ud800b'] }), 'v1&l=a%EF%BF%BDb');
});
