// SPDX-License-Identifier: Apache-2.0
// dom.ts: elements. Users' texts enter the page here, as text and never as HTML.

type Attributes = Record<string, string | number | boolean | ((event: Event) => void)>;

/// An element with attributes and children. `true` sets an attribute without a value, `false` leaves it out; a
/// function listens to the event of that name; a text child is a text node.
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Attributes = {}, ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name, value);
    else if (value === true) made.setAttribute(name, '');
    else if (value !== false) made.setAttribute(name, String(value));
  }
  made.append(...children);
  return made;
}

export function button(label: Node | string, click: () => void, more: Attributes = {}): HTMLButtonElement {
  return element('button', { type: 'button', class: 'button', click, ...more }, label);
}

/// Gives the focus to a part of the page. It does not keep what a click on its text could focus.
export function focusOn(part: HTMLElement): void {
  part.tabIndex = -1;
  part.addEventListener('blur', () => part.removeAttribute('tabindex'), { once: true });
  part.focus();
}

export function one<E extends Element = HTMLElement>(selector: string, root: ParentNode = document): E {
  const found = root.querySelector<E>(selector);
  if (found === null) throw new Error(`the page has no ${selector}`);
  return found;
}
