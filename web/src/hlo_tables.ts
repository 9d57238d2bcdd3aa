// SPDX-License-Identifier: Apache-2.0
// hlo_tables.ts: the tables of the screen HLO: what moves, and all instructions.
import { layoutOf, sizeOf, inUnits, type Instruction } from './hlo_arrays';
import type { Copy, HloStats, Moving } from './hlo_reply';
import { SortedTable } from './sorted_table';

/// What moves bytes: a copy that the assignment inserts, or an operation of the text.
export interface CopyRow {
  name: string;
  operand: string; // what is copied; the row's own name if the text has it
  bytes: number; // of all its runs, read and written
  from: string; // a layout, or a shape with its layout
  to: string;
  reason: string; // for whom
  copy: Copy | null;
  moving: Moving | null;
}

function readers(copy: Copy): string {
  const users = copy.users.map((user) => {
    const [name, operand] = user.split(':');
    return `operand ${operand} of %${name}`;
  });
  return `inserted for ${[...users, ...(copy.root ? ['the result'] : [])].join(', ')}`;
}

export function copyRows(copies: readonly Copy[], stats: HloStats): CopyRow[] {
  const inserted = copies.map((copy): CopyRow => ({
    name: copy.name, operand: copy.operand, bytes: Number(copy.moved.bytes), from: copy.from, to: copy.to,
    reason: readers(copy), copy, moving: null,
  }));
  const written = stats.costs.instructions.map((moving): CopyRow => ({
    name: moving.name, operand: moving.name,
    bytes: (Number(moving.read) + Number(moving.written)) * Number(moving.times),
    from: moving.from, to: moving.to, reason: `already in the text (${moving.opcode})`, copy: null, moving,
  }));
  return [...inserted, ...written];
}

export function copyTable(pick: (row: CopyRow | null) => void): SortedTable<CopyRow> {
  return new SortedTable<CopyRow>({
    name: 'Copies', sort: 1, filter: 'Filter the copies', pick,
    empty: 'Nothing moves: no copies, and no operation that moves bytes.',
    columns: [
      { title: 'Name', width: '22%', value: (row) => `%${row.name}` },
      { title: 'Moved', width: '11ch', value: (row) => row.bytes, text: (row) => inUnits(row.bytes), number: true },
      { title: 'From', width: '17%', value: (row) => layoutOf(row.from) },
      { title: 'To', width: '17%', value: (row) => layoutOf(row.to) },
      { title: 'For', width: '33%', value: (row) => row.reason },
    ],
  });
}

export interface InstructionRow extends Instruction {
  array: string; // the shape without its layout
  layout: string;
  assigned: string; // its layout after assignment, if it is another one
  bytes: number; // -1 if the shape does not tell
  padding: number; // per cent
}

/// `after`: shapes after assignment, by name; null until they are known.
export function instructionRows(
  instructions: readonly Instruction[], after: ReadonlyMap<string, string> | null,
): InstructionRow[] {
  return instructions.map((one) => {
    const shape = one.shape || (after?.get(one.name) ?? '');
    const layout = layoutOf(one.shape);
    const assigned = layoutOf(after?.get(one.name) ?? '');
    const size = sizeOf(shape);
    return {
      ...one, layout, assigned: assigned === layout ? '' : assigned,
      array: shape.slice(0, shape.length - layoutOf(shape).length),
      bytes: size?.bytes ?? -1, padding: size === null || size.bytes === 0 ? -1 : (100 * size.padding) / size.bytes,
    };
  });
}

/// Columns that would be empty are left out.
export function instructionTable(
  rows: readonly InstructionRow[], pick: (row: InstructionRow | null) => void,
): SortedTable<InstructionRow> {
  const assigned = { title: 'Assigned', width: '14%', value: (row: InstructionRow) => row.assigned };
  const padding = {
    title: 'Padding', width: '10ch', value: (row: InstructionRow) => row.padding, number: true,
    text: (row: InstructionRow) => (row.padding <= 0 ? '' : `${row.padding.toFixed(1)} %`),
  };
  return new SortedTable<InstructionRow>({
    name: 'Instructions', sort: 4, filter: 'Filter the instructions', empty: 'The text has no instructions.', pick,
    columns: [
      { title: 'Name', width: '24%', value: (row) => `%${row.name}` },
      { title: 'Operation', width: '16%', value: (row) => row.operation },
      { title: 'Shape', width: '23%', value: (row) => row.array },
      { title: 'Layout', width: '18%', value: (row) => row.layout },
      {
        title: 'Bytes', width: '11ch', value: (row) => row.bytes, number: true,
        text: (row) => (row.bytes < 0 ? '' : inUnits(row.bytes)),
      },
      ...(rows.some((row) => row.padding > 0) ? [padding] : []),
      ...(rows.some((row) => row.assigned !== '') ? [assigned] : []),
    ],
  });
}
