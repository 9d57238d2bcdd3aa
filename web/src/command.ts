// SPDX-License-Identifier: Apache-2.0
// command.ts: a request of the page as the same request of the command line, to copy.

export interface Naming {
  lines(): string[];
  /// What a line stands for where other commands need it, names replaced; null while it is not known.
  layoutOf(line: number): string | null;
}

type Of = Record<string, unknown>;

/// A line that gives a name to what follows.
export const NAMED = /^\s*([A-Z][A-Za-z0-9_]*)\s*=(?!=)\s*/;

const OPTIONS: Record<string, string> = { notation: 'from-notation' };

const quoted = (text: string): string => `'${text.replace(/'/g, `'\\''`)}'`;
const bare = (text: string): string => /^[\w.,:+-]+$/.test(text) ? text : quoted(text);

/// A text with the names of the lines replaced by what the lines say.
export function withoutNames(text: string, naming: Naming, depth = 0): string {
  if (depth > 8) return text;
  const known = new Map<string, number>();
  naming.lines().forEach((line, at) => {
    const name = NAMED.exec(line)?.[1];
    if (name !== undefined && !known.has(name)) known.set(name, at);
  });
  // A word of a notation is not a name: T(8,128), #ttg.Shared.
  return text.replace(/(^|[^.#\w])([A-Z]\w*)(?![\w(<])/g, (all, before: string, name: string) => {
    const at = known.get(name);
    if (at === undefined) return all;
    const line = naming.lines()[at] ?? '';
    return before + (naming.layoutOf(at) ?? withoutNames(line.replace(NAMED, ''), naming, depth + 1));
  });
}

function subject(of: Of, naming: Naming, key = 'layout'): string {
  if (typeof of.line === 'number') {
    const line = (naming.lines()[of.line] ?? '').replace(NAMED, '');
    return naming.layoutOf(of.line) ?? withoutNames(line.trim(), naming);
  }
  return withoutNames(String(of[key] ?? ''), naming);
}

function flags(of: Of, naming: Naming, without: string[]): string {
  let made = '';
  for (const [key, value] of Object.entries(of)) {
    if (without.includes(key) || value === undefined || value === '' || value === false) continue;
    const flag = ` --${OPTIONS[key] ?? key.replace(/_/g, '-')}`;
    const isLayout = ['side_by_side', 'against', 'relayout_to', 'mem', 'convert_to'].includes(key);
    made += value === true ? flag : `${flag} ${bare(isLayout ? withoutNames(String(value), naming) : String(value))}`;
  }
  return made;
}

const OWN = ['layout', 'line', 'of', 'verb', 'panel', 'row', 'column', 'places', 'expression', 'left', 'right', 'as',
  'name', 'text', 'before', 'after'];

const fileOf = (of: unknown, otherwise: string): string =>
  bare(String((of as { name?: string } | undefined)?.name ?? otherwise));

const placesOf = (places: unknown): string => [places ?? []].flat().map((at) => bare(String(at))).join(' ');

function inner(of: Of): { verb: string; of: Of } {
  const { verb = 'show', ...rest } = of.of as Of & { verb?: string };
  return { verb, of: rest };
}

function lineCommand(of: Of, naming: Naming): string {
  const line = (naming.lines()[Number(of.line)] ?? '').replace(NAMED, '').trim();
  const sides = line.split('==');
  if (sides.length === 2) return `equal ${sides.map((side) => quoted(withoutNames(side.trim(), naming))).join(' ')}`;
  return `${/^[a-z]\w*(\.\w+)?\s*\(/.test(line) ? 'eval' : 'show'} ${quoted(withoutNames(line, naming))}`;
}

function argumentsOf(verb: string, of: Of, naming: Naming): string {
  const layout = (): string => quoted(subject(of, naming));
  const drawing = (): string => argumentsOf(inner(of).verb, inner(of).of, naming);
  const options = flags(of, naming, OWN);
  switch (verb) {
    case 'show': return `show ${layout()}${options}`;
    case 'operation': case 'line': return lineCommand(of, naming);
    case 'cell': return drawing();
    case 'export': return `${drawing()}${options} --as ${bare(String(of.as))}`;
    case 'index': return `index ${layout()} ${placesOf(of.places)}${options}`;
    case 'equal': return typeof of.line === 'number' ? lineCommand(of, naming)
      : `equal ${quoted(subject(of, naming, 'left'))} ${quoted(subject(of, naming, 'right'))}`;
    case 'eval': return `eval ${quoted(subject(of, naming, 'expression'))}${options}`;
    case 'access': return `check ${layout()}${options}`;
    case 'inspect': return `inspect ${fileOf(of, 'kernel.ttgir')}`;
    case 'hlo.diff': return `hlo diff ${fileOf(of.before, 'before.hlo')} ${fileOf(of.after, 'after.hlo')}`;
    case 'hlo.stats': case 'hlo.assign': return `${verb.replace('.', ' ')} ${fileOf(of, 'module.hlo')}${options}`;
    case 'words': return 'eval --list';
    case 'about': return '--version';
    default: return `${verb} ${layout()}${options}`;
  }
}

export function commandOf(verb: string, of: Of, naming: Naming): string {
  return `tileglot ${argumentsOf(verb, of, naming)}`;
}
