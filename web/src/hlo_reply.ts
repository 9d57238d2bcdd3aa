// SPDX-License-Identifier: Apache-2.0
// hlo_reply.ts: what the module answers about HLO programs, as far as the page shows it.
import type { Int } from './reply';

export interface Stored {
  bytes: Int;
  padding: Int;
  unknown: number;
}

export interface Moving {
  name: string;
  opcode: string;
  from: string;
  to: string;
  read: Int;
  written: Int;
  times: Int; // how often it runs
}

/// do: hlo.stats
export interface HloStats {
  instructions: number;
  computations: number;
  parameters: Stored;
  constants: Stored;
  result: Stored;
  copies: number;
  copied: Stored;
  costs: { bytes: Int; instructions: Moving[] };
}

export interface Because {
  rule: string;
  by: string;
  mandatory: boolean;
}

export interface Copy {
  name: string;
  operand: string;
  from: string; // layouts
  to: string;
  users: string[]; // "rows:0": operand 0 of %rows
  root: boolean;
  read?: Because;
  made?: Because;
  moved: { read: Int; written: Int; runs: Int; bytes: Int; source: string | null };
}

/// do: hlo.assign
export interface HloAssigned {
  entry_layout: string;
  instructions: number;
  cost: { before: Int; after: Int };
  copies: Copy[];
  strategy?: { xla_bytes: Int; bytes: Int; bound: Int; failures: unknown[] };
  text?: string; // asked for with `with_text`: the reasons if `explain` is asked too, else the assigned module
}
