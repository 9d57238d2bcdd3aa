// SPDX-License-Identifier: Apache-2.0
// bytes.ts: what a layout takes in memory, the dimension to blame, and the orders and tilings that take less.
import type { App } from './app';
import { element } from './dom';
import type { Subject } from './panel';
import type { Int, Rule } from './reply';
import { useCell, wideTable } from './wide_table';

interface Alternative {
  layout: string; // "{0,1,2:T(8,128)}": without type and shape
  bytes: Int;
  name?: string;
}

/// What `check` says of sizes.
export interface Sized {
  layout: string;
  logical_bytes?: Int;
  physical_bytes?: Int;
  elements?: Int; // instead of bytes where there is no element type
  positions?: Int;
  dimensions?: { dimension: number; extent: Int; padded_extent: Int }[];
  orders?: Alternative[];
  tpu_tilings?: Alternative[];
  injective?: boolean;
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];

export const exactly = (n: Int | bigint): string => BigInt(n).toLocaleString('en');

/// "32 GiB (34,359,738,368 B)"; up to 9,999 B the bytes alone.
export function bytesText(n: Int | bigint): string {
  if (BigInt(n) < 10000n) return `${exactly(n)} B`;
  return `${short(n)} (${exactly(n)} B)`;
}

function short(n: Int | bigint): string {
  let value = Number(n);
  let unit = 0;
  for (; value >= 1024 && unit + 1 < UNITS.length; ++unit) value /= 1024;
  return `${Number(value.toPrecision(3))} ${UNITS[unit] ?? ''}`;
}

/// "32×", "1.5×": how many times `part` goes into `whole`.
export function times(whole: Int | bigint, part: Int | bigint): string {
  const ratio = Number(whole) / Number(part);
  return Number.isFinite(ratio) ? `${Number(ratio.toPrecision(3))}×` : '–';
}

/// Without an access there are no rules; this one always holds or does not.
export function factsOf(sized: Sized): Rule[] {
  if (sized.injective === undefined) return [];
  const own = sized.injective;
  return [{ rule: 'no alias', limit: '–', verdict: own ? 'pass' : 'warn',
    value: own ? 'each element has its own place' : 'elements share places' }];
}

function sizesOf(sized: Sized): [bigint | null, bigint | null] {
  const whole = (n: Int | undefined): bigint | null => (n === undefined ? null : BigInt(n));
  return [whole(sized.logical_bytes ?? sized.elements), whole(sized.physical_bytes ?? sized.positions)];
}

/// "32× its size" where padding doubles a layout at least.
export function wasteOf(sized: Sized): string {
  const [all, taken] = sizesOf(sized);
  return all !== null && taken !== null && taken >= 2n * all ? `${times(taken, all)} its size` : '';
}

export function bytesParts(app: App, subject: Subject, sized: Sized): Node[] {
  const [all, taken] = sizesOf(sized);
  if (all === null || taken === null) return [];
  const typed = sized.logical_bytes !== undefined;
  const text = typed ? bytesText : exactly;
  const facts: [string, string][] = typed
    ? [['logical', text(all)], ['physical', `${text(taken)}, ${times(taken, all)}`]]
    : [['elements', text(all)], ['positions', text(taken)]];
  if (taken > all) facts.push(['padding', text(taken - all)]);
  const list = element('dl', { class: 'sizes' });
  for (const [name, value] of facts) list.append(element('dt', {}, name), element('dd', {}, value));
  return [element('h3', {}, 'Memory'), list, ...blame(sized), ...lessTable(app, subject, sized, taken)];
}

/// The dimensions that are rounded up, the one that costs most first.
function blame(sized: Sized): Node[] {
  const ratio = (d: { extent: Int; padded_extent: Int }): number => Number(d.padded_extent) / Number(d.extent);
  const padded = (sized.dimensions ?? []).filter((d) => ratio(d) > 1).sort((a, b) => ratio(b) - ratio(a));
  return padded.map((d, i) => element('p', { class: i === 0 ? 'warn' : 'quiet' },
    element('span', { 'aria-hidden': 'true' }, i === 0 ? '! ' : ''),
    `Dimension ${d.dimension}: ${exactly(d.extent)} elements take the room of ${exactly(d.padded_extent)}, `
      + `${times(d.padded_extent, d.extent)}${i === 0 && padded.length > 1 ? ', the most' : ''}.`));
}

/// The shape in front of a layout: "s32[8,4]" of "s32[8,4]{1,0}".
const SHAPE = /^\w+\[[^\]]*\](?=\{|$)/;

function lessTable(app: App, subject: Subject, sized: Sized, taken: bigint): Node[] {
  const less = (found: Alternative[] | undefined, what: string): [string, Alternative][] =>
    (found ?? []).filter(({ bytes }) => BigInt(bytes) < taken).map((one): [string, Alternative] => [what, one]);
  const rows = [...less(sized.orders, 'order'), ...less(sized.tpu_tilings, 'tiling')];
  if (rows.length === 0) return [];
  const shape = SHAPE.exec(sized.layout)?.[0];
  const body = rows.map(([what, { layout, bytes, name }]) => element('tr', {},
    element('th', { scope: 'row' }, element('code', {}, layout)), element('td', {}, name ?? what),
    element('td', { class: 'number', title: `${exactly(bytes)} B` }, short(bytes)),
    element('td', { class: 'number' }, times(taken, bytes)),
    useCell(app, layout, shape && `${shape}${layout}`, subject.line)));
  return [element('h3', {}, 'Takes less'), wideTable('Orders and tilings that take less',
    ['layout', 'kind', ['takes', 'number'], ['less by', 'number'], ['take it', 'hidden']],
    element('tbody', {}, ...body))];
}
