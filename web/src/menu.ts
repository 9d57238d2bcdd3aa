// SPDX-License-Identifier: Apache-2.0
// menu.ts: a button that opens a menu, as the menu button pattern of ARIA has it.
//
// Arrows, Home and End move through the items, a character goes to the next item that begins with it, Escape closes
// and gives the focus back, Tab closes and goes on.
import { element } from './dom';

export interface MenuItem {
  text: string;
  about?: string; // a smaller line below
  run(): void;
}

export interface MenuGroup {
  title?: string;
  items: MenuItem[];
}

let made = 0;

/// A menu at the right end of the bar. The groups are asked for when it opens, since what is on the page decides.
export function menuButton(title: string, groups: () => MenuGroup[]): HTMLElement {
  const id = `menu-${++made}`;
  const list = element('div', { class: 'choices', role: 'menu', id, 'aria-label': title });
  const button = element('button', {
    type: 'button', 'aria-haspopup': 'menu', 'aria-expanded': 'false', 'aria-controls': id,
    click: () => (list.hidden ? open(0) : close(true)),
    keydown: (event) => {
      const { key } = event as KeyboardEvent;
      if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
      event.preventDefault();
      event.stopPropagation();
      open(key === 'ArrowDown' ? 0 : -1);
    },
  }, title);
  const root = element('div', { class: 'menu right', keydown: key, focusout: left }, button, list);
  list.hidden = true;

  function items(): HTMLElement[] {
    return [...list.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  }
  function focus(at: number): void {
    const all = items();
    const chosen = all[(at + all.length) % all.length];
    all.forEach((item) => (item.tabIndex = item === chosen ? 0 : -1));
    chosen?.focus();
  }
  function open(at: number): void {
    list.replaceChildren(...groups().map((group) => groupOf(group, close)));
    list.hidden = false;
    button.setAttribute('aria-expanded', 'true');
    document.addEventListener('pointerdown', outside);
    focus(at);
  }
  function close(isFocused: boolean): void {
    if (isFocused) button.focus();
    list.hidden = true;
    button.setAttribute('aria-expanded', 'false');
    document.removeEventListener('pointerdown', outside);
  }
  function outside(event: Event): void {
    if (!root.contains(event.target as Node)) close(false);
  }
  function left(event: Event): void {
    const to = (event as FocusEvent).relatedTarget;
    if (to !== null && !root.contains(to as Node)) close(false);
  }
  function key(event: Event): void {
    if (list.hidden || !(event instanceof KeyboardEvent)) return;
    const all = items();
    const now = all.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'Escape') close(true);
    else if (event.key === 'ArrowDown' && now >= 0) focus(now + 1);
    else if (event.key === 'ArrowUp' && now >= 0) focus(now - 1);
    else if (event.key === 'Home') focus(0);
    else if (event.key === 'End') focus(-1);
    else if (now < 0 || !/^[a-z0-9]$/i.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    else focus(named(all, now, event.key.toLowerCase()));
    event.preventDefault();
    event.stopPropagation();
  }
  return root;
}

/// The next item that begins with a letter; the present one if there is none.
function named(all: HTMLElement[], now: number, letter: string): number {
  const ahead = [...all.slice(now + 1), ...all.slice(0, now + 1)];
  const found = ahead.find((item) => item.textContent?.toLowerCase().startsWith(letter));
  return found === undefined ? now : all.indexOf(found);
}

function groupOf(group: MenuGroup, close: (isFocused: boolean) => void): HTMLElement {
  const items = group.items.map((item) => element('button', {
    type: 'button', role: 'menuitem', tabindex: -1,
    click: () => {
      close(true);
      item.run();
    },
  }, item.text, ...(item.about === undefined ? [] : [element('small', {}, item.about)])));
  if (group.title === undefined) return element('div', { role: 'none' }, ...items);
  return element('div', { role: 'group', 'aria-label': group.title },
    element('h3', { role: 'none' }, group.title), ...items);
}
