// SPDX-License-Identifier: Apache-2.0
// map_moves.ts: zoom and pan of a layout too large to draw whole: each asks for another window of it.
//
// Until the answer comes, the picture that is there follows the pointer.
import type { PanelView } from './panel_view';
import type { Point } from './gestures';
import type { Sheet } from './sheet';
import type { State, Store } from './state';
import { cropText, everyOf, panWindow, parseCrop, whole, Window, zoomWindow } from './zoom';

export class MapMoves {
  private rest: Point = { x: 0, y: 0 }; // moved by less than a cell
  constructor(private readonly store: Store) {}

  private windowOf(sheet: Sheet): Window {
    return parseCrop(this.store.state.crop) ?? whole(sheet.whole!);
  }

  zoom(sheet: Sheet, panel: PanelView, factor: number, at: Point): void {
    const full = sheet.whole!;
    const now = this.windowOf(sheet);
    const frame = panel.frame!;
    const row = now.top + ((at.y - frame.top) / frame.height) * (now.bottom - now.top);
    const column = now.left + ((at.x - frame.left) / frame.width) * (now.right - now.left);
    const next = zoomWindow(now, full, panel.room, factor, row, column);
    const isWhole = next.bottom - next.top >= full.rows && next.right - next.left >= full.columns;
    this.store.set(isWhole ? { crop: '', every: 1 } : this.cropped(next, panel));
  }

  private cropped(window: Window, panel: PanelView): Partial<State> {
    return { crop: cropText(window), every: everyOf(window, panel.room) };
  }

  /// The cells follow the pointer by so many pixels.
  pan(sheet: Sheet, panel: PanelView, dx: number, dy: number): void {
    const { crop } = this.store.state;
    if (crop === '') return;
    const now = this.windowOf(sheet);
    const step = this.store.state.every;
    const pitch = panel.frame!.side / step;
    this.rest = { x: this.rest.x + dx, y: this.rest.y + dy };
    const elements = (pixels: number): number => Math.round(-pixels / pitch / step) * step;
    const [right, down] = [elements(this.rest.x), elements(this.rest.y)];
    if (right === 0 && down === 0) return;
    this.rest = { x: this.rest.x + right * pitch, y: this.rest.y + down * pitch };
    this.store.set({ crop: cropText(panWindow(now, sheet.whole!, panel.room, down, right)) });
  }

  /// How far the picture that is there lies from where the address says.
  shiftOf(sheet: Sheet): Point {
    const drawn = parseCrop(String(sheet.parts[0]?.of.crop ?? ''));
    const now = parseCrop(this.store.state.crop);
    const panel = sheet.panels[0];
    if (drawn === null || now === null || panel === undefined) return { x: 0, y: 0 };
    const isSameWidth = drawn.right - drawn.left === now.right - now.left;
    if (!isSameWidth || drawn.bottom - drawn.top !== now.bottom - now.top) return { x: 0, y: 0 };
    const pitch = panel.frame!.side / (Number(sheet.parts[0]!.of.every ?? 1));
    return { x: (drawn.left - now.left) * pitch, y: (drawn.top - now.top) * pitch };
  }
}
