// SPDX-License-Identifier: Apache-2.0
// job.ts: a request that may take long, with a bar and a button that cancels it.
import type { App } from './app';
import { button, element } from './dom';
import type { Reply } from './reply';

/// A bar that is gone before one has read it only flickers.
const PATIENCE = 300;
let made = 0;

export class Job {
  readonly root: HTMLElement;
  private readonly key = `job ${++made}`;
  private readonly about = element('span');
  private present = 0;

  constructor(private readonly app: App) {
    const bar = element('progress', { 'aria-label': 'Working' });
    this.root = element('div', { class: 'job', hidden: true }, bar, this.about,
      button('Cancel', () => this.cancel()));
  }

  /// null: cancelled, or a newer one took its place.
  async ask<T>(verb: string, of: Record<string, unknown>, about: string): Promise<Reply<T> | null> {
    const job = ++this.present;
    const timer = setTimeout(() => {
      this.about.textContent = `${about} ..`;
      this.root.hidden = false;
    }, PATIENCE);
    const reply = await this.app.engine.ask<T>(verb, of, { key: this.key, job: true });
    clearTimeout(timer);
    if (job === this.present) this.root.hidden = true;
    return reply;
  }

  cancel(): void {
    this.app.engine.cancel(this.key);
  }
}
