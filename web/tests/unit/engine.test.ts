// SPDX-License-Identifier: Apache-2.0
// engine.test.ts: superseding, cancelling, limits, and workers that are lost.
import assert from 'node:assert/strict';
import test from 'node:test';
import { needsOperations } from '../../src/calls';
import { ModuleName, startEngine } from '../../src/engine';
import type { Limits, Post } from '../../src/queue';

const LIMITS: Limits = { patience: 30, working: 40, slow: 80, longest: 160 };
const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

// Answers what it is asked after `takes` milliseconds; 'trap' traps, 'silent' never answers.
class Fake implements Post {
  static all: Fake[] = [];
  static starts = true;
  static unloaded = ''; // the module that cannot be loaded
  onmessage: Post['onmessage'] = null;
  onerror: Post['onerror'] = null;
  asked: string[] = [];
  lines: string[] = []; // with the last request
  isEnded = false;

  constructor(readonly module = '') {
    Fake.all.push(this);
    const isLost = module !== '' && module === Fake.unloaded;
    const said = isLost ? { unloaded: `no ${module}` } : Fake.starts ? { ready: true } : { trap: 'no module' };
    setTimeout(() => this.tell(said));
  }

  postMessage(message: unknown): void {
    const { id, text } = message as { id: number; text: string };
    const { do: verb, of, lines } = JSON.parse(text) as { do: string; of: { takes?: number }; lines: string[] };
    this.lines = lines;
    this.asked.push(verb);
    if (verb === 'trap') setTimeout(() => this.tell({ id, trap: 'unreachable' }));
    else if (verb !== 'silent') {
      const reply = new TextEncoder().encode(JSON.stringify({ v: 1, id, ok: true, exit: 0, verb })).buffer;
      setTimeout(() => this.tell({ id, reply }), of.takes ?? 0);
    }
  }

  terminate(): void {
    this.isEnded = true;
  }

  private tell(data: never | object): void {
    if (!this.isEnded) this.onmessage?.({ data });
  }
}

function started(starts = true, first: ModuleName = 'tileglot', lines = ['A']) {
  Fake.all = [];
  Fake.starts = starts;
  Fake.unloaded = '';
  const events: string[] = [];
  const naming = { lines: () => lines, layoutOf: () => null };
  const engine = startEngine((module) => new Fake(module), naming, first, LIMITS);
  engine.listen((event, about) => events.push(`${event} ${about}`.trim()));
  return { engine, events };
}

test('answers come to who asked', async () => {
  const { engine } = started();
  const [a, b] = await Promise.all([engine.ask<{ verb: string }>('a', {}), engine.ask<{ verb: string }>('b', {})]);
  assert(a?.ok && b?.ok);
  assert.deepEqual([a.verb, b.verb], ['a', 'b']);
});

test('a newer request of the same key drops the one that has not begun', async () => {
  const { engine } = started();
  const replies = await Promise.all(['a', 'b', 'c'].map((verb) => engine.ask(verb, {}, { key: 'k' })));
  assert.deepEqual(replies.map((reply) => reply === null), [true, true, false]);
  assert.deepEqual(Fake.all[0]?.asked, ['c']);
});

test('one that has begun may end by itself, but not for long', async () => {
  const { engine } = started();
  const quick = engine.ask('quick', { takes: 10 }, { key: 'k' });
  await wait(5);
  const next = engine.ask('silent', {}, { key: 'k' });
  assert.equal(await quick, null);
  await wait(30);
  assert.equal(Fake.all.length, 1);
  const after = engine.ask('after', {}, { key: 'k' });
  assert.equal(await next, null);
  assert((await after)?.ok);
  assert.equal(Fake.all.length, 2);
  assert(Fake.all[0]?.isEnded);
});

test('a live request has a limit, a job has none', async () => {
  const { engine, events } = started();
  const live = engine.ask('silent', {}, { key: 'live' });
  const job = engine.ask('job', { takes: 300 }, { key: 'job', job: true });
  const reply = await live;
  assert(reply && !reply.ok);
  assert.equal(reply.error.code, 'web.slow');
  assert.match(reply.error.message, /0\.16 seconds/);
  assert((await job)?.ok);
  for (const event of ['working live', 'slow live', 'idle live', 'working job', 'idle job']) {
    assert(events.includes(event), event);
  }
});

test('cancel ends what waits and what runs', async () => {
  const { engine } = started();
  const running = engine.ask('silent', {}, { key: 'k' });
  await wait(10);
  engine.cancel('k');
  assert.equal(await running, null);
  assert((await engine.ask('next', {}))?.ok);
});

test('a trap is told with its command, and the next request is answered', async () => {
  const { engine, events } = started();
  assert((await engine.ask('first', {}))?.ok);
  const reply = await engine.ask('trap', { layout: '8:1' }, { key: 'k' });
  assert(reply && !reply.ok);
  assert.deepEqual([reply.exit, reply.error.code], [70, 'web.gone']);
  assert((await engine.ask('next', {}))?.ok);
  assert.deepEqual(events, ['ready tileglot', "gone tileglot trap '8:1'", 'ready tileglot']);
});

test('a worker that dies is replaced', async () => {
  const { engine } = started();
  const asked = engine.ask('silent', {});
  await wait(10);
  Fake.all[0]?.onerror?.({ message: 'killed' });
  const reply = await asked;
  assert(reply && !reply.ok && /killed/.test(reply.error.message));
  assert((await engine.ask('next', {}))?.ok);
});

test('an engine that does not start says so, and the next request tries again', async () => {
  const { engine, events } = started(false);
  const reply = await engine.ask('a', {});
  assert(reply && !reply.ok);
  assert.deepEqual([reply.error.code, reply.error.message], ['web.load', 'The engine does not start: no module.']);
  assert.equal(Fake.all.length, 3);
  Fake.starts = true;
  assert((await engine.ask('a', {}))?.ok);
  assert.deepEqual(events, ['unloaded The engine does not start: no module.', 'ready tileglot']);
});

test('an engine that traps at whatever comes first does not start', async () => {
  const { engine, events } = started();
  const replies = await Promise.all(['a', 'b', 'c', 'd'].map((key) => engine.ask('trap', {}, { key })));
  assert.deepEqual(replies.map((reply) => reply && !reply.ok && reply.error.code), new Array(4).fill('web.load'));
  assert.deepEqual(events.filter((event) => !event.startsWith('ready')),
    ['unloaded The engine does not start: unreachable.']);
});

test('a trap of a module that is new to a page with answers is told', async () => {
  const { engine, events } = started(true, 'layouts');
  assert((await engine.ask('about', {}))?.ok);
  const reply = await engine.ask('trap', {}, { key: 'k', job: true });
  assert(reply && !reply.ok && reply.error.code === 'web.gone');
  assert(events.some((event) => event.startsWith('gone tileglot')), events.join());
});

test('a line of more than 65,536 characters is not sent with others', async () => {
  const lines = ['(', '8:1'];
  lines[0] += '1'.repeat(70_000);
  const { engine } = started(true, 'layouts', lines);
  assert((await engine.ask('line', { line: 1 }))?.ok);
  assert.deepEqual(Fake.all[0]?.lines, ['', '8:1']);
});

test('operations and HLO have modules of their own, which are loaded when they are asked', async () => {
  const lines = ['A = (8,64):(64,1)'];
  const { engine } = started(true, 'layouts', lines);
  assert((await engine.ask('line', { line: 0 }))?.ok);
  assert.deepEqual(Fake.all.map(({ module }) => module), ['layouts']);
  lines.push('coalesce(A)');
  assert((await engine.ask('line', { line: 1 }))?.ok);
  assert((await engine.ask('hlo.stats', { text: '' }))?.ok);
  assert.deepEqual(Fake.all.map(({ module, asked }) => [module, ...asked]),
    [['layouts', 'line'], ['tileglot', 'line'], ['hlo', 'hlo.stats']]);
  lines.pop();
  assert((await engine.ask('show', { line: 0 }))?.ok);
  assert.deepEqual(Fake.all[1]?.asked, ['line', 'show']);
});

test('a module that cannot be loaded is a refusal, and the next request tries again', async () => {
  const { engine, events } = started(true, 'layouts');
  Fake.unloaded = 'tileglot';
  const reply = await engine.ask('eval', { expression: 'size(8:1)' });
  assert(reply && !reply.ok);
  assert.deepEqual([reply.error.code, reply.error.message], ['web.load', 'no tileglot']);
  assert((await engine.ask('show', { layout: '8:1' }))?.ok);
  Fake.unloaded = '';
  engine.reload();
  assert((await engine.ask('eval', { expression: 'size(8:1)' }))?.ok);
  assert.deepEqual(events, ['ready layouts', 'unloaded no tileglot', 'ready tileglot']);
});

test('what may hold a call is told from what only looks alike', () => {
  const calls = ['zipped_divide(A, 2:1)', 'S = Sw<3,3,3> o 0 o coalesce (A)', 'A == xla.equal(A, B)', 'atom<2>'];
  const others = [
    'A = (8,64):(64,1)', 'Sw<3,3,3> o 0 o (8,64):(64,1)', 'f32[3,5]{1,0:T(2,2)}', '#ttg.blocked<{order = [1, 0]}>',
    'memref<4x8xf32, strided<[8, 1]>>', 'shape=(2,3) strides=(3,1) elements', '{lane: [[1],[2]]} -> {dim0: 4}',
  ];
  for (const text of calls) assert(needsOperations('show', { of: { layout: text } }, ['A']), text);
  for (const layout of others) {
    assert(!needsOperations('show', { layout, tensor: 'tensor<2xf32>' }, [layout]), layout);
  }
  assert(needsOperations('cell', { of: { verb: 'operation', line: 0 } }, []));
  assert(!needsOperations('scan', { text: 'f(x)' }, ['size(A)']));
  assert(needsOperations('export', { of: { verb: 'show', layout: 'A' } }, []));
});
