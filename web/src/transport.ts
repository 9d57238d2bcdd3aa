// SPDX-License-Identifier: Apache-2.0
// transport.ts: the player's buttons, speed, scrubber and keys.
import { choice, fill } from './panel';
import { button, element } from './dom';
import type { Phase } from './reply';
import type { Moment } from './ticks';

export interface Orders {
  play(): void;
  scrub(tick: number): void;
  to(tick: number): void;
  by(ticks: number): void;
  speed(speed: number): void;
  jump(warp: number, instruction: number): void;
}

const SPEEDS: [string, string][] = [
  ['0.5', '½×'], ['1', '1×'], ['2', '2×'], ['4', '4×'], ['8', '8×'], ['16', '16×'],
];

export class Transport {
  readonly root = element('div', { class: 'transport', role: 'group', 'aria-label': 'Player' });
  private readonly play: HTMLButtonElement;
  private readonly scrubber: HTMLInputElement;
  private readonly count = element('output', { class: 'tick-count' });
  private readonly places: HTMLLabelElement;
  private readonly placesSelect: HTMLSelectElement;
  private most = 0;

  constructor(private readonly orders: Orders) {
    this.play = button('▶ Play', () => orders.play(), { class: 'button main play', title: 'Space' });
    const scrubber: HTMLInputElement = element('input', {
      type: 'range', min: 0, max: 0, value: 0, step: 1, 'aria-label': 'Tick',
      input: () => orders.scrub(Number(scrubber.value)),
    });
    this.scrubber = scrubber;
    this.placesSelect = element('select', { change: () => this.jump() });
    this.places = element('label', { class: 'choice' }, element('span', {}, 'at'), this.placesSelect);
    const buttons = element('div', { class: 'buttons' },
      icon('|◀', 'First tick', 'Home', () => orders.to(0)), icon('◀', 'One tick back', ',', () => orders.by(-1)),
      this.play,
      icon('▶', 'One tick on', '.', () => orders.by(1)), icon('▶|', 'Last tick', 'End', () => orders.to(this.most)));
    const speed = choice('speed', SPEEDS, '1', (value) => orders.speed(Number(value)));
    this.root.append(buttons, scrubber, this.count, speed, this.places);
  }

  playing(runs: boolean): void {
    this.play.textContent = runs ? '❚❚ Pause' : '▶ Play';
  }

  /// The instructions of each warp that can be jumped to.
  offer(phases: readonly Phase[], most: number): void {
    this.root.hidden = false;
    this.most = most;
    this.scrubber.max = String(most);
    const places = new Map(phases.map(({ warp, instruction }): [string, string] =>
      [`${warp} ${instruction}`, `warp ${warp}, instruction ${instruction}`]));
    fill(this.placesSelect, [...places], places.keys().next().value ?? '');
    this.places.hidden = places.size < 2;
  }

  at(tick: number, most: number, moment: Moment | null): void {
    const text = tick >= most ? `end, ${most} ticks` : `tick ${tick + 1} of ${most}`;
    this.scrubber.value = String(tick);
    this.scrubber.setAttribute('aria-valuetext', text);
    this.count.textContent = text;
    if (moment !== null) this.placesSelect.value = `${moment.phase.warp} ${moment.phase.instruction}`;
  }

  /// Space plays; comma and full stop step; Home and End jump. A focused choice, button or link keeps its own keys.
  key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || this.root.hidden) return;
    const on = event.target instanceof Element ? event.target : null;
    if (on?.closest('select')) return;
    const acts: Record<string, () => void> = {
      ',': () => this.orders.by(-1), '.': () => this.orders.by(1),
      Home: () => this.orders.to(0), End: () => this.orders.to(this.most),
    };
    if (on?.closest('button, a, summary') === null) acts[' '] = () => this.orders.play();
    const act = acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  }

  private jump(): void {
    const [warp, instruction] = this.placesSelect.value.split(' ').map(Number);
    if (warp !== undefined && instruction !== undefined) this.orders.jump(warp, instruction);
  }
}

function icon(text: string, name: string, key: string, call: () => void): HTMLButtonElement {
  return button(text, call, { class: 'button icon', 'aria-label': name, title: `${name} (${key})` });
}
