// SPDX-License-Identifier: Apache-2.0
// switcher.ts: on a phone one panel at a time, and a choice of which.
import { element } from './dom';
import type { PanelView } from './panel_view';
import type { Place } from './state';
import { clamp } from './zoom';

/// The panel to begin with: that of the cell that is pointed at, or else of the current line; of an operation the
/// result.
export function firstOf(
  all: readonly { line: number; index: number }[], pointed: Place | null, current: number, isCall: boolean,
): number {
  const at = all.findIndex(({ line, index }) => line === pointed?.line && index === pointed.panel);
  const lines = all.map(({ line }) => line);
  return at >= 0 ? at : Math.max(0, isCall ? lines.lastIndexOf(current) : lines.indexOf(current));
}

export class Switcher {
  private readonly select: HTMLSelectElement;
  readonly root: HTMLElement;

  constructor(change: () => void) {
    this.select = element('select', { change });
    this.root = element('label', { class: 'switcher', hidden: true }, 'panel ', this.select);
  }

  /// Hides all panels but one if `isOne`. `first`: the one to begin with, also after there are others.
  choose(all: readonly PanelView[], isOne: boolean, first: () => number): void {
    this.root.hidden = !isOne;
    if (isOne) this.offer(all.map(({ name }) => name), first);
    const chosen = isOne ? clamp(Number(this.select.value), 0, all.length - 1) : -1;
    all.forEach((panel, i) => (panel.root.hidden = isOne && i !== chosen));
  }

  private offer(names: readonly string[], first: () => number): void {
    const offered = [...this.select.options].map(({ text }) => text);
    if (JSON.stringify(offered) === JSON.stringify(names)) return;
    this.select.replaceChildren(...names.map((name, i) => element('option', { value: i }, name)));
    this.select.value = String(first());
  }
}
