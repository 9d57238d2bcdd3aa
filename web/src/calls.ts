// SPDX-License-Identifier: Apache-2.0
// calls.ts: which requests need the module with the operations, and not only the one with the layouts.
//
// The larger one answers all that the smaller one does, identically, so in doubt it is asked. It also has the verbs
// that few visits use.

/// A lower-case word before a bracket. Of MLIR's words and the `o` of a composed layout it is known better.
const CALL = /(?:^|[^\w.#:%])(?!(?:o|memref|strided|affine_map|tensor)(?![\w.]))[a-z][\w.]*\s*[(<]/;
/// Verbs of the module with the layouts; of these the first ask about no layout.
const PLAIN_VERBS = ['words', 'about', 'scan'];
const VERBS = ['line', 'show', 'cell', 'access', 'equal', 'convert', 'check'];
/// Texts of a request that hold no layout.
const PLAIN = ['tensor', 'fold'];

type Of = Record<string, unknown>;

export const mayCall = (text: string): boolean => CALL.test(text);

function hasCall(of: Of): boolean {
  return Object.entries(of).some(([key, value]) => {
    if (typeof value === 'string') return !PLAIN.includes(key) && mayCall(value);
    return typeof value === 'object' && value !== null && hasCall(value as Of);
  });
}

export function needsOperations(verb: string, of: Of, lines: string[]): boolean {
  const inner = (of.of as Of | undefined)?.verb ?? verb;
  if (PLAIN_VERBS.includes(verb)) return false;
  return !VERBS.includes(verb) || inner === 'operation' || lines.some(mayCall) || hasCall(of);
}
