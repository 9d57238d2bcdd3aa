// SPDX-License-Identifier: Apache-2.0
// link.ts: the state as the fragment of an address, and back.
//
//   fragment := "v1" { "&" key "=" value }
//
// A value is percent-decoded UTF-8, "+" is a plus, and the first "=" ends the key. Only what differs from the
// default is written. People type links and other tools make them, so the format is for ever: keys are added
// and never change; web/tests/links.txt holds every form. Lines count from 1, as the page numbers them;
// phases, ticks and cells count from 0. `z` holds all pairs as deflated JSON: {"l":["A=..","A == B"],"d":"f16"}.
import { deflated, inflated } from './deflate';
import type { Words } from './reply';
import { DEFAULTS, Place, State } from './state';

/// A longer link is deflated.
const READABLE = 600;
/// Chats and mail programs cut longer ones.
export const LONG = 8000;
const MOST_LINES = 200;

interface Field<T> {
  read(texts: string[]): T; // throws an Error whose message continues "The link's g .."
  write(value: T): string[];
}

const last = (texts: string[]): string => texts[texts.length - 1] ?? '';

function number(text: string, from: number, to: number): number {
  const value = Number(text);
  if (!/^\d{1,15}$/.test(text) || value < from || value > to) {
    throw new Error(`is '${shortened(text)}', not a whole number from ${from} to ${to}`);
  }
  return value;
}

const text: Field<string> = { read: last, write: (value) => [value] };

function word(...words: string[]): Field<string> {
  return {
    read: (texts) => {
      if (!words.includes(last(texts))) throw new Error(`is '${shortened(last(texts))}', not ${either(words)}`);
      return last(texts);
    },
    write: text.write,
  };
}

function whole(from: number, to: number): Field<number> {
  return { read: (texts) => number(last(texts), from, to), write: (value) => [String(value)] };
}

const lineNumber: Field<number> = {
  read: (texts) => number(last(texts), 1, MOST_LINES) - 1,
  write: (value) => [String(value + 1)],
};

const crop: Field<string> = {
  read: (texts) => {
    if (!/^\d+:\d+,\d+:\d+$/.test(last(texts))) throw new Error(`is '${shortened(last(texts))}', not like 0:8,0:64`);
    return last(texts);
  },
  write: text.write,
};

// line,panel,row,column; without the line it is the current one, which -1 stands for until all is read
function place(written: string): Place {
  const numbers = written.split(',');
  if (numbers.length === 3) numbers.unshift('0');
  if (numbers.length !== 4) throw new Error(`is '${shortened(written)}', not like 0,3,17: panel, row, column`);
  const [line, panel, row, column] = numbers.map((each) => number(each, 0, 1e9)) as [number, number, number, number];
  return { line: line - 1, panel, row, column };
}

const placed = (at: Place): string => [at.line + 1, at.panel, at.row, at.column].join();

const listed = (texts: string[], by: string): string[] => last(texts).split(by).filter((each) => each !== '');

const FIELDS: { [K in keyof State]?: [key: string, field: Field<any>] } = {
  screen: ['s', word('lines', 'hlo', 'ttgir')],
  lines: ['l', {
    read: (texts) => {
      if (texts.length > MOST_LINES) throw new Error(`has ${texts.length} lines; the page takes ${MOST_LINES}`);
      return texts;
    },
    write: (lines) => lines,
  }],
  current: ['c', lineNumber],
  on: ['on', {
    read: (texts) => {
      const on = listed(texts, ',').map((each) => number(each, 1, MOST_LINES) - 1);
      if (on.length > 4) throw new Error(`draws ${on.length} lines; the page draws up to 4`);
      return [...new Set(on)];
    },
    write: (on: number[]) => [on.map((each) => each + 1).join()],
  }],
  notation: ['n', { read: (texts) => last(texts).split(','), write: (each: string[]) => [each.join()] }],
  view: ['v', text],
  color: ['cl', text],
  label: ['lb', text],
  dtype: ['d', text],
  group: ['g', whole(1, 65536)],
  fold: ['f', text],
  tensor: ['t', text],
  crop: ['cr', crop],
  every: ['ev', whole(1, 1e12)],
  zoom: ['zm', whole(0, 6400)],
  operands: ['op', { read: (texts) => number(last(texts), 0, 1) === 1, write: (shown) => [shown ? '1' : '0'] }],
  access: ['x', text],
  compare: ['cmp', {
    read: lineNumber.read,
    write: (line: number | null) => line === null ? [] : lineNumber.write(line),
  }],
  phase: ['xp', whole(0, 1e9)],
  tick: ['xt', whole(0, 1e9)],
  at: ['at', { read: (texts) => place(last(texts)), write: (at: Place | null) => at === null ? [] : [placed(at)] }],
  kept: ['k', {
    read: (texts) => {
      const kept = listed(texts, ';').map(place);
      if (kept.length > 8) throw new Error(`keeps ${kept.length} cells; the page keeps up to 8`);
      return kept;
    },
    write: (kept: Place[]) => [kept.map(placed).join(';')],
  }],
  hlo: ['hlo', text],
  ttgir: ['ttgir', text],
  target: ['tg', text],
  strategy: ['st', text],
  theme: ['th', word('auto', 'light', 'dark')],
  palette: ['pal', text],
};

type Pairs = Map<string, string[]>;

const shortened = (value: string): string => value.length > 40 ? `${value.slice(0, 40)}..` : value;
const either = (words: string[]): string => `${words.slice(0, -1).join(', ')} or ${words[words.length - 1]}`;

function pairsOf(state: Readonly<State>): Pairs {
  const pairs: Pairs = new Map();
  for (const [name, [key, field]] of Object.entries(FIELDS)) {
    const value = state[name as keyof State];
    if (JSON.stringify(value) !== JSON.stringify(DEFAULTS[name as keyof State])) pairs.set(key, field.write(value));
  }
  for (const [key, value] of state.unknown) pairs.set(key, [...pairs.get(key) ?? [], value]);
  return pairs;
}

// encodeURIComponent throws at half a surrogate pair, which a paste can bring.
const wellFormed = (value: string): string => value.replace(/[\uD800-\uDFFF]/gu, '\uFFFD');

// What Chromium's address leaves as it is stays readable. A copied link must also survive Markdown and chats, which
// end a link at brackets, at quotes and at a mark that ends a sentence.
function encoded(value: string, copied: boolean): string {
  const kept = copied ? /%(2C|3A|3B|40|2F|3F|24|3D|2B)/g : /%(2C|3A|3B|40|2F|3F|24|3D|2B|7B|7D|5B|5D|7C)/g;
  const made = encodeURIComponent(wellFormed(value)).replace(kept, decodeURIComponent);
  return copied ? made.replace(/[()']/g, escaped) : made;
}

const escaped = (mark: string): string => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;

function readable(state: Readonly<State>, copied: boolean): string {
  let made = 'v1';
  for (const [key, values] of pairsOf(state)) {
    for (const value of values) made += `&${encodeURIComponent(wellFormed(key))}=${encoded(value, copied)}`;
  }
  return copied ? made.replace(/[.,:;!?*~_]$/, escaped) : made;
}

async function packed(state: Readonly<State>): Promise<string> {
  const object: Record<string, string | string[]> = Object.create(null);
  for (const [key, values] of pairsOf(state)) object[key] = values.length === 1 ? values[0]! : values;
  return `v1&z=${await deflated(JSON.stringify(object))}`;
}

/// The fragment of a state, without '#'. `copied`: for a place other than the address.
export async function fragmentOf(state: Readonly<State>, copied = false): Promise<string> {
  if (state.hlo.length + state.ttgir.length > LONG) return packed(state);
  const plain = readable(state, copied);
  if (plain.length <= READABLE) return plain;
  const short = await packed(state);
  return short.length < plain.length ? short : plain;
}

export const isOfThisVersion = (fragment: string): boolean => /^v1(&|$)/.test(fragment);

export interface Opened {
  state: Partial<State>; // what the link says; the rest is as by default
  problems: string[]; // a sentence for each value that was left out
}

function decoded(value: string, problems: string[]): string {
  try {
    return decodeURIComponent(value);
  } catch {
    problems.push(`The link has a broken % in '${shortened(value)}'. It was read as it stands.`);
    return value;
  }
}

function pairsIn(written: string, problems: string[]): Pairs {
  const pairs: Pairs = new Map();
  for (const each of written.split('&')) {
    if (each === '') continue;
    const end = each.includes('=') ? each.indexOf('=') : each.length;
    const key = decoded(each.slice(0, end), problems);
    pairs.set(key, [...pairs.get(key) ?? [], decoded(each.slice(end + 1), problems)]);
  }
  return pairs;
}

async function unpacked(written: string, problems: string[]): Promise<Pairs> {
  const pairs: Pairs = new Map();
  try {
    const object: unknown = JSON.parse(await inflated(written));
    if (typeof object !== 'object' || object === null || Array.isArray(object)) throw new Error('not an object');
    for (const [key, value] of Object.entries(object)) pairs.set(key, [value as unknown].flat().map(String));
  } catch {
    problems.push('The link is damaged: its part z cannot be unpacked. A program may have cut it.');
  }
  return pairs;
}

const called = (name: string, key: string): string => name === key ? key : `${key} (${name})`;

function readField(name: string, key: string, field: Field<unknown>, texts: string[], opened: Opened): void {
  try {
    Object.assign(opened.state, { [name]: field.read(texts) });
  } catch (error) {
    opened.problems.push(`The link's ${called(name, key)} ${(error as Error).message}. It was left out.`);
  }
}

// Lines that the link counts on and does not have.
function withoutLost({ state, problems }: Opened): void {
  const lines = state.lines?.length ?? 1;
  const has = (line: number, key: string): boolean => {
    if (line < lines) return true;
    problems.push(`The link's ${key} names line ${line + 1}, and the link has ${lines}. It was left out.`);
    return false;
  };
  const home = (at: Place): Place => at.line < 0 ? { ...at, line: state.current ?? 0 } : at;
  if (state.current !== undefined && !has(state.current, 'c')) delete state.current;
  if (state.on) state.on = state.on.filter((line) => has(line, 'on'));
  if (typeof state.compare === 'number' && !has(state.compare, 'cmp')) delete state.compare;
  if (state.at) state.at = home(state.at);
  if (state.at && !has(state.at.line, 'at')) delete state.at;
  if (state.kept) state.kept = state.kept.map(home).filter((at) => has(at.line, 'k'));
}

/// The words of a state that the module does not know become the default, at a sentence each.
export function withKnownWords(state: State, words: Words): { state: State; problems: string[] } {
  const { views, colors, labels, types, palettes } = words;
  const known: [keyof State & ('view' | 'color' | 'label' | 'dtype' | 'palette'), string[]][] =
    [['view', views], ['color', colors], ['label', labels], ['dtype', types], ['palette', Object.keys(palettes)]];
  const made = { ...state };
  const problems: string[] = [];
  for (const [name, all] of known) {
    if (made[name] === DEFAULTS[name] || all.includes(made[name])) continue;
    const key = called(name, FIELDS[name]![0]);
    problems.push(`The link's ${key} is '${shortened(made[name])}', not ${either(all)}. It was left out.`);
    made[name] = DEFAULTS[name];
  }
  return { state: made, problems };
}

/// Reads a fragment without '#'. A broken value costs a sentence, and the rest still opens.
export async function readLink(fragment: string): Promise<Opened> {
  const made: Opened = { state: {}, problems: [] };
  const version = /^v(\d+)(?=&|$)/.exec(fragment);
  if (version === null) {
    made.problems.push(
      `The address ends in '#${shortened(fragment)}', which is not a link of this page: it would begin with v1.`);
    return made;
  }
  if (version[1] !== '1') {
    made.problems.push(
      `The link is of version ${version[1]}; this page reads version 1. Reload the page, or open a newer one.`);
    return made;
  }
  const pairs = pairsIn(fragment.slice(version[0]!.length), made.problems);
  const z = pairs.get('z');
  pairs.delete('z');
  const all: Pairs = z === undefined ? pairs : new Map([...await unpacked(last(z), made.problems), ...pairs]);
  for (const [name, [key, field]] of Object.entries(FIELDS)) {
    const texts = all.get(key);
    if (texts !== undefined) readField(name, key, field, texts, made);
    all.delete(key);
  }
  const unknown = [...all].flatMap(([key, values]) => values.map((value): [string, string] => [key, value]));
  if (unknown.length > 0) made.state.unknown = unknown;
  withoutLost(made);
  return made;
}
