// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  clampPan, cropText, everyOf, fitSide, nextPercent, panAfterZoom, panToShow, panWindow, parseCrop, pitchOf, visible,
  whole, zoomWindow,
} from '../../src/zoom';

const ROOM = { width: 900, height: 600 };
const FULL = { rows: 100000, columns: 100096 };

test('a side fits both ways and is at most the natural one', () => {
  assert.equal(fitSide({ rows: 8, columns: 64 }, ROOM, 28), 14);
  assert.equal(fitSide({ rows: 100, columns: 4 }, ROOM, 28), 6);
  assert.equal(fitSide({ rows: 2, columns: 2 }, ROOM, 28), 28);
  assert.equal(fitSide({ rows: 5000, columns: 2 }, ROOM, 28), 1);
});

test('steps of zoom go on from any percent and end', () => {
  assert.equal(nextPercent(100, true), 125);
  assert.equal(nextPercent(100, false), 80);
  assert.equal(nextPercent(47, true), 50);
  assert.equal(nextPercent(47, false), 33);
  assert.equal(nextPercent(800, true), 800);
  assert.equal(nextPercent(10, false), 10);
});

test('what is under the pointer stays there', () => {
  for (const [pan, at, before, after] of [[0, 0, 10, 20], [35, 120, 10, 20], [400, 77, 28, 14]] as const) {
    const next = panAfterZoom(pan, at, before, after);
    assert.ok(Math.abs((pan + at) / before - (next + at) / after) < 1e-9);
  }
});

test('pan ends where the cells end', () => {
  assert.equal(clampPan(-5, 64, 14, 300), 0);
  assert.equal(clampPan(5000, 64, 14, 300), 64 * 14 - 300);
  assert.equal(clampPan(10, 4, 14, 300), 0);
  assert.equal(panToShow(0, 30, 14, 300), 31 * 14 - 300);
  assert.equal(panToShow(300, 2, 14, 300), 28);
  assert.equal(panToShow(20, 5, 14, 300), 20);
});

test('the visible cells include those that are cut', () => {
  assert.deepEqual(visible(0, 10, 100, 64), [0, 10]);
  assert.deepEqual(visible(5, 10, 100, 64), [0, 11]);
  assert.deepEqual(visible(600, 10, 100, 64), [60, 64]);
  assert.deepEqual(visible(0, 10, 100, 4), [0, 4]);
});

test('a crop is two ascending ranges', () => {
  assert.deepEqual(parseCrop('0:8,16:128'), { top: 0, bottom: 8, left: 16, right: 128 });
  assert.deepEqual(parseCrop(' 0 : 8 , 16 : 128 '), { top: 0, bottom: 8, left: 16, right: 128 });
  const wrong = ['', '0:8', '8:0,0:1', '0:8,1:1', '-1:2,0:3', '0:8,0:1x', '1e3:2e3,0:1', '0:99999999999999999,0:1'];
  for (const text of wrong) {
    assert.equal(parseCrop(text), null, text);
  }
  assert.equal(cropText({ top: 0, bottom: 8, left: 16, right: 128 }), '0:8,16:128');
});

test('a window zooms around the pointer, on multiples of its step, within what one request may draw', () => {
  let now = whole(FULL);
  for (let i = 0; i < 20; ++i) {
    now = zoomWindow(now, FULL, ROOM, 2, 43000, 60000);
    const every = everyOf(now, ROOM);
    assert.equal(now.top % every, 0);
    assert.equal(now.left % every, 0);
    assert.ok(now.top <= 43000 && now.bottom > 43000 && now.left <= 60000 && now.right > 60000, cropText(now));
    assert.ok(Math.ceil((now.bottom - now.top) / every) * Math.ceil((now.right - now.left) / every) <= 65536);
  }
  assert.equal(everyOf(now, ROOM), 1);
  assert.ok(pitchOf(now, ROOM) <= 80);
  for (let i = 0; i < 20; ++i) now = zoomWindow(now, FULL, ROOM, 0.5, now.top, now.left);
  assert.deepEqual(now, whole(FULL));
});

test('a window pans by elements and stops at the edges', () => {
  const now = { top: 43536, bottom: 43960, left: 34672, right: 35424 };
  assert.deepEqual(panWindow(now, FULL, ROOM, 48, 88), { top: 43584, bottom: 44008, left: 34760, right: 35512 });
  assert.equal(panWindow(now, FULL, ROOM, -50000, 0).top, 0);
  const last = panWindow(now, FULL, ROOM, 1e6, 1e6);
  assert.equal(last.bottom, FULL.rows);
  assert.equal(last.right, FULL.columns);
});

test('a long strip keeps its few columns', () => {
  const strip = { rows: 8388608, columns: 8 };
  const now = zoomWindow(whole(strip), strip, ROOM, 4, 0, 4);
  assert.equal(now.right - now.left, 8);
  assert.ok(now.bottom - now.top < strip.rows / 2);
});
