// SPDX-License-Identifier: Apache-2.0
// worker.ts: holds one instance of the module and answers one request after another.
//
// It is told the compiled module first, and then {id, text}. It says {ready}, {id, reply: bytes of JSON}, or
// {id, trap: why} where the instance is lost.

export {}; // a module, so that its names are its own

interface Port {
  onmessage: ((event: MessageEvent<Told>) => void) | null;
  postMessage(message: unknown, transferred?: Transferable[]): void;
}
type Told = { module: WebAssembly.Module } | { id: number; text: string };

interface Instance {
  memory: WebAssembly.Memory;
  _initialize(): void;
  tg_room(bytes: number): number;
  tg_answer(bytes: number): number;
  tg_reply(): number;
}

const port = self as unknown as Port;
let instance: Instance | null = null;

// The module reaches no file and no clock: what it imports is called on the way to an abort only.
function importsOf(module: WebAssembly.Module): WebAssembly.Imports {
  const imports: WebAssembly.Imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = () => {
      throw new Error(`the module called ${name}`);
    };
  }
  return imports;
}

async function start(module: WebAssembly.Module): Promise<void> {
  const { exports } = await WebAssembly.instantiate(module, importsOf(module));
  instance = exports as unknown as Instance;
  instance._initialize();
  port.postMessage({ ready: true });
}

function answered(text: string): ArrayBuffer {
  if (instance === null) throw new Error('the module has not started');
  const request = new TextEncoder().encode(text);
  const room = instance.tg_room(request.length) >>> 0;
  if (room === 0) throw new Error('out of memory');
  new Uint8Array(instance.memory.buffer, room, request.length).set(request);
  const length = instance.tg_answer(request.length) >>> 0;
  const at = instance.tg_reply() >>> 0;
  return instance.memory.buffer.slice(at, at + length);
}

port.onmessage = ({ data }) => {
  if ('module' in data) {
    start(data.module).catch((error) => port.postMessage({ trap: String(error) }));
    return;
  }
  try {
    const reply = answered(data.text);
    port.postMessage({ id: data.id, reply }, [reply]);
  } catch (error) {
    port.postMessage({ id: data.id, trap: error instanceof Error ? error.message : String(error) });
  }
};
