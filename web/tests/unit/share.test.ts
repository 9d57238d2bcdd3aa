// SPDX-License-Identifier: Apache-2.0
// share.test.ts: texts that leave the page: Markdown, names of files, the page with a state in it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { withStart } from '../../src/one_file';
import type { LineReply } from '../../src/reply';
import { fileName } from '../../src/saved';
import { markdownOf } from '../../src/share';
import { whatIs } from '../../src/shown';

test('Markdown has the link and each line with what it is', () => {
  const named = { text: 'A = (8,64):(64,1)', is: 'CuTe layout, 512 elements' };
  const lines = [named, { text: '', is: '' }, { text: 'A == S', is: '' }];
  assert.equal(markdownOf(lines, 'https://x/#v1', []), [
    '[A = (8,64):(64,1)](https://x/#v1)', '', '```text', 'A = (8,64):(64,1)  # CuTe layout, 512 elements',
    'A == S', '```', '',
  ].join('\n'));
});

test('marks of Markdown in a line neither end the link nor the block', () => {
  const text = markdownOf([{ text: 'f32[3,5]{1,0} `a` <b>', is: '' }], 'l', []);
  assert(text.startsWith('[f32\\[3,5\\]{1,0} \\`a\\` \\<b\\>](l)\n'));
  const fenced = markdownOf([{ text: 'x ```` y', is: '' }], 'l', []);
  assert(fenced.includes('`````text\nx ```` y\n`````\n'));
});

test('a module is shared as a link and a command', () => {
  assert.equal(markdownOf([], 'l', ['tileglot hlo assign module.hlo']),
    '[Tileglot](l)\n\n```text\ntileglot hlo assign module.hlo\n```\n');
});

test('files are named after the layout', () => {
  assert.equal(fileName('S Sw<3,3,3> o 0 o (8,64):(64,1) banks', 'svg'), 'S-Sw-3-3-3-o-0-o-8-64-64-1-banks.svg');
  assert.equal(fileName('../..', 'svg'), 'layout.svg');
  assert.equal(fileName('日本', 'json'), 'layout.json');
  assert(fileName('x,'.repeat(200), 'tex').length <= 64);
});

const PAGE = '<!doctype html>\n<html><head><meta charset="utf-8"></head><body>$& </head></body></html>\n';

test('a saved page has one start, in its head', () => {
  const once = withStart(PAGE, 'v1&l="><script>&l=$&');
  assert.equal(once, PAGE.replace('</head>', () =>
    '<meta name="tileglot-link" content="v1&amp;l=&quot;&gt;&lt;script&gt;&amp;l=$&amp;">\n</head>'));
  assert.equal(withStart(once, 'v1'), PAGE.replace('</head>', '<meta name="tileglot-link" content="v1">\n</head>'));
});

test('a line says what it is', () => {
  assert.equal(whatIs({ kind: 'layout', title: 'CuTe layout', size: 512 }), 'CuTe layout, 512 elements');
  const call = { kind: 'layout', call: true, layout: '4:1', title: 'CuTe layout', size: 4 } as const;
  assert.equal(whatIs(call), '4:1, CuTe layout, 4 elements');
  assert.equal(whatIs({ kind: 'equal', equal: true }), 'equal');
  const unequal: LineReply = { kind: 'equal', equal: false, at: [1, 0], values: [64, 72] };
  assert.equal(whatIs(unequal), 'differ first at (1,0): 64 against 72');
  assert.equal(whatIs({ kind: 'value', text: 'true' }), 'true');
  assert.equal(whatIs({ kind: 'empty' }), '');
});
