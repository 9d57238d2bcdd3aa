// SPDX-License-Identifier: Apache-2.0
// hlo_why.ts: the reasons of one copy: who made it in its layout, who reads it in another, what optimal layouts save.
import type { App } from './app';
import { button, element } from './dom';
import { drawButton } from './draw';
import { inUnits, layoutOf, type Instruction } from './hlo_arrays';
import { reasonsIn, type Reason } from './hlo_reasons';
import type { Because, Copy, HloAssigned } from './hlo_reply';
import type { CopyRow } from './hlo_tables';

export class HloWhy {
  readonly root = element('div', { class: 'details' });
  private shapes = new Map<string, string>();
  private reasons = new Map<string, Reason[]>();
  private assigned: HloAssigned | null = null;
  private best: HloAssigned | null = null;
  private search: () => Promise<HloAssigned | null> = async () => null;
  private row: CopyRow | null = null;

  constructor(private readonly app: App, private readonly go: (name: string) => void) {}

  /// Of instructions with the same name the first that has a shape counts.
  set(instructions: readonly Instruction[], assigned: HloAssigned, search: () => Promise<HloAssigned | null>): void {
    this.shapes = new Map();
    for (const { name, shape } of instructions) if (!this.shapes.get(name)) this.shapes.set(name, shape);
    this.reasons = new Map();
    this.assigned = assigned;
    this.best = null;
    this.search = search;
  }

  /// All reasons, out of the text that has them.
  explain(text: string): void {
    this.reasons = reasonsIn(text);
    this.show(this.row);
  }

  show(row: CopyRow | null): void {
    this.row = row;
    const parts = row === null ? [element('p', { class: 'quiet' }, 'Choose a copy to see why it is made.')]
      : row.copy !== null ? this.inserted(row.copy) : this.written(row);
    this.root.replaceChildren(...parts);
  }

  /// A copy that the assignment inserts.
  private inserted(copy: Copy): Node[] {
    const { read, written, runs, source } = copy.moved;
    const times = Number(runs) > 1 ? `, ${Number(runs).toLocaleString('en')} times` : '';
    return [
      element('p', {}, element('code', {}, `%${copy.name}`), ' copies ', element('code', {}, `%${copy.operand}`),
        `: ${inUnits(Number(read))} read, ${inUnits(Number(written))} written${times}.`),
      ...(source === null ? [] : [element('p', { class: 'quiet' }, `From ${source}`)]),
      this.layouts([
        ['made as', this.shapeOf(copy.operand, copy.from)], ['read as', this.shapeOf(copy.operand, copy.to)],
      ]),
      ...this.saving(copy),
      this.chain(copy),
    ];
  }

  /// An operation of the text that moves bytes by itself.
  private written(row: CopyRow): Node[] {
    const { moving } = row;
    if (moving === null) return [];
    return [
      element('p', {}, 'The text itself has this ', element('code', {}, moving.opcode),
        ', and with the layouts of the text it moves bytes. With those that are assigned it may move nothing.'),
      this.layouts([['from', moving.from], ['to', moving.to]]),
    ];
  }

  private layouts(pairs: [string, string][]): HTMLElement {
    return element('dl', { class: 'layouts' }, ...pairs.map(([name, shape]) => element('div', {},
      element('dt', {}, name), element('dd', {}, element('code', {}, shape), ...this.drawing(shape)))));
  }

  private drawing(shape: string): Node[] {
    if (!/^[a-z]\w*\[/.test(shape)) return [];
    return [drawButton(this.app, shape, shape)];
  }

  private shapeOf(name: string, layout: string): string {
    const shape = this.shapes.get(name) ?? '';
    const bare = shape.slice(0, shape.length - layoutOf(shape).length);
    return /^[a-z]\w*\[/.test(bare) ? bare + layout : layout;
  }

  /// The reasons as the module gives them; without its text, the two rules that decided.
  private chain(copy: Copy): HTMLElement {
    const known = this.reasons.get(copy.name) ?? [
      ...reasonOf(`read as ${copy.to}:`, copy.read), ...reasonOf(`made as ${copy.from}:`, copy.made),
    ];
    return element('ol', { class: 'chain', 'aria-label': 'Reasons' }, ...known.map((reason) => this.reason(reason)));
  }

  private reason({ text, depth, rule, mandatory }: Reason): HTMLElement {
    const parts = text.split(/(%[\w.-]*\w)/).map((part) => (part.startsWith('%') && this.shapes.has(part.slice(1))
      ? button(part, () => this.go(part.slice(1)), { class: 'name' }) : part));
    const made = element('li', { class: rule === '' ? 'heading' : '' }, ...parts);
    made.style.paddingLeft = `${depth * 16}px`;
    if (rule !== '') made.append(' ', element('code', { class: 'rule' }, mandatory ? `${rule}, mandatory` : rule));
    return made;
  }

  private saving(copy: Copy): Node[] {
    const summary = this.assigned?.strategy;
    if (summary !== undefined) {
      const saved = Number(summary.xla_bytes) - Number(summary.bytes);
      const whole = inUnits(Number(summary.xla_bytes));
      return [element('p', { class: 'saving' }, 'The layouts that move least need this copy as well. ', saved > 0
        ? `In all they save ${inUnits(saved)} of the ${whole} that XLA's layouts move.`
        : `In all they move ${whole}, as XLA's layouts do.`)];
    }
    if (this.best === null) {
      return [element('p', { class: 'saving' }, button('What do optimal layouts save?', () => void this.compare()))];
    }
    return [element('p', { class: 'saving', tabindex: -1 }, this.sentence(copy, this.best))];
  }

  private async compare(): Promise<void> {
    this.best = await this.search();
    const hadFocus = this.root.contains(document.activeElement);
    this.show(this.row);
    // The sentence has taken the place of the button; after Cancel there is another button.
    if (hadFocus) this.root.querySelector<HTMLElement>('.saving button, .saving')?.focus();
  }

  private sentence(copy: Copy, best: HloAssigned): string {
    const [now, then] = [Number(this.assigned?.cost.after ?? 0), Number(best.cost.after)];
    const isKept = best.copies.some(({ operand, users }) => (
      operand === copy.operand && users.some((user) => copy.users.includes(user))));
    const here = isKept ? 'They need this copy as well.'
      : then < now ? 'They do not need this copy.'
        : 'They do not need this copy, but other operations move as much.';
    const all = then < now ? `move ${inUnits(then)} instead of ${inUnits(now)}: ${inUnits(now - then)} less.`
      : `also move ${inUnits(then)}, so nothing is saved.`;
    return `The layouts that move least ${all} ${here}`;
  }
}

function reasonOf(heading: string, because: Because | undefined): Reason[] {
  if (because === undefined) return [];
  return [{ depth: 0, text: heading, rule: '', mandatory: false },
    { depth: 1, text: `%${because.by}`, rule: because.rule, mandatory: because.mandatory }];
}
