// SPDX-License-Identifier: Apache-2.0
// hlo.ts: the screen HLO: which copies layouts cost a program, and why.
//
// A table and a reason, not a graph: the question is why, and a table sorts, filters, is read aloud and holds 30,000
// rows. Everything that asks about the whole program is a job, which can be cancelled.
import type { App } from './app';
import { button, element } from './dom';
import { drawLine } from './draw';
import { inUnits, instructionsOf, moduleName, type Instruction } from './hlo_arrays';
import type { HloAssigned, HloStats } from './hlo_reply';
import {
  copyRows, copyTable, instructionRows, instructionTable, type CopyRow, type InstructionRow,
} from './hlo_tables';
import { HloWhy } from './hlo_why';
import { card, ModuleScreen } from './module_screen';
import type { Int } from './reply';
import type { SortedTable } from './sorted_table';

const EXAMPLE = `HloModule attention, entry_computation_layout={(bf16[4096,64,8], bf16[4096,512,8])->bf16[8,64,512]}

ENTRY main {
  q = bf16[4096,64,8] parameter(0)
  k = bf16[4096,512,8] parameter(1)
  q.t = bf16[8,64,4096]{1,2,0} transpose(q), dimensions={2,1,0}
  rows = bf16[8,64,4096]{2,1,0} copy(q.t)
  ROOT scores = dot(rows, k), lhs_batch_dims={0}, lhs_contracting_dims={2},
    rhs_batch_dims={2}, rhs_contracting_dims={0}
}
`;

export function mountHlo(app: App, root: HTMLElement): void {
  new HloScreen(app, root);
}

class HloScreen extends ModuleScreen {
  private run = 0;
  private instructions: Instruction[] = [];
  private readonly why: HloWhy;
  private readonly target: HTMLSelectElement;
  private readonly strategy: HTMLSelectElement;
  private readonly facts = element('dl', { class: 'facts' });
  private readonly copies = element('div');
  private readonly table = element('div');
  private readonly chosen = element('p', { class: 'chosen' });

  constructor(app: App, root: HTMLElement) {
    super(app, 'hlo', root, {
      kind: 'an HLO module', endings: '.hlo,.txt,.text', command: 'tileglot hlo stats',
      example: { name: 'an attention module', text: EXAMPLE },
    });
    this.why = new HloWhy(app, (name) => this.showLine(name));
    this.target = choice(app.words.targets, (target) => app.store.set({ target }, 'push'));
    this.strategy = choice(['xla', 'optimal'], (strategy) => app.store.set({ strategy }, 'push'));
    this.mount([labelled('Target', this.target), labelled('Strategy', this.strategy)], [this.facts], [
      card('Copies', this.copies), card('Why', this.why.root), card('Instructions', this.table, this.chosen),
    ]);
  }

  protected override options(): string {
    const { target, strategy } = this.app.store.state;
    choose(this.target, target);
    choose(this.strategy, strategy);
    return `${target} ${strategy}`;
  }

  protected read(): void {
    this.run += 1;
    this.instructions = instructionsOf(this.text);
    this.title.textContent = moduleName(this.text);
    this.clear();
  }

  private clear(): void {
    for (const part of [this.facts, this.chosen, this.copies, this.table]) part.replaceChildren();
    this.why.show(null);
  }

  protected async ask(): Promise<void> {
    const run = ++this.run;
    const { target, strategy } = this.app.store.state;
    const about = { name: `${moduleName(this.text)}.hlo`, text: this.text, target };
    this.error.replaceChildren();
    const stats = await this.job.ask<HloStats>('hlo.stats', about, 'Counting bytes and copies');
    if (run !== this.run) return;
    if (stats === null) return this.cancelled();
    if (!stats.ok) {
      this.clear();
      const unknown = 'The copies are not known, since the text has an error.';
      this.copies.replaceChildren(element('p', { class: 'quiet' }, unknown));
      this.showInstructions(null);
      return this.fail(stats.error);
    }
    this.showFacts(stats, null);
    this.showCopies(copyRows([], stats));
    this.showInstructions(null);
    await this.assign(run, stats, { ...about, strategy, with_text: true });
  }

  private async assign(run: number, stats: HloStats, of: Record<string, unknown>): Promise<void> {
    const assigned = await this.job.ask<HloAssigned>('hlo.assign', of, 'Assigning layouts');
    if (run !== this.run) return;
    if (assigned === null) return this.cancelled();
    if (!assigned.ok) return this.fail(assigned.error);
    this.showFacts(stats, assigned);
    // The module with its layouts assigned has shapes that the first text leaves out.
    const after = instructionsOf(assigned.text ?? '');
    this.why.set([...this.instructions, ...after], assigned, () => this.optimal({ ...of, with_text: false }));
    this.showInstructions(new Map(after.map(({ name, shape }) => [name, shape])));
    this.showCopies(copyRows(assigned.copies, stats));
    this.app.say(`${assigned.copies.length} copies inserted, ${inUnits(Number(assigned.cost.after))} moved`);
    if (assigned.copies.length === 0) return;
    // The reasons come in place of that text, so the second reply has only them.
    const told = await this.job.ask<HloAssigned>('hlo.assign', { ...of, explain: true }, 'Reading the reasons');
    if (run === this.run && told?.ok === true) this.why.explain(told.text ?? '');
  }

  private async optimal(about: Record<string, unknown>): Promise<HloAssigned | null> {
    const run = this.run;
    const of = { ...about, strategy: 'optimal' };
    const reply = await this.job.ask<HloAssigned>('hlo.assign', of, 'Searching optimal layouts');
    if (run !== this.run || reply === null) return null;
    if (reply.ok) return reply;
    this.fail(reply.error);
    return null;
  }

  private showFacts(stats: HloStats, assigned: HloAssigned | null): void {
    const padded = (bytes: Int, padding: Int): string =>
      `${inUnits(Number(bytes))}${Number(padding) > 0 ? `, ${inUnits(Number(padding))} of it padding` : ''}`;
    const facts: [string, string][] = [
      ['Instructions', stats.instructions.toLocaleString('en')],
      ['Parameters', padded(stats.parameters.bytes, stats.parameters.padding)],
      ['Result', padded(stats.result.bytes, stats.result.padding)],
      ['Copies in the text', `${stats.copies}, ${inUnits(Number(stats.copied.bytes))}`],
      ['Moved as the text stands', inUnits(Number(stats.costs.bytes))],
    ];
    if (assigned !== null) {
      facts.push(['Copies inserted', String(assigned.copies.length)]);
      facts.push(['Moved when assigned', inUnits(Number(assigned.cost.after))]);
    }
    const xla = assigned?.strategy?.xla_bytes;
    if (xla !== undefined) facts.push(['XLA would move', inUnits(Number(xla))]);
    this.facts.replaceChildren(...facts.map(([name, value]) => element('div', {},
      element('dt', {}, name), element('dd', {}, value))));
  }

  private showCopies(rows: CopyRow[]): void {
    const table = copyTable((row) => {
      this.why.show(row);
      if (row !== null) this.showLine(row.copy === null ? row.name : row.operand);
    });
    place(this.copies, table, rows);
    table.show(() => true);
  }

  private showInstructions(after: ReadonlyMap<string, string> | null): void {
    const rows = instructionRows(this.instructions, after);
    place(this.table, instructionTable(rows, (row) => {
      this.chosen.replaceChildren(...(row === null ? [] : chosenParts(this.app, row)));
      if (row !== null) this.source.show(row.line);
    }), rows);
  }

  private showLine(name: string): void {
    const line = this.instructions.find((one) => one.name === name)?.line;
    if (line !== undefined) this.source.show(line);
  }
}

/// The selected instruction, with its layouts to be drawn.
function chosenParts(app: App, row: InstructionRow): Node[] {
  const layouts = [row.layout, row.assigned].filter((layout, at) => layout !== '' || (at === 0 && row.array !== ''));
  if (row.bytes < 0) return [element('code', {}, `%${row.name}`)];
  return [element('code', {}, `%${row.name}`), ...layouts.map((layout) =>
    button(`Draw ${row.array}${layout}`, () => drawLine(app, row.array + layout)))];
}

/// A new table in place of another, whose filter stays.
function place<R>(root: HTMLElement, table: SortedTable<R>, rows: R[]): void {
  const filter = root.querySelector('input')?.value ?? '';
  root.replaceChildren(table.root);
  table.setRows(rows, filter);
}

function choice(words: string[], set: (word: string) => void): HTMLSelectElement {
  const made: HTMLSelectElement = element('select', { change: () => set(made.value) },
    ...words.map((word) => element('option', { value: word }, word)));
  return made;
}

function choose(field: HTMLSelectElement, word: string): void {
  const isKnown = [...field.options].some((option) => option.value === word);
  if (!isKnown) field.append(element('option', { value: word }, word));
  field.value = word;
}

function labelled(text: string, field: HTMLElement): HTMLElement {
  return element('label', {}, element('span', { class: 'quiet' }, text), field);
}
