// SPDX-License-Identifier: Apache-2.0
// platform.d.ts: what browsers and Node have and TypeScript 4.8 does not know, and what tools/web.py makes.

interface DeflateStream {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
}
declare const CompressionStream: { new (format: 'gzip' | 'deflate-raw'): DeflateStream };
declare const DecompressionStream: { new (format: 'gzip' | 'deflate-raw'): DeflateStream };

declare module '*.css';

// The bundled text of worker.ts.
declare module 'made/worker.txt' {
  const text: string;
  export default text;
}

declare module 'node:test' {
  export function test(name: string, body: () => void | Promise<void>): void;
  export function describe(name: string, body: () => void): void;
  export function it(name: string, body: () => void | Promise<void>): void;
  export default test;
}

declare module 'node:assert/strict' {
  interface Assert {
    (value: unknown, message?: string): asserts value;
    ok(value: unknown, message?: string): asserts value;
    equal(got: unknown, wanted: unknown, message?: string): void;
    notEqual(got: unknown, wanted: unknown, message?: string): void;
    deepEqual(got: unknown, wanted: unknown, message?: string): void;
    match(got: string, wanted: RegExp, message?: string): void;
    doesNotMatch(got: string, wanted: RegExp, message?: string): void;
    throws(body: () => unknown, wanted?: RegExp): void;
    rejects(body: () => Promise<unknown>, wanted?: RegExp): Promise<void>;
  }
  const assert: Assert;
  export default assert;
}

declare module 'node:fs' {
  export function readFileSync(path: string | URL, encoding: 'utf8'): string;
}

declare module 'node:zlib' {
  export function deflateRawSync(bytes: Uint8Array): Uint8Array;
  export function inflateRawSync(bytes: Uint8Array): Uint8Array;
}
