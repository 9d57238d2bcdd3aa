// SPDX-License-Identifier: Apache-2.0
// app.ts: what every part of the page is given.
import type { Engine } from './engine';
import type { LineReply, Reply, Words } from './reply';
import type { Selection } from './select';
import type { Store } from './state';

/// The replies to the lines, as they come. A line whose text is broken has its failure, and `good` is the last
/// reply without one.
export interface Lines {
  reply(line: number): Reply<LineReply> | null;
  good(line: number): LineReply | null;
  listen(listener: (changed: ReadonlySet<number>) => void): void;
}

export interface App {
  store: Store;
  engine: Engine;
  lines: Lines;
  selection: Selection;
  words: Words; // those of the operations come later
  /// Says a sentence to a screen reader, politely.
  say(text: string): void;
}
