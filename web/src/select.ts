// SPDX-License-Identifier: Apache-2.0
// select.ts: what is pointed at, kept, marked, isolated and played, one model for all pictures.
import type { Place } from './state';

/// Offsets as texts: those of the phase, and those that are served in this tick.
export interface Tick {
  phase: Set<string>;
  now: Set<string>;
}

/// Cells of one panel, both ends included. Later boxes win, so one that removes cuts a hole into earlier ones.
export interface Box {
  line: number;
  panel: number;
  top: number;
  left: number;
  bottom: number;
  right: number;
  removes: boolean;
}

export interface Isolated {
  line: number;
  key: string; // shade:3, kind:padding, thread:12
}

export const MOST_KEPT = 8;

export function samePlace(a: Place | null, b: Place | null): boolean {
  if (a === null || b === null) return a === b;
  return a.line === b.line && a.panel === b.panel && a.row === b.row && a.column === b.column;
}

/// The box between two cells of a panel, in whatever order they come.
export function boxBetween(from: Place, to: Place, removes = false): Box {
  return {
    line: to.line, panel: to.panel, removes,
    top: Math.min(from.row, to.row), bottom: Math.max(from.row, to.row),
    left: Math.min(from.column, to.column), right: Math.max(from.column, to.column),
  };
}

export class Selection {
  pointed: Place | null = null;
  kept: Place[] = [];
  marked: Box[] = [];
  isolated: Isolated | null = null;
  ticks: Map<number, Tick> = new Map();
  /// The element of a line's picture at an offset, "(1,0)"; '' where there is none. Set by the stage.
  elementAt: (line: number, offset: string) => string = () => '';
  private listeners: (() => void)[] = [];

  point(place: Place | null): void {
    if (samePlace(place, this.pointed)) return;
    this.pointed = place;
    this.tell();
  }

  /// Keeps the cell, or lets it go if it is kept. The ninth pushes out the first.
  keep(place: Place): void {
    const others = this.kept.filter((kept) => !samePlace(kept, place));
    this.kept = others.length < this.kept.length ? others : [...others, place].slice(-MOST_KEPT);
    this.tell();
  }

  /// Replaces the boxes, or adds one to them.
  mark(box: Box, adds: boolean): void {
    this.marked = adds || box.removes ? [...this.marked, box] : [box];
    this.tell();
  }

  isMarked(line: number, panel: number, row: number, column: number): boolean {
    for (let i = this.marked.length - 1; i >= 0; --i) {
      const box = this.marked[i]!;
      if (box.line !== line || box.panel !== panel) continue;
      const isIn = row >= box.top && row <= box.bottom && column >= box.left && column <= box.right;
      if (isIn) return !box.removes;
    }
    return false;
  }

  /// The entry of a legend; the same entry again shows all cells.
  isolate(entry: Isolated | null): void {
    const isSame = entry?.line === this.isolated?.line && entry?.key === this.isolated?.key;
    this.isolated = isSame ? null : entry;
    this.tell();
  }

  /// As a link or Back says.
  restore(pointed: Place | null, kept: Place[]): void {
    this.pointed = pointed;
    this.kept = kept;
    this.tell();
  }

  setTicks(ticks: Map<number, Tick>): void {
    this.ticks = ticks;
    this.tell();
  }

  /// Everything but playback.
  clear(): void {
    this.pointed = null;
    this.kept = [];
    this.marked = [];
    this.isolated = null;
    this.tell();
  }

  listen(listener: () => void): void {
    this.listeners.push(listener);
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
