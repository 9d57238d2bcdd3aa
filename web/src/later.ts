// SPDX-License-Identifier: Apache-2.0
// later.ts: fetches the script of the screens HLO and TTGIR when one of them first opens.
import type { App } from './app';
import { button, element, one } from './dom';
import type { Screens } from './screens';

const screens = (): Screens | undefined => (globalThis as { tileglotScreens?: Screens }).tileglotScreens;

function loaded(made: HTMLElement): Promise<void> {
  return new Promise((resolve, reject) => {
    made.onload = () => resolve();
    made.onerror = () => {
      made.remove();
      reject(new Error('the server does not answer'));
    };
    document.head.append(made);
  });
}

// The single file has run the script already.
async function loadScreens(): Promise<void> {
  if (screens() !== undefined) return;
  const { script = '', style = '' } = one('#screens-script').dataset;
  await Promise.all([loaded(element('script', { src: script })),
    loaded(element('link', { rel: 'stylesheet', href: style }))]);
}

/// Mounts each screen when it is first shown.
export function mountLater(app: App): void {
  const mounted = new Set<string>();
  let loading: Promise<void> | null = null;

  const open = async (): Promise<void> => {
    const { screen } = app.store.state;
    if (screen === 'lines' || mounted.has(screen)) return;
    const root = one(`#${screen}`);
    if (screens() === undefined) root.replaceChildren(element('p', { class: 'quiet' }, 'Opening ..'));
    try {
      await (loading ??= loadScreens());
    } catch (error) {
      loading = null;
      const sentence = `This screen cannot be loaded: ${(error as Error).message}. `;
      const again = button('Try again', () => void open());
      root.replaceChildren(element('p', { class: 'error', role: 'alert' }, sentence, again));
      return;
    }
    if (mounted.has(screen)) return;
    mounted.add(screen);
    screens()?.[screen](app, root);
  };
  app.store.listen((_, changed) => changed.has('screen') && void open());
  void open();
}
