// SPDX-License-Identifier: Apache-2.0
// hlo_reasons.ts: the reasons of each copy, out of the text that `hlo assign --explain` prints.
//
// Example  "%copy: %q.t {0,1,2} -> {2,1,0} for operand 0 of %rows, 4194304 B" begins the reasons of %copy; the
//          lines that are indented below it are its chain.

export interface Reason {
  depth: number; // of its indentation, from 0
  text: string;
  rule: string; // cpu.row_major_operand; '' of a heading
  mandatory: boolean;
}

/// The reasons by the name of what they are about: a copy, or the sentence about an open parameter.
export function reasonsIn(explanation: string): Map<string, Reason[]> {
  const found = new Map<string, Reason[]>();
  let present: Reason[] = [];
  for (const line of explanation.split('\n')) {
    if (line.trim() === '') continue;
    const indent = line.length - line.trimStart().length;
    if (indent > 0) {
      present.push(reasonOf(line.trim(), indent / 2 - 1));
      continue;
    }
    present = [];
    found.set(/^%([\w.-]+):/.exec(line)?.[1] ?? line.replace(/:$/, ''), present);
  }
  return found;
}

function reasonOf(text: string, depth: number): Reason {
  const mark = /^(.*?)\s*\[([a-z_]+\.[a-z_0-9]+)(, mandatory)?\]$/.exec(text);
  if (mark === null) return { depth, text, rule: '', mandatory: false };
  return { depth, text: mark[1] ?? text, rule: mark[2] ?? '', mandatory: mark[3] !== undefined };
}
