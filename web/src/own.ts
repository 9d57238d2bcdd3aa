// SPDX-License-Identifier: Apache-2.0
// own.ts: questions about layouts that have an element type or a shape of their own.
//
// The page's type and tensor are for layouts without one. One that has its own refuses them, and is asked without.
import type { Reply } from './reply';

export type Of = Record<string, unknown>;

/// What is left out by the code of a refusal.
export type Drops = Record<string, string[]>;
export const OWN: Drops = { 'layout.type': ['dtype'], 'layout.tensor': ['tensor'] };

export interface Answer<T> {
  of: Of; // what was asked at last
  reply: Reply<T> | null;
}

export async function askedWithout<T>(
  of: Of, ask: (of: Of) => Promise<Reply<T> | null>, drops: Drops = OWN,
): Promise<Answer<T>> {
  const reply = await ask(of);
  const dropped = (reply?.ok === false ? drops[reply.error.code] : undefined) ?? [];
  if (!dropped.some((key) => of[key] !== undefined)) return { of, reply };
  return askedWithout(Object.fromEntries(Object.entries(of).filter(([key]) => !dropped.includes(key))), ask, drops);
}
