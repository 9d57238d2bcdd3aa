// SPDX-License-Identifier: Apache-2.0
// screens.ts: the screens HLO and TTGIR, a script of its own: few visits open them.
import './screens.css';
import type { App } from './app';
import { mountHlo } from './hlo';
import type { Screen } from './state';
import { mountTtgir } from './ttgir';

export type Screens = Record<Exclude<Screen, 'lines'>, (app: App, root: HTMLElement) => void>;

(globalThis as { tileglotScreens?: Screens }).tileglotScreens = { hlo: mountHlo, ttgir: mountTtgir };
