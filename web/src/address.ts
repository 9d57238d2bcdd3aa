// SPDX-License-Identifier: Apache-2.0
// address.ts: keeps the address and the last session in step with the state, and goes back.
import { fragmentOf, isOfThisVersion, readLink, withKnownWords } from './link';
import type { Words } from './reply';
import { DEFAULTS, State, Store } from './state';

const TYPING = 400;
/// Browsers refuse addresses that are much longer, and show none of them.
const MOST_ADDRESS = 60_000;
const MOST_REMEMBERED = 200_000;
/// Texts of modules beyond are deflated once the page rests, not at each change.
const LONG_TEXT = 100_000;
const REST = 2000;

/// What the browser remembers of this page: its theme and the last session. A browser may refuse.
export function remembered(key: 'theme' | 'session'): string {
  try {
    return localStorage.getItem(`tileglot.${key}`) ?? '';
  } catch {
    return '';
  }
}

export function remember(key: 'theme' | 'session', value: string): void {
  try {
    localStorage.setItem(`tileglot.${key}`, value);
  } catch {
    // Refused or full: the page works without.
  }
}

/// The whole state that a fragment stands for. Without `words`, any word goes.
export async function stateOf(fragment: string, words?: Words): Promise<{ state: State; problems: string[] }> {
  const { state: read, problems } = await readLink(fragment);
  const theme = remembered('theme');
  const state = { ...DEFAULTS, ...['light', 'dark'].includes(theme) && { theme }, ...read };
  if (words === undefined) return { state, problems };
  const known = withKnownWords(state, words);
  return { state: known.state, problems: [...problems, ...known.problems] };
}

/// Of the browser's history. Keys of an earlier visit to this page are not known.
interface Entry {
  depth: number;
  key: string;
}
const STARTED = Date.now();

export class Address {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private settling: ReturnType<typeof setTimeout> | undefined;
  private pending: Readonly<State> | null = null;
  // Writes wait for one another: a longer state takes longer to deflate.
  private chain: Promise<void> = Promise.resolve();
  private depth = (history.state as Entry | null)?.depth ?? 0;
  // By the key of the entry: an address may hold no state, or not all of it.
  private states = new Map<string, Readonly<State>>();
  private serial = 0;
  // The state of an address without a fragment.
  private first: Readonly<State>;

  constructor(private store: Store, private words: Words, private told: (problems: string[]) => void) {
    this.first = store.state;
    store.listen((state, _, how) => {
      if (how === 'quiet') return;
      if (how === 'push') {
        this.flush();
        this.write(state, true);
      } else {
        this.pending = state;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.flush(), TYPING);
      }
    });
    addEventListener('popstate', (event) => void this.restore(event.state as Entry | null));
    addEventListener('pagehide', () => this.flush());
  }

  async back(): Promise<void> {
    this.flush();
    await this.chain;
    if (this.depth > 0) history.back();
  }

  private flush(): void {
    clearTimeout(this.timer);
    if (this.pending !== null) this.write(this.pending, false);
    this.pending = null;
  }

  private write(state: Readonly<State>, isNew: boolean): void {
    clearTimeout(this.settling);
    const isLong = state.hlo.length + state.ttgir.length > LONG_TEXT;
    this.chain = this.chain.then(async () => {
      const address = isLong ? location.href : await this.saved(state);
      if (isNew) this.depth += 1;
      const key = `${STARTED}-${++this.serial}`;
      this.states.set(key, state);
      history[isNew ? 'pushState' : 'replaceState']({ depth: this.depth, key }, '', address);
    }).catch(() => undefined); // A browser limits how often the address may change.
    // A text that takes long to deflate waits until nothing else happens.
    if (isLong) this.settling = setTimeout(() => void this.settle(state), REST);
  }

  /// The state as an address, which is also remembered.
  private async saved(state: Readonly<State>): Promise<string> {
    const fragment = await fragmentOf(state);
    if (fragment.length <= MOST_REMEMBERED) remember('session', fragment);
    return fragment.length > MOST_ADDRESS ? location.href : `#${fragment}`;
  }

  private async settle(state: Readonly<State>): Promise<void> {
    const entry = history.state as Entry | null;
    const address = await this.saved(state);
    const now = history.state as Entry | null;
    if (now?.key === entry?.key) history.replaceState(now, '', address);
  }

  private async restore(entry: Entry | null): Promise<void> {
    clearTimeout(this.timer);
    clearTimeout(this.settling);
    this.pending = null;
    this.depth = entry?.depth ?? 0;
    const fragment = location.hash.slice(1);
    const known = this.states.get(entry?.key ?? '') ?? (fragment === '' ? this.first : undefined);
    if (known !== undefined) return this.store.set(known, 'quiet');
    const { state, problems } = await stateOf(fragment, this.words);
    this.told(problems);
    if (isOfThisVersion(fragment)) this.store.set(state, 'quiet');
  }
}
