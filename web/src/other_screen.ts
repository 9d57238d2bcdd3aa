// SPDX-License-Identifier: Apache-2.0
// other_screen.ts: a text that belongs to another screen than the one that it was given to.
import type { App } from './app';

/// Whether it went there. TTGIR that is dropped on HLO opens as TTGIR, and the other way round.
export async function takenElsewhere(app: App, text: string, here: 'hlo' | 'ttgir'): Promise<boolean> {
  const scanned = await app.engine.ask<{ kind: string; title: string }>('scan', { text }, { key: `scan ${here}` });
  if (scanned === null || !scanned.ok) return false;
  const there = here === 'hlo' ? 'ttgir' : 'hlo';
  if (scanned.kind !== there) return false;
  app.store.set({ [there]: text, screen: there }, 'push');
  app.say(`This text is ${there.toUpperCase()}, so it opens there.`);
  return true;
}
