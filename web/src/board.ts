// SPDX-License-Identifier: Apache-2.0
// board.ts: the sheets on the stage: how they share the room, zoom, pan, and what the selection lights in all.
import type { App } from './app';
import { AtLine } from './at';
import { element } from './dom';
import type { Point } from './gestures';
import { Lights, lightsOf } from './lights';
import { Look, lookOf } from './look';
import { MapMoves } from './map_moves';
import type { PanelActions, PanelView } from './panel_view';
import type { Selection } from './select';
import type { Sheet } from './sheet';
import { firstOf, Switcher } from './switcher';
import { describe } from './table';
import { Toolbar } from './toolbar';
import type { Of } from './own';
import { CellAnswers } from './wanted';
import { clamp, nextPercent, panAfterZoom, sideOf, Size } from './zoom';

type Zoom = number | 'in' | 'out' | 'fit';

const GAP = 16;
/// Of the window's height; pictures below one another may need a scroll.
const WHOLE_ROOM = 0.62;
const SMALLEST_ROOM = 0.45;
const MAP_STEP = 2;
const KEYS = 'Arrow keys move, Page Up and Page Down by a tile, Enter keeps, Escape clears, Shift with arrows marks, '
  + 'plus and minus zoom.';

export class Board implements PanelActions {
  readonly sheets = new Map<number, Sheet>();
  readonly toolbar: Toolbar;
  readonly selection: Selection;
  readonly answers: CellAnswers;
  look!: Look; // read before anything is drawn
  origin: Point = { x: 0, y: 0 }; // the cell at the top left, of all panels
  private readonly map: MapMoves;
  private readonly at: AtLine;
  private readonly pictures = element('div', {
    class: 'pictures', keydown: (event) => (event as KeyboardEvent).key === 'Escape' && this.selection.clear(),
  });
  private readonly empty = element('p', { class: 'quiet empty', hidden: true });
  private readonly switcher = new Switcher(() => this.arrange());
  private readonly described = element('div', { hidden: true });
  private readonly narrow = matchMedia('(max-width: 479px)');
  private frame = 0;
  private width = 0;
  private isOpen = false;

  constructor(private readonly app: App, private readonly root: HTMLElement, private readonly opened: () => void) {
    this.selection = app.selection;
    this.answers = new CellAnswers(app.engine);
    this.map = new MapMoves(app.store);
    this.at = new AtLine(this.answers, (panel, cell) => this.cellRequest(panel, cell));
    this.toolbar = new Toolbar(app, {
      zoom: (how) => this.zoomFirst(how),
      table: (isOpen) => {
        this.described.hidden = !isOpen;
        this.describe();
      },
    });
    this.selection.listen(() => this.light());
    this.selection.elementAt = (line, offset) => this.sheets.get(line)?.elementAt(offset) ?? '';
    for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)']) {
      matchMedia(query).addEventListener('change', () => this.relook());
    }
    window.addEventListener('resize', () => this.later());
    new ResizeObserver(() => {
      if (this.root.clientWidth !== this.width) this.later();
    }).observe(root);
  }

  get ordered(): Sheet[] {
    return [...this.sheets.values()].filter((sheet) => sheet.parts.length > 0).sort((a, b) => a.line - b.line);
  }

  get panels(): PanelView[] {
    const all = this.ordered.flatMap((sheet) => sheet.panels);
    return all.filter((panel) => !panel.root.hidden && panel.frame !== null);
  }

  /// What the page was delivered with gives way to the first picture, or to the sentence that there is none.
  private open(): void {
    if (this.isOpen) return;
    this.isOpen = true;
    this.opened();
    const hidden = { class: 'visually-hidden' };
    this.root.replaceChildren(
      element('h2', hidden, 'Stage'), this.toolbar.root, this.switcher.root, this.empty, this.pictures, this.at.root,
      this.described, element('p', { ...hidden, id: 'stage-keys' }, KEYS));
  }

  add(sheet: Sheet): void {
    this.open();
    this.sheets.set(sheet.line, sheet);
    const after = [...this.sheets.values()].filter((other) => other.line > sheet.line && other.root.isConnected);
    const next = after.sort((a, b) => a.line - b.line)[0];
    if (sheet.root.parentNode === null) this.pictures.insertBefore(sheet.root, next?.root ?? null);
    this.later();
  }

  remove(line: number): void {
    this.sheets.get(line)?.root.remove();
    if (this.sheets.delete(line)) this.later();
  }

  sayEmpty(text: string): void {
    if (text !== '') this.open();
    this.empty.textContent = text;
    this.empty.hidden = text === '';
  }

  /// Once a frame, however many pictures came.
  later(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.arrange();
    });
  }

  relook(): void {
    requestAnimationFrame(() => {
      const { words, store } = this.app;
      for (const sheet of this.sheets.values()) sheet.recolor(words, store.state.palette);
      this.arrange();
    });
  }

  arrange(): void {
    const { words, store } = this.app;
    this.look = lookOf(this.root, words, store.state.palette);
    this.width = this.root.clientWidth;
    this.chooseOne();
    const sheets = this.ordered.filter((sheet) => !sheet.root.hidden);
    if (sheets.length === 0) this.light();
    if (sheets.length === 0 || this.width === 0) return;
    const room = this.roomOf(sheets);
    for (const sheet of sheets) sheet.arrange(room, store.state.zoom, this.origin);
    this.toolbar.setZoom(this.zoomText(sheets[0]!));
    this.paint();
  }

  /// As many beside one another as make the cells largest.
  private roomOf(sheets: Sheet[]): Size {
    const style = getComputedStyle(this.root);
    const width = this.width - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const height = Math.max(240, window.innerHeight * WHOLE_ROOM);
    let best = { side: 0, across: 1, room: { width, height } };
    for (let across = sheets.length; across >= 1; --across) {
      if (sheets.length === across + 1 && across > 2) continue; // three and one
      const room = {
        width: (width - GAP * (across - 1)) / across,
        height: Math.max((height * SMALLEST_ROOM) / WHOLE_ROOM, height / Math.ceil(sheets.length / across)),
      };
      const side = Math.min(...sheets.map((sheet) => sheet.fit(room)));
      if (side > best.side) best = { side, across, room };
    }
    this.pictures.style.gridTemplateColumns = `repeat(${best.across}, minmax(0, 1fr))`;
    return best.room;
  }

  /// On a phone one panel at a time.
  private chooseOne(): void {
    const all = this.ordered.flatMap((sheet) => sheet.panels);
    const isOne = this.narrow.matches && all.length > 1;
    const { current } = this.app.store.state;
    const isCall = this.sheets.get(current)?.parts[0]?.verb === 'operation';
    this.switcher.choose(all, isOne, () => firstOf(all, this.selection.pointed, current, isCall));
    for (const sheet of this.ordered) sheet.root.hidden = isOne && sheet.panels.every((panel) => panel.root.hidden);
  }

  private paint(): void {
    for (const panel of this.panels) panel.paint(this.look);
    this.light();
    this.describe();
  }

  shift(): void {
    for (const sheet of this.ordered) {
      if (sheet.whole === null) continue;
      const { x, y } = this.map.shiftOf(sheet);
      for (const panel of sheet.panels) panel.shift(x, y, this.look);
    }
  }

  light(): void {
    const { panels } = this;
    const lights: Lights[] = lightsOf(this.selection, panels);
    panels.forEach((panel, i) => {
      this.addEquality(panel, lights[i]!);
      panel.light(this.look, lights[i]!);
    });
    this.at.update(this.selection, panels, lights);
    for (const sheet of this.ordered) sheet.legend.update();
  }

  /// "A == B": the first difference is framed in both; the cells from it on fade if only the others are wanted.
  private addEquality(panel: PanelView, lights: Lights): void {
    const sheet = this.sheets.get(panel.line);
    const witness = sheet?.witness;
    if (!sheet || !witness) return;
    lights.witness = panel.grid.cellsOfElement(witness);
    if (sheet.sides !== 'equal part') return;
    lights.isFaded = (cell) => {
      const at = panel.grid.coordinate(cell);
      const dim = at === null ? -1 : at.findIndex((index, i) => index !== witness[i]);
      return dim < 0 || BigInt(at![dim]!) >= BigInt(witness[dim] ?? 0);
    };
  }

  private describe(): void {
    if (!this.described.hidden) this.described.replaceChildren(describe(this.panels));
  }

  private cellRequest(panel: PanelView, cell: number): Of | null {
    const found = this.sheets.get(panel.line)?.partOf(panel.index);
    if (!found) return null;
    const { columns } = panel.grid;
    return CellAnswers.requestOf(found.part, found.index, Math.floor(cell / columns), cell % columns);
  }

  async title(panel: PanelView, cell: number, slot: number): Promise<string | null> {
    const of = this.cellRequest(panel, cell);
    const reply = of && await this.answers.ask(of, `cell:${panel.line}:${panel.index}:${slot}`);
    return reply?.title ?? null;
  }

  say(text: string): void {
    this.app.say(text);
  }

  canPan(panel: PanelView): boolean {
    const { frame, grid } = panel;
    if (this.sheets.get(panel.line)?.whole) return this.app.store.state.crop !== '';
    return frame !== null && (grid.columns * frame.side > frame.width || grid.rows * frame.side > frame.height);
  }

  pan(panel: PanelView, dx: number, dy: number): void {
    const sheet = this.sheets.get(panel.line);
    const frame = panel.frame;
    if (!sheet || frame === null) return;
    if (sheet.whole !== null) this.map.pan(sheet, panel, dx, dy);
    else this.show(panel, frame.panX - dx, frame.panY - dy);
  }

  show(panel: PanelView, panX: number, panY: number): void {
    const { side } = panel.frame!;
    this.origin = { x: Math.max(0, panX / side), y: Math.max(0, panY / side) };
    for (const other of this.panels) other.reframe(this.origin);
    this.paint();
  }

  zoom(panel: PanelView, how: Zoom, at: Point): void {
    const sheet = this.sheets.get(panel.line);
    const { frame } = panel;
    if (!sheet || frame === null) return;
    const { store } = this.app;
    if (how === 'fit') {
      this.origin = { x: 0, y: 0 };
      store.set({ zoom: 0, crop: '', every: 1 });
    } else if (sheet.whole !== null) {
      this.map.zoom(sheet, panel, how === 'in' ? MAP_STEP : how === 'out' ? 1 / MAP_STEP : how, at);
    } else {
      const now = (100 * frame.side) / sheet.natural;
      const isStep = typeof how !== 'number';
      const percent = isStep ? nextPercent(now, how === 'in') : clamp(Math.round(now * how), 10, 800);
      const side = sideOf(percent, sheet.natural);
      this.origin = {
        x: Math.max(0, panAfterZoom(frame.panX, at.x - frame.left, frame.side, side) / side),
        y: Math.max(0, panAfterZoom(frame.panY, at.y - frame.top, frame.side, side) / side),
      };
      store.set({ zoom: percent });
    }
  }

  /// From the buttons: about the cursor's panel.
  private zoomFirst(how: Zoom): void {
    const { pointed } = this.selection;
    const isPointed = (panel: PanelView): boolean => panel.line === pointed?.line && panel.index === pointed.panel;
    const panel = this.panels.find(isPointed) ?? this.panels[0];
    if (panel === undefined) return;
    const isNatural = typeof how === 'number' && this.sheets.get(panel.line)?.whole === null;
    if (isNatural) this.app.store.set({ zoom: how });
    else this.zoom(panel, how === 100 ? 'fit' : how, panel.middle());
  }

  private zoomText(sheet: Sheet): string {
    if (sheet.whole === null) return `${Math.round((100 * sheet.side) / sheet.natural)} %`;
    const headers = sheet.grids[0]?.panel.rows.headers;
    return `1 : ${headers === undefined || Array.isArray(headers) ? this.app.store.state.every : headers.step}`;
  }
}
