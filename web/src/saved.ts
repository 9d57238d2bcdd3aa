// SPDX-License-Identifier: Apache-2.0
// saved.ts: texts and pictures on their way out of the page, to a file or to the clipboard.
import { element } from './dom';

/// The name of a file from what is in it: letters, digits and `-`, at most 60 of them.
export function fileName(about: string, ending: string): string {
  const name = about.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 60).replace(/-+$/, '');
  return `${name === '' ? 'layout' : name}.${ending}`;
}

export function save(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = element('a', { href: address, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  // A browser may begin to read after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/// Whether it is on the clipboard now. Pages from disk have no clipboard API in some browsers; the older command
/// copies what is selected.
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const before = document.activeElement;
  const field = element('textarea', { class: 'visually-hidden', 'aria-hidden': 'true', tabindex: -1 });
  field.value = text;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}

export async function copyPicture(picture: Promise<Blob>): Promise<boolean> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    return true;
  } catch {
    return false;
  }
}
