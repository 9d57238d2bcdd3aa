// SPDX-License-Identifier: Apache-2.0
// told.ts: a sentence about something that was done, for eyes and for screen readers.
import type { App } from './app';
import { button, element, one } from './dom';

interface Act {
  text: string;
  run(): void;
}

/// A sentence below the bar, until it is closed or the next one comes; one without a button goes by itself.
export function tell(app: App, sentence: string, act?: Act): void {
  app.say(sentence);
  document.querySelector('.told')?.remove();
  const close = (): void => told.remove();
  const buttons = act === undefined ? [] : [button(act.text, () => {
      close();
      act.run();
    })];
  const told: HTMLElement = element('div', { class: 'told' }, element('span', {}, sentence), ...buttons,
    button('×', close, { class: 'button plain icon', 'aria-label': 'Close' }));
  one('#notices').append(told); // inside a landmark
  if (act === undefined && sentence.length < 120) setTimeout(close, 4000);
}
