// SPDX-License-Identifier: Apache-2.0
// queue.ts: a worker and the requests that wait for it.
//
// A request in a worker cannot be stopped: the worker is ended and another one starts from the compiled module,
// which takes some 50 ms. So a superseded request gets `patience` to end by itself.
import type { EngineEvent } from './engine';
import type { Refusal, Reply } from './reply';

export interface Post {
  onmessage: ((event: { data: Said }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
  postMessage(message: unknown): void;
  terminate(): void;
}
interface Said {
  ready?: boolean;
  unloaded?: string; // why there is no module
  id?: number;
  reply?: ArrayBuffer;
  trap?: string;
}

export interface Request {
  id: number;
  key: string;
  text: string;
  command: string;
  resolve(reply: Reply<unknown> | null): void;
}

/// Milliseconds.
export interface Limits {
  patience: number;
  working: number;
  slow: number;
  longest: number; // Infinity: as long as it takes
}
export const LIMITS: Limits = { patience: 150, working: 300, slow: 2000, longest: 5000 };

/// What all queues of a page share.
export interface Life {
  hasAnswered: boolean;
}

/// A worker that fails to start this often will not start, until it is asked again.
const MOST_STARTS = 3;

function refusal(id: number, exit: number, code: string, message: string, help?: string): Refusal {
  return { v: 1, id, ok: false, exit, error: { code, message, ...help && { help } } };
}

export class Queue {
  private waiting: Request[] = [];
  private running: Request | null = null;
  private began = 0;
  private isSuperseded = false;
  private isReady = false;
  private isTold = false; // that it works
  private failedStarts = 0; // also those that ended before the page had any answer
  private timers: ReturnType<typeof setTimeout>[] = [];
  private loading: ReturnType<typeof setTimeout> | null = null;
  private isLoadTold = false;
  private worker: Post | null = null; // null: the module could not be loaded

  constructor(
    private module: string, private spawn: () => Post, private limits: Limits, private life: Life,
    private tell: (event: EngineEvent, about: string) => void,
  ) {
    this.start();
  }

  /// Also tries again where the module could not be loaded.
  start(): void {
    if (this.worker === null) this.restart();
    if (this.isReady) return;
    this.loading ??= setTimeout(() => {
      this.isLoadTold = true;
      this.tell('working', this.module);
    }, this.limits.working);
  }

  add(request: Request): void {
    this.supersede(request.key);
    this.waiting.push(request);
    this.start();
    this.next();
  }

  cancel(key: string): void {
    this.dropWaiting(key);
    if (this.running?.key === key) this.end(null);
  }

  private dropWaiting(key: string): void {
    const dropped = this.waiting.filter((each) => each.key === key);
    this.waiting = this.waiting.filter((each) => each.key !== key);
    for (const each of dropped) each.resolve(null);
  }

  private supersede(key: string): void {
    this.dropWaiting(key);
    if (this.running?.key !== key || this.isSuperseded) return;
    this.isSuperseded = true;
    this.running.resolve(null);
    this.after(Math.max(0, this.began + this.limits.patience - Date.now()), () => this.end(null));
  }

  private restart(): void {
    this.worker?.terminate();
    this.isReady = false;
    const worker = this.worker = this.spawn();
    worker.onmessage = ({ data }) => this.hear(data);
    worker.onerror = ({ message }) => this.lost(message ?? 'the worker ended');
  }

  private loaded(): void {
    if (this.loading !== null) clearTimeout(this.loading);
    if (this.isLoadTold) this.tell('idle', this.module);
    this.loading = null;
    this.isLoadTold = false;
  }

  // The next request tries again.
  private unloaded(why: string): void {
    this.worker?.terminate();
    this.worker = null;
    this.isReady = false;
    this.failedStarts = 0;
    this.loaded();
    this.tell('unloaded', why);
    for (const { id, resolve } of this.waiting.splice(0)) resolve(refusal(id, 70, 'web.load', why));
  }

  private hear(said: Said): void {
    if (said.trap !== undefined) {
      this.lost(said.trap);
    } else if (said.unloaded !== undefined) {
      this.unloaded(said.unloaded);
    } else if (said.ready) {
      this.isReady = true;
      this.loaded();
      this.tell('ready', this.module);
      this.next();
    } else if (said.id === this.running?.id && said.reply) {
      this.failedStarts = 0;
      this.life.hasAnswered = true;
      this.finish(JSON.parse(new TextDecoder().decode(said.reply)) as Reply<unknown>);
    }
  }

  private next(): void {
    if (this.running !== null || !this.isReady) return;
    const request = this.waiting.shift();
    if (request === undefined) return;
    this.running = request;
    this.isSuperseded = false;
    this.began = Date.now();
    this.worker?.postMessage({ id: request.id, text: request.text });
    this.after(this.limits.working, () => {
      this.isTold = true;
      this.tell('working', request.key);
    });
    this.after(this.limits.slow, () => this.tell('slow', request.key));
    if (this.limits.longest !== Infinity) this.after(this.limits.longest, () => this.end(this.tooSlow(request)));
  }

  private tooSlow(request: Request): Refusal {
    return refusal(request.id, 3, 'web.slow',
      `No answer within ${this.limits.longest / 1000} seconds, the limit while you type.`,
      'Try longer: it then runs in the background, and you can cancel it.');
  }

  private after(wait: number, act: () => void): void {
    this.timers.push(setTimeout(act, wait));
  }

  // Answers the running request and goes on.
  private finish(reply: Reply<unknown> | null): void {
    const request = this.running;
    for (const timer of this.timers.splice(0)) clearTimeout(timer);
    this.running = null;
    if (request !== null && !this.isSuperseded) request.resolve(reply);
    if (request !== null && this.isTold) this.tell('idle', request.key);
    this.isTold = false;
    this.next();
  }

  // Ends the worker in the middle of the running request.
  private end(reply: Reply<unknown> | null): void {
    this.restart();
    this.finish(reply);
  }

  // Before the page had any answer, a lost worker is one that does not start; what it was asked is asked again.
  private lost(reason: string): void {
    const request = this.running;
    const why = reason.replace(/\.+$/, '');
    const unstarted = `The engine does not start: ${why}.`;
    const isStarted = this.isReady && this.life.hasAnswered;
    if (isStarted) this.tell('gone', request?.command ?? '');
    else if (++this.failedStarts === MOST_STARTS) this.unloaded(unstarted);
    if (this.worker !== null) this.restart();
    this.finish(request && (isStarted
      ? refusal(request.id, 70, 'web.gone', `The engine stopped at this request: ${why}.`, 'It has been started again.')
      : refusal(request.id, 70, 'web.load', unstarted)));
  }
}
