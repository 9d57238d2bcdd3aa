// SPDX-License-Identifier: Apache-2.0
// other_screen.ts: a text that belongs to another screen than the one that it was given to, and how it opens there.
import type { App } from './app';
import { focusOn, one } from './dom';

/// The focus goes with the text: what had it is hidden now.
export function openIn(app: App, screen: 'hlo' | 'ttgir', text: string): void {
  app.store.set({ [screen]: text, screen }, 'push');
  focusOn(one(`#${screen}`));
}

/// Whether it went there. TTGIR that is dropped on HLO opens as TTGIR, and the other way round.
export async function takenElsewhere(app: App, text: string, here: 'hlo' | 'ttgir'): Promise<boolean> {
  const scanned = await app.engine.ask<{ kind: string; title: string }>('scan', { text }, { key: `scan ${here}` });
  if (scanned === null || !scanned.ok) return false;
  const there = here === 'hlo' ? 'ttgir' : 'hlo';
  if (scanned.kind !== there) return false;
  openIn(app, there, text);
  app.say(`This text is ${there.toUpperCase()}, so it opens there.`);
  return true;
}
