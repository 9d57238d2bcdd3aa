// SPDX-License-Identifier: Apache-2.0
// bar.ts: the header: screens, examples, theme, keys.
import { remember } from './address';
import type { App } from './app';
import { button, element, one } from './dom';
import { showKeys } from './keys';
import { menuButton, MenuGroup } from './menu';
import type { Screen } from './state';

interface Example {
  name: string;
  group: string;
  sentence: string;
  link: string;
}

const SCREENS: [screen: Screen, title: string][] = [['lines', 'Lines'], ['hlo', 'HLO'], ['ttgir', 'TTGIR']];
const THEMES = ['auto', 'light', 'dark'];

/// `open` opens a link's fragment.
export function mountBar(app: App, open: (fragment: string) => void): void {
  mountScreens(app, one('#screens'));
  one('#examples').replaceChildren(examplesMenu(open));
  const keys = button('?', showKeys, { class: 'button icon', 'aria-label': 'Keys', title: 'Keys (?)' });
  one('#settings').replaceChildren(themeChoice(app), keys);
}

function mountScreens(app: App, root: HTMLElement): void {
  const buttons = SCREENS.map(([screen, title]) =>
    button(title, () => app.store.set({ screen }, 'push'), { class: 'button plain' }));
  const show = (): void => SCREENS.forEach(([screen], at) => {
    const isShown = app.store.state.screen === screen;
    buttons[at]!.setAttribute('aria-current', String(isShown));
    one(screen === 'lines' ? '#screen-lines' : `#${screen}`).hidden = !isShown;
  });
  root.replaceChildren(...buttons);
  app.store.listen((_, changed) => changed.has('screen') && show());
  show();
}

function examplesMenu(open: (fragment: string) => void): HTMLElement {
  // web/examples.toml, which the page's HTML holds.
  const examples = JSON.parse(one('#all-examples').textContent ?? '[]') as Example[];
  const groups = [...new Set(examples.map(({ group }) => group))];
  const menu = menuButton('Examples', (): MenuGroup[] => groups.map((title) => ({
    title,
    items: examples.filter(({ group }) => group === title).map(({ name, sentence, link }) => ({
      text: name, about: sentence, run: () => open(link.replace(/^#/, '')),
    })),
  })));
  menu.classList.remove('right');
  return menu;
}

export function showTheme(theme: string): void {
  document.documentElement.dataset.theme = theme;
}

function themeChoice(app: App): HTMLElement {
  const choice: HTMLSelectElement = element('select', {
    'aria-label': 'Theme', change: () => app.store.set({ theme: choice.value }, 'replace'),
  }, ...THEMES.map((theme) => element('option', { value: theme }, theme)));
  choice.value = app.store.state.theme;
  app.store.listen(({ theme }, changed, how) => {
    if (!changed.has('theme')) return;
    choice.value = theme;
    showTheme(theme);
    // A link may have its own theme; only what is chosen here is remembered.
    if (how !== 'quiet') remember('theme', theme);
  });
  return element('label', { class: 'theme' }, element('span', {}, 'theme'), choice);
}
