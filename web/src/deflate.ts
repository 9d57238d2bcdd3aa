// SPDX-License-Identifier: Apache-2.0
// deflate.ts: texts as base64url of raw deflate, which addresses can hold, and streams read to their end.

/// A link can claim to hold more than memory has; a text of a module has 16 MiB at most.
const MOST_BYTES = 40 << 20;

export async function bytesOf(stream: ReadableStream<Uint8Array>, most = Infinity): Promise<Uint8Array> {
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done || value === undefined) break;
    length += value.length;
    if (length > most) throw new Error('too long');
    parts.push(value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/// Bytes through a stream that packs or unpacks.
export function through(bytes: Uint8Array, stream: DeflateStream, most?: number): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  // A broken input rejects these too; the reader tells.
  writer.write(bytes).catch(() => undefined);
  writer.close().catch(() => undefined);
  return bytesOf(stream.readable, most);
}

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;,=>?@^_`{|}~';

/// Base85 as Python's b85encode writes it, but with ',' for '<', which HTML could take for the beginning of a tag.
/// It takes a sixteenth less than base64.
export function fromBase85(text: string): Uint8Array {
  const values = new Uint8Array(128);
  for (let i = 0; i < DIGITS.length; ++i) values[DIGITS.charCodeAt(i)] = i;
  const bytes = new DataView(new ArrayBuffer(Math.ceil(text.length / 5) * 4));
  for (let at = 0, to = 0; at < text.length; to += 4) {
    let word = 0;
    for (const end = at + 5; at < end; ++at) {
      word = word * 85 + (at < text.length ? values[text.charCodeAt(at)]! : 84);
    }
    bytes.setUint32(to, word);
  }
  return new Uint8Array(bytes.buffer, 0, Math.floor((text.length * 4) / 5));
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4096) text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return btoa(text);
}

export async function deflated(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  return toBase64(bytes).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/// Throws if the text was not made by `deflated`.
export async function inflated(text: string): Promise<string> {
  const bytes = fromBase64(text.replace(/-/g, '+').replace(/_/g, '/'));
  const all = await through(bytes, new DecompressionStream('deflate-raw'), MOST_BYTES);
  return new TextDecoder('utf-8', { fatal: true }).decode(all);
}
