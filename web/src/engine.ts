// SPDX-License-Identifier: Apache-2.0
// engine.ts: what the page asks, and the workers that answer: for each module one that answers while one types, and
// one for what takes long. Only the first is started at once; few visits need the others.
import { needsOperations } from './calls';
import { commandOf, Naming } from './command';
import { Life, Limits, LIMITS, Post, Queue } from './queue';
import { LONGEST_LINE } from './line_edit';
import type { Reply } from './reply';

export interface Asked {
  key?: string; // a newer request of the same key supersedes this one
  job?: boolean; // may take long: it runs in the worker for jobs, without a limit
  form?: 'columns' | 'program';
}

export type EngineEvent = 'working' | 'slow' | 'idle' | 'gone' | 'ready' | 'unloaded';
export type EngineListener = (event: EngineEvent, about: string) => void;

export interface Engine {
  /// null: superseded by a newer request of the same key, or cancelled.
  ask<T>(verb: string, of: Record<string, unknown>, asked?: Asked): Promise<Reply<T> | null>;
  cancel(key: string): void;
  /// The same request as a command line, to copy.
  commandOf(verb: string, of: Record<string, unknown>): string;
  /// `about`: the key of the request that works, is slow or has ended; of 'gone', the request as a command; of
  /// 'ready', the module; of 'unloaded', why.
  listen(listener: EngineListener): void;
  /// Loads the operations, for which there is no request yet.
  loadOperations(): void;
  /// Tries again to load what could not be loaded.
  reload(): void;
}

/// 'layouts' is what a page begins with, 'tileglot' all of that and the operations. HLO has a module of its own.
export type ModuleName = 'layouts' | 'tileglot' | 'hlo';

/// `spawn` starts a worker that holds a module. A page without the module 'layouts' begins with 'tileglot'.
export function startEngine(
  spawn: (module: ModuleName) => Post, naming: Naming, first: ModuleName = 'layouts', limits: Limits = LIMITS,
): Engine {
  const listeners: EngineListener[] = [];
  const life: Life = { hasAnswered: false };
  let isWhole = first === 'tileglot';
  const tell: EngineListener = (event, about) => {
    if (event === 'ready' && about === 'tileglot') isWhole = true;
    for (const listener of listeners) listener(event, about);
  };
  const queues = new Map<string, Queue>();
  const queueOf = (module: ModuleName, job: boolean): Queue => {
    const name = `${module} ${job}`;
    const of = job ? { ...limits, longest: Infinity } : limits;
    const queue = queues.get(name) ?? new Queue(module, () => spawn(module), of, life, tell);
    queues.set(name, queue);
    return queue;
  };
  const cancel = (key: string, but?: Queue): void => {
    for (const queue of queues.values()) if (queue !== but) queue.cancel(key);
  };
  const moduleFor = (verb: string, of: Record<string, unknown>): ModuleName => verb.startsWith('hlo.') ? 'hlo'
    : isWhole || needsOperations(verb, of, lines()) ? 'tileglot' : first;
  // A line that is refused for its length is nothing to the others.
  const lines = (): string[] => naming.lines().map((text) => (text.length > LONGEST_LINE ? '' : text));
  queueOf(first, false);
  let last = 0;
  return {
    ask<T>(verb: string, of: Record<string, unknown>, asked: Asked = {}): Promise<Reply<T> | null> {
      const id = ++last;
      const { key = `#${id}`, job = false, form = 'columns' } = asked;
      const text = JSON.stringify({ v: 1, id, do: verb, of, lines: lines(), form });
      const command = commandOf(verb, of, naming);
      const queue = queueOf(moduleFor(verb, of), job);
      cancel(key, queue);
      return new Promise((resolve) => {
        queue.add({ id, key, text, command, resolve: (reply) => resolve(reply as Reply<T> | null) });
      });
    },
    cancel: (key) => cancel(key),
    commandOf: (verb, of) => commandOf(verb, of, naming),
    listen: (listener) => void listeners.push(listener),
    loadOperations: () => queueOf('tileglot', false).start(),
    reload: () => queues.forEach((queue) => queue.start()),
  };
}
