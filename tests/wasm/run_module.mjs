// SPDX-License-Identifier: Apache-2.0
// run_module.mjs: the replies of a WebAssembly module to requests.
//
// The C library has files, so that the link of a module finds them; here a module that could open
// one is refused.
//
// usage: node run_module.mjs MODULE < REQUESTS     a JSON list of texts; prints a JSON list of texts
import { readFileSync } from "node:fs";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

// What the C library imports although no request reaches it: each call would be an error.
function refusing(name) {
  return () => {
    throw new Error(`the module called ${name}`);
  };
}

const code = new WebAssembly.Module(readFileSync(process.argv[2]));
const imports = {};
for (const { module, name } of WebAssembly.Module.imports(code)) {
  if (name.startsWith("path_")) throw new Error(`the module opens files: it imports ${name}`);
  imports[module] ??= {};
  imports[module][name] = refusing(name);
}
const { exports } = new WebAssembly.Instance(code, imports);
exports._initialize();

function answer(text) {
  const bytes = encoder.encode(text);
  const begin = exports.room(bytes.length);
  new Uint8Array(exports.memory.buffer).set(bytes, begin);
  const reply = exports.answer();
  const memory = new Uint8Array(exports.memory.buffer);
  return decoder.decode(memory.subarray(reply, memory.indexOf(0, reply)));
}

const requests = JSON.parse(readFileSync(0, "utf-8"));
console.log(JSON.stringify(requests.map(answer)));
