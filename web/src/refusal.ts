// SPDX-License-Identifier: Apache-2.0
// refusal.ts: what the module refused: what is wrong and where, what proves it, what helps.
import { button, element } from './dom';
import type { Failure } from './reply';
import type { State } from './state';
import { spanOf } from './text';

/// Whether the text that was refused is that of the toolbar.
export function isOfTensor(error: Failure, { tensor }: Readonly<State>): boolean {
  return error.source !== undefined && error.source === tensor;
}

function underlined(source: string, span: [number, number]): HTMLElement {
  const [from, to] = spanOf(source, span);
  const mark = element('u', {}, source.slice(from, to) || ' ');
  return element('pre', { class: 'source' }, source.slice(0, from), mark, source.slice(to));
}

/// `cure` stands for the help where the page has a better one; `longer` asks again without a limit of time.
export function refusalParts(error: Failure, cure: Node | null, longer: (() => void) | null, where = ''): Node[] {
  const { message, source, span, witness, help, code } = error;
  const parts: Node[] = [element('p', { class: 'error' }, where + message)];
  if (source !== undefined && span !== undefined) parts.push(underlined(source, span));
  if (witness) parts.push(element('p', {}, 'Witness: ', element('code', {}, witness)));
  if (cure !== null) parts.push(cure);
  // Options of the command line are of no help here.
  else if (help && !help.includes('--')) parts.push(element('p', { class: 'quiet' }, help));
  if (longer !== null && code === 'web.slow') parts.push(button('Try longer', longer));
  return parts;
}
