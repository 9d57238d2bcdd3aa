// SPDX-License-Identifier: Apache-2.0
// clock.ts: ticks at a speed, until the last one.

/// Ticks in a second at speed 1.
const RATE = 2;

export class Clock {
  private timer: ReturnType<typeof setTimeout> | null = null;
  speed = 1;

  /// `step` makes one tick and says whether there are more; `changed` is told when it starts and when it stops.
  constructor(private readonly step: () => boolean, private readonly changed: () => void) {}

  get runs(): boolean {
    return this.timer !== null;
  }

  start(): void {
    if (this.runs) return;
    this.wait();
    this.changed();
  }

  stop(): void {
    if (this.timer === null) return;
    clearTimeout(this.timer);
    this.timer = null;
    this.changed();
  }

  private wait(): void {
    this.timer = setTimeout(() => {
      if (this.step()) this.wait();
      else this.stop();
    }, 1000 / (RATE * this.speed));
  }
}
