// SPDX-License-Identifier: Apache-2.0
// window_of.ts: which rows of a long list are in sight.

/// Pixels of a table's row; screens.css says the same.
export const ROW = 28;

/// [first, last) of the rows in sight, with some above and below, so that a short scroll shows no gap.
export function windowOf(top: number, height: number, rows: number, row: number): [first: number, last: number] {
  const margin = 12;
  const first = Math.max(0, Math.min(Math.floor(top / row) - margin, rows));
  // In steps: a window that moves with every row would be made anew for each.
  const start = first - (first % margin);
  return [start, Math.min(rows, Math.ceil((Math.max(0, top) + height) / row) + margin * 2)];
}
