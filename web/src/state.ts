// SPDX-License-Identifier: Apache-2.0
// state.ts: all that a link can say of the page, and who is told when it changes.

export type Screen = 'lines' | 'hlo' | 'ttgir';

/// A cell: which line's picture, which panel of it, and where in the panel as it is drawn.
export interface Place {
  line: number;
  panel: number;
  row: number;
  column: number;
}

export interface State {
  screen: Screen;
  lines: string[];
  current: number; // the line with the cursor; Notations, Checks and Steps are about it
  on: number[]; // the lines that are drawn, at most four; empty: the current one
  notation: string[]; // forced, by line; '' is detected
  view: string; // '' suits the layout, as do the empty words below
  color: string;
  label: string;
  dtype: string;
  group: number;
  fold: string;
  tensor: string;
  crop: string; // r0:r1,c0:c1
  every: number;
  zoom: number; // 0 fits, else percent
  operands: boolean; // of an operation
  access: string; // of checks and playback
  compare: number | null; // the line that plays beside
  phase: number;
  tick: number;
  at: Place | null; // pointed at
  kept: Place[]; // at most eight
  hlo: string; // text of a module
  ttgir: string;
  target: string;
  strategy: string;
  theme: string; // auto, light, dark
  palette: string;
  unknown: [string, string][]; // keys of a link that this version does not know
}

export const DEFAULTS: Readonly<State> = {
  screen: 'lines', lines: [''], current: 0, on: [], notation: [], view: '', color: '', label: '', dtype: '',
  group: 1, fold: '', tensor: '', crop: '', every: 1, zoom: 0, operands: true, access: '', compare: null, phase: 0,
  tick: 0, at: null, kept: [], hlo: '', ttgir: '', target: 'cpu', strategy: 'xla', theme: 'auto', palette: 'safe',
  unknown: [],
};

/// 'quiet' changes no address, 'replace' the present one (typing, pointing), 'push' makes one that Back undoes.
export type How = 'quiet' | 'replace' | 'push';
export type Listener = (state: Readonly<State>, changed: ReadonlySet<keyof State>, how: How) => void;

export class Store {
  private listeners: Listener[] = [];
  constructor(private now: State) {}

  get state(): Readonly<State> {
    return this.now;
  }

  set(patch: Partial<State>, how: How = 'replace'): void {
    const changed = new Set<keyof State>();
    for (const key of Object.keys(patch) as (keyof State)[]) {
      if (JSON.stringify(this.now[key]) !== JSON.stringify(patch[key])) changed.add(key);
    }
    if (changed.size === 0) return;
    this.now = { ...this.now, ...patch };
    for (const listener of this.listeners) listener(this.now, changed, how);
  }

  listen(listener: Listener): void {
    this.listeners.push(listener);
  }
}
