// SPDX-License-Identifier: Apache-2.0
// module.ts: the compiled modules, from the site or from the page itself, and workers that hold one.
import workerText from 'made/worker.txt';
import { fromBase85, through } from './deflate';
import { one } from './dom';
import type { ModuleName } from './engine';
import type { Post } from './queue';

const SAID: Record<ModuleName, string> = {
  layouts: 'The engine', tileglot: 'The part with the operations', hlo: 'The part that reads HLO',
};

/// The single file has no module of the layouts alone, since another one has all of it.
export const FIRST: ModuleName = document.querySelector('#layouts-module') === null ? 'tileglot' : 'layouts';

// The page has an element for each module: with its bytes as base85 in the single file, since a page from disk may
// fetch nothing, or with its address on a site. Some hosts inflate it on the way.
async function bytesOfModule(name: ModuleName): Promise<Uint8Array> {
  const { textContent, dataset } = one(`#${name}-module`);
  const inlined = (textContent ?? '').trim();
  if (inlined !== '') return fromBase85(inlined);
  const answer = await fetch(dataset.address ?? '');
  if (!answer.ok) throw new Error(`the server answers ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function compiled(name: ModuleName): Promise<WebAssembly.Module> {
  const bytes = await bytesOfModule(name);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return WebAssembly.compile(isGzip ? await through(bytes, new DecompressionStream('gzip')) : bytes);
}

const modules = new Map<ModuleName, Promise<WebAssembly.Module>>();

/// Each is fetched and compiled once, for all workers that hold it.
export function compiledModule(name: ModuleName): Promise<WebAssembly.Module> {
  const module = modules.get(name) ?? compiled(name);
  modules.set(name, module);
  // The next worker tries again: a network may come back.
  module.catch(() => modules.delete(name));
  return module;
}

const address = URL.createObjectURL(new Blob([workerText], { type: 'text/javascript' }));

/// A worker, which gets its module as soon as that is compiled.
export function spawnWorker(name: ModuleName): Post {
  const worker = new Worker(address) as unknown as Post;
  compiledModule(name).then(
    (module) => worker.postMessage({ module }),
    (error: Error) => {
      const why = error.message.replace(/\.+$/, '');
      const unloaded = `${SAID[name]} cannot be loaded: ${why}.`;
      worker.onmessage?.({ data: { unloaded } });
    });
  return worker;
}
