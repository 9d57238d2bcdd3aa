// SPDX-License-Identifier: Apache-2.0
// text.ts: spans. The module counts bytes of UTF-8, the page counts UTF-16 units.

export type Span = [from: number, to: number];

/// The number of UTF-16 units before a byte of a text's UTF-8. A byte in the middle of a character counts as its
/// start; beyond the end it is the end.
export function unitsBefore(text: string, byte: number): number {
  let units = 0;
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (bytes > byte) break;
    units += character.length;
  }
  return units;
}

export function spanOf(text: string, span: readonly [number, number]): Span {
  return [unitsBefore(text, span[0]), unitsBefore(text, Math.max(...span))];
}
