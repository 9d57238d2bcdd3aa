// SPDX-License-Identifier: Apache-2.0
// look.ts: the colours of canvases. Surroundings come from the style sheet, cells from the palette of the program.
import type { Words } from './reply';

export interface Look {
  ink: string;
  page: string;
  quiet: string;
  header: string;
  bad: string;
  light: string;
  isForced: boolean; // forced colours: cells are outlines with labels
  pixels: Uint32Array; // of shade + 1, as ImageData has them
  density: number; // device pixels of a CSS pixel
}

export const MONO = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace";
/// A character is this part of the text's size wide.
export const ADVANCE = 0.61;
export const LIGHT = '#e3008c';

const little = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

export function pixelOf(hex: string): number {
  const rgb = parseInt(hex.slice(1), 16);
  const [red, green, blue] = [(rgb >> 16) & 255, (rgb >> 8) & 255, rgb & 255];
  const [a, b, c, d] = little ? [255, blue, green, red] : [red, green, blue, 255];
  return ((a! << 24) | (b! << 16) | (c! << 8) | d!) >>> 0;
}

export function colorOf(words: Words, palette: string, shade: number): string {
  const colors = words.palettes[palette] ?? words.palettes.safe ?? Object.values(words.palettes)[0];
  const found = shade < 0 ? undefined : shade < 8 ? colors?.buckets[shade] : colors?.ramp[shade - 8];
  return found ?? '#ffffff';
}

export function lookOf(root: HTMLElement, words: Words, palette: string): Look {
  const style = getComputedStyle(root);
  const isForced = matchMedia('(forced-colors: active)').matches;
  const named = (name: string): string => (!isForced && style.getPropertyValue(name).trim()) || style.color;
  const pixels = Uint32Array.from({ length: 265 }, (_, i) => pixelOf(colorOf(words, palette, i - 1)));
  return {
    ink: style.color,
    page: isForced ? 'Canvas' : named('--panel'),
    quiet: named('--quiet'),
    header: named('--accent'),
    bad: isForced ? style.color : '#cf222e', light: isForced ? 'Highlight' : LIGHT, isForced, pixels,
    density: window.devicePixelRatio || 1,
  };
}
