// SPDX-License-Identifier: Apache-2.0
// sheet.ts: the picture of a line on the stage: its title, panels, legend, and what went wrong.
import { button, element } from './dom';
import { Labels, labelsOf, longestHeader, marginsOf, naturalSide } from './frame';
import { LegendView } from './legend';
import type { ColorOf } from './legend';
import { colorOf } from './look';
import { PanelActions, PanelView } from './panel_view';
import type { Grid } from './picture';
import type { Failure, Int, LineReply, Words } from './reply';
import type { Part, Sides, Whole } from './wanted';
import { Extent, fitSide, LARGEST_SIDE, sideOf, Size } from './zoom';

const GAP = 20;
const TITLE = 24;
const SIDES: [Sides, (until: string) => string][] = [
  ['both', () => 'both'],
  ['equal part', (until) => `equal up to here: ${until}`],
  ['differences', () => 'only where they differ'],
];

interface Measures {
  cells: Extent;
  around: Size; // room for headers and gaps
  down: number; // rows of panels
  across: number;
}

/// "A", "S [dim 0=1]"; of an operation, what each operand and the result are called.
function nameOf(part: Part, { panel }: Grid): string {
  const title = panel.title ?? '';
  if (part.verb === 'operation') return panel.tensor === 'result' ? part.name : title.split(' = ')[0]!;
  return [part.name, title].filter((text) => text !== '').join(' ');
}

/// "A (8,64):(64,1)" of a side of an equality.
function titleOf({ name, reply }: Part, { panel }: Grid, isSide: boolean): string {
  const { title = '' } = reply.picture;
  if (panel.title !== undefined || !isSide) return panel.title ?? '';
  return title === name ? title : `${name} ${title}`;
}

export class Sheet {
  readonly root: HTMLElement;
  readonly legend: LegendView;
  panels: PanelView[] = [];
  parts: Part[] = [];
  whole: Whole | null = null;
  sides: Sides = 'both';
  witness: Int[] | null = null;
  turn = 0; // of requests
  name = '';
  natural = 28;
  side = 28;
  private readonly title = element('h3', {});
  private readonly facts = element('div', { class: 'about' });
  private readonly failure = element('p', { class: 'error', hidden: true });
  private readonly choice = element('div', {
    class: 'sides', role: 'group', 'aria-label': 'What to draw of the two layouts',
  });
  private readonly place = element('div', { class: 'panels' });
  private readonly footers = element('div', { class: 'about' });
  private labels: Labels = { lines: 1, columns: 1, isStacked: false };
  private slots: [row: number, column: number][] = [];

  /// `choose`: other sides are wanted.
  constructor(readonly line: number, private readonly actions: PanelActions, private readonly choose: () => void) {
    this.legend = new LegendView(line, actions.selection);
    this.root = element('section', { class: 'sheet', 'data-line': line },
      this.title, this.facts, this.choice, this.failure, this.place, this.legend.root, this.footers);
  }

  get grids(): Grid[] {
    return this.parts.flatMap((part) => part.grids);
  }

  private get lastThread(): number {
    return Math.max(-1, ...this.grids.map((grid) => grid.lastThread));
  }

  /// "(1,0)", or nothing if the picture does not tell.
  elementAt(offset: string): string {
    for (const grid of this.grids) {
      const [cell] = grid.cellsAt(offset);
      const at = cell === undefined ? null : grid.coordinate(cell);
      if (at !== null) return `(${at.join(',')})`;
    }
    return '';
  }

  /// A new picture. Panels stay, so the focus does.
  show(parts: Part[], good: LineReply, colorOf: ColorOf): void {
    this.parts = parts;
    this.witness = good.kind === 'equal' && good.equal === false ? good.at ?? null : null;
    this.setStale(false);
    this.fail(null);
    const { grids } = this;
    this.labels = labelsOf(grids);
    const headers = grids.map((grid) => longestHeader(grid.panel.columns.headers));
    this.natural = naturalSide(this.labels, Math.max(0, ...headers));
    this.matchPanels(grids);
    const picture = parts[0]?.reply.picture;
    const isEqual = good.kind === 'equal';
    const name = this.name;
    this.title.replaceChildren(element('b', {}, name), ' ', isEqual ? '' : picture?.title ?? '', ' ',
      element('span', { class: 'quiet' }, isEqual ? '' : picture?.remark ?? ''));
    this.root.setAttribute('aria-label', `Picture of ${name}`);
    this.facts.replaceChildren(...(isEqual ? [] : picture?.facts ?? []).map((fact) => element('p', {}, fact)));
    this.footers.replaceChildren(...(isEqual ? [] : this.notes()).map((note) => element('p', {}, note)));
    this.legend.set(picture?.legend, colorOf, this.lastThread);
    this.offerSides(good);
  }

  recolor(words: Words, palette: string): void {
    const { legend } = this.parts[0]?.reply.picture ?? {};
    this.legend.set(legend, (shade) => colorOf(words, palette, shade), this.lastThread);
  }

  private matchPanels(grids: Grid[]): void {
    while (this.panels.length > grids.length) this.panels.pop()!.root.remove();
    while (this.panels.length < grids.length) {
      const panel = new PanelView(this.line, this.panels.length, this.actions);
      this.panels.push(panel);
      this.place.append(panel.root);
    }
    let i = 0;
    for (const part of this.parts) {
      for (const grid of part.grids) {
        this.panels[i++]!.set(grid, this.labels, nameOf(part, grid), titleOf(part, grid, this.parts.length > 1));
      }
    }
  }

  /// Sentences of the program without what speaks of its options.
  private notes(): string[] {
    const notes = this.parts.flatMap((part) => (part.reply as { note?: string }).note?.split('\n') ?? []);
    const said = notes.map((note) => note.split(';')[0]!.trim()).filter((note) => note !== '');
    return [...new Set([...(this.parts[0]?.reply.picture.footers ?? []), ...said])];
  }

  private offerSides(good: LineReply): void {
    this.choice.hidden = this.witness === null;
    if (this.witness === null) return;
    const until = String(this.equalCount());
    const pressed = [...this.choice.children].findIndex((child) => child === document.activeElement);
    this.choice.replaceChildren(...SIDES.map(([sides, text]) => button(text(until), () => {
        this.sides = sides;
        this.choose();
      }, { 'aria-pressed': String(sides === this.sides) })), element('span', { class: 'quiet' },
      `differ first at (${this.witness.join(',')}): ${good.values?.join(' against ') ?? ''}${this.differing()}`));
    (this.choice.children[pressed] as HTMLElement | undefined)?.focus();
  }

  /// "; 448 of 512 cells differ", once the module has counted them, which it does not in an overview.
  private differing(): string {
    const counted = /(\d+) of the cells drawn differ/.exec(this.parts[0]?.reply.picture.facts?.join('\n') ?? '');
    if (counted === null) return '';
    const all = this.grids.reduce((sum, grid) => sum + grid.count, 0);
    return `; ${counted[1]} of ${all} cells${this.whole === null ? '' : ' drawn'} differ`;
  }

  /// Coordinates before the witness, row-major.
  private equalCount(): bigint {
    const extents = this.parts[0]?.reply.extents ?? [];
    return (this.witness ?? []).reduce(
      (count: bigint, index, dim) => count * BigInt(extents[dim] ?? 1) + BigInt(index), 0n);
  }

  fail(failure: Failure | null): void {
    this.failure.hidden = failure === null;
    if (failure === null) return;
    if (this.parts.length === 0) this.title.replaceChildren(element('b', {}, this.name));
    const { message, witness = '', help = '' } = failure;
    // Options of the command line are of no help here.
    const texts = [message, witness, help.includes('--') ? '' : help].filter((text) => text !== '');
    this.failure.replaceChildren(...texts.map((text) => element('span', {}, text)));
    this.setStale(true);
  }

  setStale(isStale: boolean): void {
    this.root.classList.toggle('stale', isStale);
  }

  /// The request of a panel, and its number in that request's picture.
  partOf(panel: number): { part: Part; index: number } | null {
    let index = panel;
    for (const part of this.parts) {
      if (index < part.grids.length) return { part, index };
      index -= part.grids.length;
    }
    return null;
  }

  /// Panels by row and column; if a place is taken, the next one moves right. The sides of an equality are beside or
  /// below one another.
  private slotsOf(isBelow: boolean): [number, number][] {
    const taken = new Set<string>();
    const slots: [number, number][] = [];
    let [down, right] = [0, 0];
    for (const part of this.parts) {
      const own = part.grids.map(({ panel }): [number, number] => {
        let column = panel.panel_column + right;
        while (taken.has(`${panel.panel_row + down} ${column}`)) ++column;
        taken.add(`${panel.panel_row + down} ${column}`);
        return [panel.panel_row + down, column];
      });
      slots.push(...own);
      if (isBelow) down = 1 + Math.max(0, ...slots.map(([row]) => row));
      else right = 1 + Math.max(0, ...slots.map(([, column]) => column));
    }
    return slots;
  }

  /// The side with which all panels fit. Remembers the better arrangement.
  fit(room: Size): number {
    const ways = this.parts.length > 1 ? [this.slotsOf(false), this.slotsOf(true)] : [this.slotsOf(false)];
    let best = 0;
    for (const slots of ways) {
      const side = this.fitIn(room, slots);
      if (side > best) [best, this.slots] = [side, slots];
    }
    return best;
  }

  private fitIn(room: Size, slots: [number, number][]): number {
    const { cells, around } = this.measure(slots, this.natural);
    const largest = this.whole === null ? this.natural : LARGEST_SIDE;
    return fitSide(cells, { width: room.width - around.width, height: room.height - around.height }, largest);
  }

  /// The cells of all rows and columns of panels that are shown, and the room for what is around them.
  private measure(slots: [number, number][], side: number): Measures {
    const [rows, columns] = [new Map<number, number>(), new Map<number, number>()];
    const margins = { left: 0, top: 0 };
    this.panels.forEach((panel, i) => {
      if (panel.root.hidden) return;
      const [row, column] = slots[i] ?? [0, 0];
      rows.set(row, Math.max(rows.get(row) ?? 0, panel.grid.rows));
      columns.set(column, Math.max(columns.get(column) ?? 0, panel.grid.columns));
      const own = marginsOf(panel.grid, side);
      margins.left = Math.max(margins.left, own.left);
      margins.top = Math.max(margins.top, own.top + (panel.hasTitle ? TITLE : 0));
    });
    const sum = (sizes: Map<number, number>): number => [...sizes.values()].reduce((all, size) => all + size, 0);
    return {
      cells: { rows: sum(rows), columns: sum(columns) }, down: rows.size, across: columns.size,
      around: { width: columns.size * (margins.left + GAP), height: rows.size * (margins.top + GAP) },
    };
  }

  /// Gives each panel its place and its part of the room. After fit().
  arrange(room: Size, percent: number, origin: { x: number; y: number }): void {
    this.side = percent === 0 || this.whole !== null ? this.fit(room) : sideOf(percent, this.natural);
    const { around, down, across, cells } = this.measure(this.slots, this.side);
    const free = {
      width: Math.max(120, room.width - around.width), height: Math.max(120, room.height - around.height),
    };
    const each = {
      width: cells.columns * this.side <= free.width ? free.width : free.width / across,
      height: cells.rows * this.side <= free.height ? free.height : free.height / down,
    };
    this.panels.forEach((panel, i) => {
      const [row, column] = this.slots[i] ?? [0, 0];
      panel.root.style.gridArea = `${row + 1} / ${column + 1}`;
      panel.room = this.whole === null ? each : { width: free.width / across, height: free.height / down };
      panel.frameIn(each, Math.max(1, this.side), origin);
    });
  }
}
