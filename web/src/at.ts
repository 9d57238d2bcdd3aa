// SPDX-License-Identifier: Apache-2.0
// at.ts: the line below the pictures: what is known of the cell that is pointed at, and of the kept ones.
import { element } from './dom';
import type { Lights } from './lights';
import type { Of } from './own';
import type { PanelView } from './panel_view';
import type { CellReply, Int } from './reply';
import { samePlace, Selection } from './select';
import type { CellAnswers } from './wanted';

/// More panels than this say nothing about a cell; its frames still show where it is.
const MOST_PANELS = 6;
/// A pointer on its way asks nothing.
const REST_MS = 40;
const HINT = 'Point at a cell, or move with the arrow keys. A click or Enter keeps it, Escape clears.';
const HINT_OF_TOUCH = 'Tap a cell for all that is known of it.';

interface Said {
  name: string;
  local: CellReply; // until the program has answered
  of: Of;
}

/// offset 209 = 0b1101_0001
export function binary(offset: Int): string {
  const value = BigInt(offset);
  const digits = (value < 0n ? -value : value).toString(2).replace(/\B(?=(\d{4})+$)/g, '_');
  return `offset ${offset} = ${value < 0n ? '-' : ''}0b${digits}`;
}

type RequestOf = (panel: PanelView, cell: number) => Of | null;

export class AtLine {
  readonly root = element('section', { class: 'at', 'aria-label': 'Cell', hidden: true });
  private readonly hint = matchMedia('(hover: none)').matches ? HINT_OF_TOUCH : HINT;
  private turn = 0;
  private timer = 0;
  private isHint = true; // nothing is said of any cell

  constructor(private readonly answers: CellAnswers, private readonly requestOf: RequestOf) {
    this.root.append(element('p', { class: 'quiet' }, this.hint));
  }

  update(selection: Selection, panels: PanelView[], lights: Lights[]): void {
    const turn = ++this.turn;
    this.root.hidden = panels.length === 0;
    // A kept cell has its own row already.
    const isKept = selection.kept.some((kept) => samePlace(kept, selection.pointed));
    const pointed = isKept ? [] : this.said(panels, (i) => {
      const { self, element: [same], place: [joined] } = lights[i]!;
      return self ?? same ?? joined;
    });
    const kept = selection.kept.map((_, k) => this.said(panels, (i) => lights[i]!.kept[k]?.[1][0]));
    const marked = lights.reduce((sum, light) => Math.max(sum, light.marked.length), 0);
    // Ticks of a playback light cells too.
    const isHint = pointed.length === 0 && kept.length === 0 && marked === 0;
    if (isHint && this.isHint) return;
    this.isHint = isHint;
    this.draw(pointed, kept, marked);
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.ask(turn, pointed, kept, marked), REST_MS);
  }

  private said(panels: PanelView[], cellOf: (panel: number) => number | undefined): Said[] {
    const said: Said[] = [];
    panels.forEach((panel, i) => {
      const cell = cellOf(i);
      const of = cell === undefined || said.length === MOST_PANELS ? null : this.requestOf(panel, cell);
      if (cell === undefined || of === null) return;
      const offset = panel.grid.offset(cell);
      const local = { title: panel.grid.name(cell), facts: offset === null ? [] : [binary(offset)] };
      said.push({ name: panel.name, of, local });
    });
    return said;
  }

  private async ask(turn: number, pointed: Said[], kept: Said[][], marked: number): Promise<void> {
    const all = [...pointed, ...kept.flat()].filter((said) => this.answers.have(said.of) === null);
    if (all.length === 0) return;
    await Promise.all(all.map((said, i) => this.answers.ask(said.of, `at:${i}`)));
    if (turn === this.turn) this.draw(pointed, kept, marked);
  }

  private draw(pointed: Said[], kept: Said[][], marked: number): void {
    const rows = [];
    if (pointed.length > 0) rows.push(this.row(pointed, []));
    else if (kept.length === 0) rows.push(element('p', { class: 'quiet' }, this.hint));
    kept.forEach((said, i) => rows.push(this.row(said, [element('b', { class: 'number' }, String(i + 1))])));
    const are = marked === 1 ? 'cell is' : 'cells are';
    if (marked > 0) rows.push(element('p', { class: 'quiet' }, `${marked} ${are} marked`));
    this.root.replaceChildren(...rows);
  }

  private row(said: Said[], before: Node[]): HTMLElement {
    const parts = said.map(({ name, local, of }) => {
      const { title, facts } = this.answers.have(of) ?? local;
      return element('span', {}, element('b', {}, name), ' ', [title, ...facts].join(' · '));
    });
    return element('p', {}, ...before, element('span', { class: 'all' }, ...parts));
  }
}
