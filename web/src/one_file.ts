// SPDX-License-Identifier: Apache-2.0
// one_file.ts: the page with its present state as one HTML file that opens offline.
//
// On a site the offline page lies beside this one and is fetched. The offline page itself cannot fetch from disk, so
// it keeps its own text from before anything was drawn into it.

/// The name of the <meta> that holds the link fragment with which a saved file begins.
export const START = 'tileglot-link';

const isOneFile = typeof document !== 'undefined' && document.querySelector('script[src]') === null;
const itself = isOneFile ? `<!doctype html>\n${document.documentElement.outerHTML}\n` : '';

/// The fragment with which this file begins; empty of a file that nobody saved.
export function startFragment(): string {
  return document.querySelector(`meta[name="${START}"]`)?.getAttribute('content') ?? '';
}

/// The page's text with a fragment in it, in place of the one that it had.
export function withStart(page: string, fragment: string): string {
  const escaped = fragment.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const meta = `<meta name="${START}" content="${escaped}">`;
  const clean = page.replace(new RegExp(`<meta name="${START}" content="[^"]*">\\n?`), '');
  // Last in the head: a browser looks for the encoding in the first 1,024 bytes.
  return clean.replace('</head>', () => `${meta}\n</head>`);
}

/// null if there is no offline page beside this one.
export async function oneFile(fragment: string): Promise<string | null> {
  if (isOneFile) return withStart(itself, fragment);
  try {
    const answer = await fetch('tileglot.html');
    return answer.ok ? withStart(await answer.text(), fragment) : null;
  } catch {
    return null;
  }
}
