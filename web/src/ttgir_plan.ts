// SPDX-License-Identifier: Apache-2.0
// ttgir_plan.ts: one conversion, load or store: both layouts, what it does, and what would make it cheaper.
import type { App } from './app';
import { element } from './dom';
import { drawButton } from './draw';
import type { Move } from './ttgir_moves';
import type { Accessed, LayoutOf, Side } from './ttgir_reply';

export function planParts(app: App, move: Move, source: string, layouts: readonly LayoutOf[]): Node[] {
  const { plan } = move;
  const parts: Node[] = [
    element('p', {}, `Line ${move.line}: `, element('code', {}, move.operation)),
    element('pre', { class: 'one-line', tabindex: 0 }, source.trim()),
    element('dl', { class: 'layouts' }, side(app, 'from', plan.from, layouts), side(app, 'to', plan.to, layouts)),
  ];
  if (plan.error !== undefined) {
    const help = plan.error.help === undefined ? '' : ` (${plan.error.help})`;
    return [...parts, element('p', { class: 'error' }, `There is no plan: ${plan.error.message}${help}`)];
  }
  parts.push(element('p', {}, element('strong', {}, move.kind), `: ${move.instructions}`));
  return plan.access === undefined ? parts : [...parts, ...accessParts(app, plan.access)];
}

function side(app: App, name: string, of: Side | null, layouts: readonly LayoutOf[]): HTMLElement {
  if (of === null) return element('div', {}, element('dt', {}, name), element('dd', {}, 'not written beside it'));
  const attribute = layouts.find((layout) => layout.name === of.layout)?.attribute ?? null;
  const tensor = `tensor<${[...of.shape, of.element].join('x')}>`;
  const drawn = attribute ?? of.linear;
  return element('div', {}, element('dt', {}, name), element('dd', {},
    element('code', {}, of.layout), element('code', { class: 'quiet' }, of.type),
    ...(drawn === null ? [] : [
      drawButton(app, `${of.layout} of ${of.type}`, drawn, { tensor: attribute === null ? '' : tensor }),
    ])));
}

function accessParts(app: App, access: Accessed): Node[] {
  const rows = access.rules.map((rule) => element('tr', {}, element('th', { scope: 'row' }, rule.rule),
    element('td', {}, rule.value), element('td', { class: rule.verdict }, rule.verdict)));
  const cures = access.cures.map((cure) => element('li', {},
    element('code', {}, cure.name), ` leaves ${cure.effect} `,
    ...(cure.layout === undefined ? [] : [
      drawButton(app, `the memory with ${cure.name}`, cure.layout, { tensor: '' }),
    ])));
  return [
    element('table', { class: 'rules', 'aria-label': 'Checks' }, element('tbody', {}, ...rows)),
    ...(cures.length === 0 ? [] : [element('h4', {}, 'Cures'), element('ul', {}, ...cures)]),
    ...(access.model === undefined ? [] : [element('p', { class: 'quiet' }, `Model: ${access.model}`)]),
  ];
}
