// SPDX-License-Identifier: Apache-2.0
// notations.ts: the current layout in every notation, or the witness that one cannot hold it.
import type { App } from './app';
import { button, element } from './dom';
import {
  askAbout, commandFoot, copyButton, emptyText, Panel, refusal, requestOf, subjectOf, typeChooser, whenChanged,
} from './panel';
import type { Subject } from './panel';
import type { Conversion, ConvertReply, Failure } from './reply';
import { wideTable } from './wide_table';

/// Rows of texts longer than this scroll inside themselves.
const LONG_TEXT = 600;

export function mountNotations(app: App, root: HTMLElement): void {
  const panel = new Panel(root, 'Notations');
  let padded = false;

  const onPadded = (now: boolean): void => {
    padded = now;
    void refresh(false);
  };

  async function refresh(job: boolean): Promise<void> {
    const subject = subjectOf(app);
    if (subject === null) {
      panel.head(null);
      panel.show(element('p', { class: 'quiet' }, emptyText(app, 'Type a layout to read it in every notation.')));
      return;
    }
    const asked = requestOf(app, subject, padded ? { to: 'all', padded } : { to: 'all' });
    const { reply, of } = await askAbout<ConvertReply>(app, 'convert', asked, { key: 'notations', job });
    if (reply === null || panel.isOf(subject, of, reply)) return;
    if (!reply.ok) {
      panel.head(subject, 'not converted', 'bad');
      panel.show(refusal(app, reply.error, () => void refresh(true)));
      return;
    }
    draw(subject, reply, app.engine.commandOf('convert', of));
  }

  function draw(subject: Subject, reply: ConvertReply, command: string): void {
    const texts = reply.results.filter((row) => row.text !== undefined).length;
    panel.head(subject, `${texts} of ${reply.results.length}`);
    const titles = new Map(app.words.notations.map(({ name, title }) => [name, title]));
    const rows = groupsOf(reply.results).flatMap((group) => rowsOf(app, group, titles, onPadded));
    const table = wideTable(`${subject.name} in every notation`, ['Notation', 'Text or reason', 'Copy'],
      element('tbody', {}, ...rows), 'notations');
    panel.show(...(padded ? [paddedNote(onPadded)] : []), table, commandFoot(app, command));
  }

  let about = '';
  whenChanged(app, [], () => {
    const subject = subjectOf(app);
    const now = `${subject?.line ?? ''} ${subject?.good.layout ?? ''}`;
    if (now !== about) padded = false;
    about = now;
    void refresh(false);
  });
  void refresh(false);
}

function paddedNote(onPadded: (now: boolean) => void): HTMLElement {
  return element('p', { class: 'note', 'data-key': 'padded' },
    'On the padded domain: each extent is rounded up to whole tiles, so these layouts have more elements. ',
    button('Back to the exact domain', () => onPadded(false)));
}

/// Notations that are refused for one reason stand together, where the first of them is.
export function groupsOf(results: readonly Conversion[]): Conversion[][] {
  const groups = new Map<string, Conversion[]>();
  for (const row of results) {
    const { error } = row;
    const reason = error === undefined ? row.to
      : isMissing(error) ? error.code : JSON.stringify([error.message, error.witness]);
    groups.set(reason, [...(groups.get(reason) ?? []), row]);
  }
  return [...groups.values()];
}

/// What needs an element type is one question, however each notation words it.
const isMissing = (error: Failure): boolean => error.code === 'convert.dtype_missing';

function rowsOf(
  app: App, group: Conversion[], titles: Map<string, string>, onPadded: (now: boolean) => void,
): Node[] {
  const [row] = group;
  if (row === undefined) return [];
  const [mark, tone] = row.error === undefined ? ['✓', 'good'] : isMissing(row.error) ? ['?', 'warn'] : ['✗', 'bad'];
  const names = group.map(({ to }) => element('th', { scope: 'row', title: titles.get(to) ?? to },
    element('span', { class: `mark-of ${tone}`, 'aria-hidden': 'true' }, mark), to));
  const key = { 'data-key': row.to };
  const act = { class: 'act', 'data-key': `copy ${row.to}` };
  const cells = row.error === undefined
    ? [element('td', key, ...textOf(row)),
      element('td', act, copyButton(app, row.text ?? '', `the text of ${row.to}`))]
    : [element('td', { ...key, colspan: 2, rowspan: group.length }, ...reasonOf(app, row.error, onPadded))];
  const last = names.length - 1;
  return names.map((name, i) => element('tr', { class: `${i > 0 ? 'shared' : ''} ${i < last ? 'low' : ''}` },
    name, ...(i === 0 ? cells : [])));
}

function textOf(row: Conversion): Node[] {
  const text = row.text ?? '';
  const long = text.length > LONG_TEXT;
  const code = long
    ? element('code', { class: 'long', tabindex: 0, role: 'region', 'aria-label': `Text of ${row.to}` }, text)
    : element('code', {}, text);
  const nodes: Node[] = [code];
  if (!row.exact) nodes.push(element('p', { class: 'quiet' }, 'Not exact.'));
  if (row.note) nodes.push(element('p', { class: 'quiet' }, row.note));
  return nodes;
}

/// Why there is no text: a type to choose, the padded domain, or an impossibility with its witness.
function reasonOf(app: App, error: Failure, onPadded: (now: boolean) => void): Node[] {
  if (isMissing(error)) {
    return [element('span', { class: 'ask' }, 'needs an element type: ', typeChooser(app))];
  }
  const nodes: Node[] = [
    element('p', {}, element('strong', { class: 'bad' }, 'impossible: '), error.message),
  ];
  if (error.witness) nodes.push(element('p', {}, 'witness: ', element('code', {}, error.witness)));
  if (/`--padded`/.test(error.help ?? '')) {
    nodes.push(element('p', { class: 'ask' }, 'Possible on the padded domain only. ',
      button('Show it', () => onPadded(true))));
  } else if (error.help && !error.help.includes('--')) {
    nodes.push(element('p', { class: 'quiet' }, error.help));
  }
  return nodes;
}
