// SPDX-License-Identifier: Apache-2.0
// ttgir.ts: the screen TTGIR: the layouts of a Triton kernel, and what it costs to go from one to another.
import type { App } from './app';
import { button, element } from './dom';
import { drawButton } from './draw';
import { card, ModuleScreen } from './module_screen';
import { movesOf, moveTable, type Move } from './ttgir_moves';
import { planParts } from './ttgir_plan';
import type { Inspected, LayoutOf, TypeOf } from './ttgir_reply';

const EXAMPLE = `
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#dot = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: tensor<32x32xf32, #blocked>, %a: tensor<32x32xf16, #mma>) {
    %0 = ttg.convert_layout %x : tensor<32x32xf32, #blocked> -> tensor<32x32xf32, #mma>
    %1 = ttg.convert_layout %a : tensor<32x32xf16, #mma> -> tensor<32x32xf16, #dot>
    %2 = ttg.local_alloc %a : (tensor<32x32xf16, #mma>) -> !ttg.memdesc<32x32xf16, #shared, #smem>
    %3 = ttg.local_load %2 : !ttg.memdesc<32x32xf16, #shared, #smem> -> tensor<32x32xf16, #dot>
    tt.return
  }
}
`.trimStart();

export function mountTtgir(app: App, root: HTMLElement): void {
  new TtgirScreen(app, root);
}

class TtgirScreen extends ModuleScreen {
  private run = 0;
  private inspected: Inspected | null = null;
  private readonly layouts = element('ul', { class: 'layouts' });
  private readonly plan = element('div', { class: 'details' });
  private readonly table = moveTable((row) => this.choose(row));

  constructor(app: App, root: HTMLElement) {
    super(app, 'ttgir', root, {
      kind: 'a TTGIR module', endings: '.ttgir,.mlir,.txt', command: 'tileglot inspect',
      example: { name: 'a kernel', text: EXAMPLE },
    });
    this.mount([], [], [
      card('Layouts', this.layouts), card('Conversions', this.table.root), card('Plan', this.plan),
    ]);
  }

  protected read(): void {
    this.run += 1;
    this.show(null);
  }

  protected async ask(): Promise<void> {
    const run = ++this.run;
    this.error.replaceChildren();
    const of = { name: 'kernel.ttgir', text: this.text };
    const reply = await this.job.ask<Inspected>('inspect', of, 'Reading layouts');
    if (run !== this.run) return;
    if (reply === null) this.cancelled();
    else if (!reply.ok) this.fail(reply.error);
    else this.show(reply);
  }

  private show(inspected: Inspected | null): void {
    this.inspected = inspected;
    const layouts = inspected?.layouts ?? [];
    const moves = inspected === null ? [] : movesOf(inspected);
    const target = inspected?.target ? `, ${inspected.target}` : '';
    this.title.textContent = inspected === null ? 'TTGIR'
      : `${countOf(layouts.length, 'layout')}, ${countOf(moves.length, 'conversion')}${target}`;
    this.layouts.replaceChildren(...layouts.map((layout) => this.layout(layout)));
    this.table.setRows(moves);
    this.table.show(() => true);
    if (inspected === null) return;
    this.app.say(this.title.textContent);
    if (layouts.length + moves.length > 0) return;
    this.error.replaceChildren(element('p', { class: 'error' }, 'The text has no layout of Triton.'));
  }

  private layout(layout: LayoutOf): HTMLElement {
    const uses = element('ul', {}, ...layout.types.map((type) => element('li', {},
      element('code', {}, bareType(type)), ...this.drawing(layout, type),
      ...(layout.error === undefined ? this.failure(type.error) : []))));
    const attribute = layout.alias && layout.attribute !== null
      ? [element('code', { class: 'quiet' }, layout.attribute)] : [];
    const line = layout.alias ? this.lineOfAlias(layout.name) : null;
    const name = line === null ? element('code', { class: 'alias' }, layout.name)
      : button(layout.name, () => this.source.show(line), {
        class: 'name', 'aria-label': `${layout.name}, line ${line}`,
      });
    return element('li', {}, name, ...attribute, ...this.failure(layout.error), uses);
  }

  private lineOfAlias(name: string): number | null {
    const at = this.text.split('\n').findIndex((line) => line.startsWith(`${name} =`));
    return at < 0 ? null : at + 1;
  }

  private drawing(layout: LayoutOf, type: TypeOf): Node[] {
    const { attribute } = layout;
    if (attribute === null || type.error !== undefined) return [];
    const tensor = `tensor<${[...type.shape, type.element].join('x')}>`;
    return [drawButton(this.app, `${layout.name} of ${tensor}`, attribute, { tensor })];
  }

  private choose(move: Move | null): void {
    if (move === null) {
      this.plan.replaceChildren(element('p', { class: 'quiet' }, 'Choose a conversion to see its plan.'));
      return;
    }
    this.source.show(move.line);
    const layouts = this.inspected?.layouts ?? [];
    this.plan.replaceChildren(...planParts(this.app, move, this.source.line(move.line), layouts));
  }
}

/// The type as IR writes it, without the layout that it is listed under.
function bareType(type: TypeOf): string {
  const kind = type.type.startsWith('!ttg.memdesc') ? '!ttg.memdesc' : 'tensor';
  return `${kind}<${[...type.shape, type.element].join('x')}>`;
}

function countOf(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
