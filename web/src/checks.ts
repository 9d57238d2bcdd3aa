// SPDX-License-Identifier: Apache-2.0
// checks.ts: what the current layout costs: rules with verdicts, bytes and who is to blame for them, cures.
import type { App } from './app';
import { bytesParts, factsOf, wasteOf } from './bytes';
import type { Sized } from './bytes';
import { cureTable } from './cures';
import { button, element, one } from './dom';
import {
  askAbout, choice, commandFoot, emptyText, fill, hasBanks, Panel, refusal, requestOf, subjectOf, typesOf, whenChanged,
} from './panel';
import type { Subject } from './panel';
import type { AccessReply, Cure, Failure, Rule } from './reply';
import { wideTable } from './wide_table';

interface Checked extends Sized {
  rules?: Rule[];
  remarks?: { topic: string; text: string; warning: boolean }[];
  cures?: Cure[];
  warnings?: number;
  errors?: number;
  model?: string;
}

const MARKS: Record<string, [mark: string, tone: string]> = {
  pass: ['✓', 'good'], warn: ['!', 'warn'], fail: ['✗', 'bad'],
};

const COUNTED = 'sizes and places are counted; choose an access for banks';

export function mountChecks(app: App, root: HTMLElement): void {
  const panel = new Panel(root, 'Checks');
  const accesses = ['', ...app.words.accesses].map((name): [string, string] => [name, name || 'none']);
  const access = choice('access', accesses, app.store.state.access,
    (value) => app.store.set({ access: value, tick: 0, phase: 0 }, 'push'));
  const types = typesOf(app, 'auto');
  const dtype = choice('type', types, app.store.state.dtype, (value) => app.store.set({ dtype: value }, 'push'));
  const play = button('Play', () => void openPlayback(), { 'aria-label': 'Play the access' });
  const problem = element('div', { class: 'problem' });
  panel.controls.append(access, dtype, play, problem);

  async function refresh(job: boolean): Promise<void> {
    const { state } = app.store;
    const subject = subjectOf(app);
    fill(one('select', access), accesses, state.access);
    fill(one('select', dtype), types, state.dtype);
    play.hidden = subject === null || (state.access !== '' && !hasBanks(state.access));
    problem.replaceChildren();
    if (subject === null) {
      panel.head(null);
      panel.show(element('p', { class: 'quiet' }, emptyText(app, 'Type a layout to check it.')));
      return;
    }
    const shared = hasBanks(state.access);
    const more = state.access === '' ? {} : { access: state.access };
    const asked = requestOf(app, subject, shared ? { ...more, suggest: true } : more);
    const { reply, of } = await askAbout<Checked>(app, 'check', asked, { key: 'checks', job });
    if (reply === null || panel.isOf(subject, of, reply)) return;
    if (reply.ok) return draw(subject, reply, app.engine.commandOf('check', of));
    panel.head(subject, 'not checked', 'bad');
    const rest = state.access === '' ? [] : [element('p', {}, withoutAccess(), ' to see its bytes alone.')];
    panel.show(refusal(app, reply.error, () => void refresh(true)), ...rest);
  }

  const withoutAccess = (): HTMLElement =>
    button('Check without an access', () => app.store.set({ access: '' }, 'push'));

  function draw(subject: Subject, reply: Checked, command: string): void {
    const [status, tone] = statusOf(reply);
    panel.head(subject, status, tone);
    panel.show(
      ...rulesTable(reply), ...bytesParts(app, subject, reply), ...remarksOf(reply),
      ...(reply.cures?.length ? [element('h3', {}, 'Cures'), cureTable(app, reply.cures, subject.line)] : []),
      element('p', { class: 'model' }, `Model: ${reply.model ?? COUNTED}.`),
      commandFoot(app, command));
  }

  async function openPlayback(): Promise<void> {
    if (app.store.state.access === '') {
      const subject = subjectOf(app);
      if (subject === null) return;
      const { reply } = await askAbout<AccessReply>(app, 'access', requestOf(app, subject, {}), { key: 'suits' });
      if (reply === null) return;
      if (!reply.ok) return refuse(reply.error);
      app.store.set({ access: reply.access, tick: 0, phase: 0 }, 'push');
    }
    one('#playback').focus();
  }

  function refuse(error: Failure): void {
    problem.replaceChildren(refusal(app, error));
    app.say(error.message);
  }

  whenChanged(app, ['access'], () => void refresh(false));
  void refresh(false);
}

/// One line to read while the panel is closed.
function statusOf(reply: Checked): [text: string, tone: string] {
  const errors = reply.errors ?? 0;
  const warnings = (reply.warnings ?? 0) + (reply.remarks ?? []).filter((remark) => remark.warning).length;
  const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;
  if (errors > 0) return [`✗ ${count(errors, 'error')}, ${count(warnings, 'warning')}`, 'bad'];
  if (warnings > 0) return [`! ${count(warnings, 'warning')}`, 'warn'];
  const waste = wasteOf(reply);
  if (waste !== '') return [`! ${waste}`, 'warn'];
  return reply.rules ? ['✓ all pass', 'good'] : ['', ''];
}

function rulesTable(reply: Checked): Node[] {
  const rules = reply.rules ?? factsOf(reply);
  if (rules.length === 0) return [];
  return [wideTable('Rules', ['verdict', 'rule', 'value', 'limit'], element('tbody', {}, ...rules.map(ruleRow)))];
}

function ruleRow(rule: Rule): HTMLElement {
  const [mark, tone] = MARKS[rule.verdict] ?? ['–', 'quiet'];
  const value = element('td', {}, rule.value);
  for (const key of ['remark', 'advice']) {
    const text = rule[key];
    if (typeof text === 'string') value.append(element('p', { class: 'quiet' }, text));
  }
  return element('tr', {},
    element('td', { class: `verdict ${tone}` }, element('span', { 'aria-hidden': 'true' }, `${mark} `), rule.verdict),
    element('th', { scope: 'row' }, rule.rule), value, element('td', {}, rule.limit));
}

function remarksOf(reply: Checked): Node[] {
  if (!reply.remarks?.length) return [];
  return [element('h3', {}, 'Remarks'), element('ul', { class: 'remarks' }, ...reply.remarks.map((remark) =>
    element('li', {}, element('strong', { class: remark.warning ? 'warn' : 'quiet' },
      `${remark.warning ? '! ' : ''}${remark.topic}: `), remark.text)))];
}
