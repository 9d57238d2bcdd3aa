// SPDX-License-Identifier: Apache-2.0
// hlo_arrays.ts: the instructions of an HLO module's text, and the bytes that their arrays take.
//
// The module answers about whole programs. The table of all instructions needs a line, a shape and two numbers for
// each, which the text says; it is read once, line by line.

export interface Instruction {
  name: string;
  operation: string;
  line: number; // of the text, from 1
  shape: string; // as the text has it: bf16[8,64]{1,0}; '' where it says none
}

export interface Size {
  bytes: number; // in memory, padding of tiles included
  padding: number;
}

const HEAD = /^\s*(?:ROOT\s+)?%?([\w.-]+)\s*=\s*/;
const ARRAY = /^[a-z]\w*\[[^\]]*\](?:\{[^}]*\})?/;
const OPERATION = /^\s*([a-z][\w-]*)\(/;

/// The shape at the beginning of a text: of an array, or of a tuple up to its last parenthesis.
function shapeAt(text: string): string {
  if (!text.startsWith('(')) return ARRAY.exec(text)?.[0] ?? '';
  let depth = 0;
  for (let at = 0; at < text.length; ++at) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    if (depth === 0) return text.slice(0, at + 1);
  }
  return '';
}

export function instructionsOf(text: string): Instruction[] {
  const found: Instruction[] = [];
  let line = 0;
  for (const written of text.split('\n')) {
    line += 1;
    const head = HEAD.exec(written);
    if (head === null) continue;
    const rest = written.slice(head[0]?.length);
    const shape = shapeAt(rest);
    const operation = OPERATION.exec(rest.slice(shape.length))?.[1];
    if (operation !== undefined) found.push({ name: head[1] ?? '', operation, line, shape });
  }
  return found;
}

/// The name of the module, or of nothing.
export function moduleName(text: string): string {
  return /^\s*HloModule\s+([\w.-]+)/m.exec(text.slice(0, 100_000))?.[1] ?? 'module';
}

/// `{1,0:T(8,128)}` of a shape, '' if it has none.
export function layoutOf(shape: string): string {
  return /\{[^}]*\}$/.exec(shape)?.[0] ?? '';
}

function bitsOf(type: string, layout: string): number | null {
  const stored = /E\((\d+)\)/.exec(layout)?.[1];
  if (stored !== undefined) return Number(stored);
  if (type === 'pred') return 8;
  const bits = /^(?:bf|[sufc])(\d+)/.exec(type)?.[1];
  // Types of fewer bits than a byte take one, unless the layout says otherwise.
  return bits === undefined ? null : Math.max(8, Number(bits));
}

/// The extents in memory: each tile divides the dimensions that are the most minor then.
function physical(extents: number[], layout: string): number[] | null {
  const order = (/^\{([\d,]*)/.exec(layout)?.[1] ?? '').split(',').filter((text) => text !== '').map(Number);
  let shape = order.length === extents.length ? [...order].reverse().map((at) => extents[at] ?? 1) : extents;
  const tiles = /T((?:\([^)]*\))+)/.exec(layout)?.[1]?.match(/\([^)]*\)/g) ?? [];
  for (const tile of tiles) {
    const sizes = tile.slice(1, -1).split(',').map(Number);
    if (sizes.some((size) => !(size > 0))) return null;
    while (shape.length < sizes.length) shape = [1, ...shape];
    const kept = shape.length - sizes.length;
    const counts = shape.slice(kept).map((extent, at) => Math.ceil(extent / (sizes[at] ?? 1)));
    shape = [...shape.slice(0, kept), ...counts, ...sizes];
  }
  return shape;
}

/// null for tuples, tokens, open sizes, and layouts of other forms.
export function sizeOf(shape: string): Size | null {
  const parts = /^([a-z]\w*)\[([\d,<=\s]*)\]/.exec(shape);
  if (parts === null) return null;
  const layout = layoutOf(shape);
  const bits = bitsOf(parts[1] ?? '', layout);
  const texts = (parts[2] ?? '').split(',').filter((text) => text.trim() !== '');
  const extents = texts.map((text) => Number(text.replace('<=', '')));
  const stored = physical(extents, layout);
  if (bits === null || stored === null) return null;
  const bytes = Math.ceil((product(stored) * bits) / 8);
  return { bytes, padding: bytes - Math.ceil((product(extents) * bits) / 8) };
}

function product(numbers: number[]): number {
  return numbers.reduce((all, one) => all * one, 1);
}

/// "4.0 MiB": what a reader compares. Exact numbers are in titles.
export function inUnits(bytes: number): string {
  if (!Number.isFinite(bytes)) return '';
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
  let at = 0;
  let value = bytes;
  while (Math.abs(value) >= 1024 && at < units.length - 1) {
    value /= 1024;
    at += 1;
  }
  return `${at === 0 ? value : value.toFixed(1)} ${units[at]}`;
}
