// SPDX-License-Identifier: Apache-2.0
// ttgir_reply.ts: what the module answers about Triton's IR, as far as the page shows it.
import type { Cure, Failure, Rule } from './reply';

export interface TypeOf {
  type: string;
  shape: number[];
  element: string;
  error?: Failure;
}

export interface LayoutOf {
  name: string; // #blocked; of an inline layout its text
  alias: boolean;
  attribute: string | null; // with aliases replaced; null if it is broken
  types: TypeOf[];
  error?: Failure;
}

export interface Side {
  type: string;
  shape: number[];
  element: string;
  layout: string; // its name
  linear: string | null;
}

export type Counts = Record<string, number>;

export interface Converted {
  class: string; // none, register, warp_shuffle, shared
  shuffles: number;
  selects: number;
  byte_permutes: number;
  shared_stores: Counts;
  shared_loads: Counts;
  cta_barriers: number;
  warp_barriers: number;
  cluster_barriers: number;
  shared_bytes: number;
  extra_wavefronts: number;
}

export interface Accessed {
  rules: Rule[];
  cures: Cure[];
  copies?: { op: string; parts: string; bytes: number; ways: number }[];
  model?: string;
}

export interface Plan {
  from: Side | null; // null: its type is not beside the operation
  to: Side | null;
  conversion?: Converted;
  access?: Accessed;
  error?: Failure;
}

/// do: inspect
export interface Inspected {
  layouts: LayoutOf[];
  moves?: { operation: string; line: number; plan: number }[];
  plans?: Plan[];
  target?: string;
}
