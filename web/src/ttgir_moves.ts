// SPDX-License-Identifier: Apache-2.0
// ttgir_moves.ts: what each conversion, load and store of a kernel costs, in words and as one number to sort by.
import { inUnits } from './hlo_arrays';
import type { Rule } from './reply';
import { SortedTable } from './sorted_table';
import type { Accessed, Converted, Counts, Inspected, Plan } from './ttgir_reply';

export interface Move {
  line: number;
  operation: string;
  plan: Plan;
  kind: string; // through memory, shuffles ..
  instructions: string;
  cost: number;
}

const KINDS: Record<string, string> = {
  none: 'nothing moves', register: 'registers only', warp_shuffle: 'shuffles', shared: 'through memory',
};

/// Memory is dearer than shuffles and these than moves between registers, however many there are.
const DEARER = 1e6;
const RANKS: Record<string, number> = { none: 0, register: 1, warp_shuffle: 2, shared: 3 };

export function movesOf(inspected: Inspected): Move[] {
  return (inspected.moves ?? []).flatMap(({ line, operation, plan: at }) => {
    const plan = inspected.plans?.[at];
    return plan === undefined ? [] : [{ line, operation, plan, ...costOf(plan) }];
  });
}

function costOf(plan: Plan): Pick<Move, 'kind' | 'instructions' | 'cost'> {
  if (plan.conversion !== undefined) return converted(plan.conversion);
  if (plan.access !== undefined) return accessed(plan, plan.access);
  return { kind: 'not planned', instructions: plan.error?.message ?? '', cost: 9 * DEARER };
}

function converted(by: Converted): Pick<Move, 'kind' | 'instructions' | 'cost'> {
  const counts: [number, string][] = [
    ...counted(by.shared_stores), ...counted(by.shared_loads), [by.shuffles, 'shuffle'], [by.selects, 'select'],
    [by.byte_permutes, 'byte permute'], [by.cta_barriers, 'block barrier'], [by.warp_barriers, 'warp barrier'],
    [by.cluster_barriers, 'cluster barrier'],
  ];
  const texts = counts.filter(([count]) => count > 0).map(([count, name]) => {
    const isWord = !name.includes('.') && count > 1;
    return `${count} ${name}${isWord ? 's' : ''}`;
  });
  if (by.shared_bytes > 0) texts.push(`${inUnits(by.shared_bytes)} shared`);
  if (by.extra_wavefronts > 0) texts.push(`${by.extra_wavefronts} wavefronts of bank conflicts`);
  const all = counts.reduce((sum, [count]) => sum + count, 0);
  return {
    kind: KINDS[by.class] ?? by.class, instructions: texts.length === 0 ? 'free' : texts.join(', '),
    cost: (RANKS[by.class] ?? 4) * DEARER + all + by.extra_wavefronts,
  };
}

function counted(counts: Counts): [number, string][] {
  return Object.entries(counts).map(([name, count]) => [count, name]);
}

function ruleOf(access: Accessed, name: string): Rule | undefined {
  return access.rules.find((rule) => rule.rule.startsWith(name));
}

function accessed(plan: Plan, access: Accessed): Pick<Move, 'kind' | 'instructions' | 'cost'> {
  const banks = ruleOf(access, 'bank conflicts');
  const ways = Number(banks?.ways ?? 1);
  const waves = Number(banks?.wavefronts ?? 0);
  const texts = [ruleOf(access, 'vector width')?.value, banks?.value, access.copies?.[0]?.op];
  const kind = plan.to?.type.startsWith('!ttg.memdesc') ? 'store to memory' : 'load from memory';
  return {
    kind: ways > 1 ? `${kind}, ${ways}-way` : kind,
    instructions: texts.filter((text) => text !== undefined).join('; '),
    // Conflicts are why one looks here; without them an access is what it must be.
    cost: (ways > 1 ? 3 : 0.5) * DEARER + waves,
  };
}

export function moveTable(pick: (row: Move | null) => void): SortedTable<Move> {
  return new SortedTable<Move>({
    name: 'Conversions', sort: 2, filter: 'Filter the conversions', pick,
    empty: 'The kernel converts no layout, and neither loads from nor stores to shared memory.',
    columns: [
      { title: 'Line', width: '7ch', value: (row) => row.line, number: true, down: false },
      { title: 'Class', width: '25ch', value: (row) => row.kind },
      { title: 'Cost', width: 'auto', value: (row) => row.cost, text: (row) => row.instructions, down: true },
      { title: 'From', width: '12%', value: (row) => row.plan.from?.layout ?? '' },
      { title: 'To', width: '15%', value: (row) => row.plan.to?.layout ?? '' },
    ],
  });
}
