#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// ask.mjs: asks the module in Node, as the page's worker does.
//
// usage: node web/tests/ask.mjs [--module WASM] [REQUEST ..]
//
// A request is JSON: {"do":"show","of":{"layout":"(8,64):(64,1)"}}. What it lacks of v, id, lines and form is
// added. Without requests, each line of standard input is one. Prints a reply a line; exits 1 after a trap.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const words = process.argv.slice(2);
const named = words[0] === '--module' ? words.splice(0, 2)[1] : undefined;
const file = named ?? new URL('../../build/web/tileglot.wasm', import.meta.url);

function importsOf(module) {
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = () => {
      throw new Error(`the module called ${name}`);
    };
  }
  return imports;
}

const module = new WebAssembly.Module(readFileSync(file));
const { exports } = new WebAssembly.Instance(module, importsOf(module));
exports._initialize();
let id = 0;

function answer(text) {
  const given = JSON.parse(text);
  const request = new TextEncoder().encode(JSON.stringify({ v: 1, id: ++id, lines: [], form: 'columns', ...given }));
  const room = exports.tg_room(request.length) >>> 0;
  new Uint8Array(exports.memory.buffer, room, request.length).set(request);
  const length = exports.tg_answer(request.length) >>> 0;
  const at = exports.tg_reply() >>> 0;
  return new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, length));
}

try {
  if (words.length > 0) for (const word of words) console.log(answer(word));
  else {
    for await (const line of createInterface({ input: process.stdin })) {
      if (line.trim() !== '') console.log(answer(line));
    }
  }
} catch (error) {
  console.error(`ask.mjs: ${error.message}`);
  process.exit(1);
}
