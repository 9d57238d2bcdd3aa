// SPDX-License-Identifier: Apache-2.0
// toolbar.ts: how pictures are drawn: view, colour, label, type, group, fold, tensor, zoom. Empty suits the layout.
import type { App } from './app';
import { button, element } from './dom';
import type { State } from './state';

export interface ToolbarActions {
  zoom(how: 'in' | 'out' | 'fit' | number): void;
  table(isOpen: boolean): void;
}

type Word = 'view' | 'color' | 'label' | 'dtype' | 'tensor' | 'fold';

/// The command line's words for these views are short.
const SHOWN: Record<string, string> = { tv: 'threads', hw: 'hardware' };
const GROUPS = [1, 2, 4, 8, 16, 32, 64];
/// Another view or fold has other rows and columns.
const WHOLE: Partial<State> = { crop: '', every: 1 };

export class Toolbar {
  readonly root: HTMLElement;
  private readonly fields = new Map<string, HTMLSelectElement | HTMLInputElement>();
  private readonly percent = button('', () => this.actions.zoom(100), { title: 'Natural size' });
  private readonly operands: HTMLInputElement = element('input', { type: 'checkbox', change: () =>
    this.app.store.set({ operands: this.operands.checked }, 'push') });
  private readonly operandsField = element('label', { class: 'tick' }, this.operands, 'operands');
  private readonly table = button('Describe as table', () => this.toggleTable(), { 'aria-pressed': 'false' });

  /// On a phone the rarer fields take room that the picture needs.
  private readonly more: HTMLElement = button('More options', () => {
      const isOpen = this.root.classList.toggle('open');
      this.more.setAttribute('aria-expanded', String(isOpen));
    }, { class: 'button more', 'aria-expanded': 'false' });

  constructor(private readonly app: App, private readonly actions: ToolbarActions) {
    const { words } = app;
    this.root = element('div', { class: 'toolbar', role: 'group', 'aria-label': 'How pictures are drawn' },
      this.select('view', 'view', words.views, WHOLE),
      this.select('colour', 'color', words.colors),
      this.select('label', 'label', words.labels),
      this.select('type', 'dtype', words.types),
      this.group(),
      this.field('fold', 'fold', '0 | 1', 8),
      this.field('tensor', 'tensor', 'tensor<16x32xf16>', 16),
      this.operandsField,
      element('span', { class: 'zoom', role: 'group', 'aria-label': 'Zoom' },
        this.button('−', 'Zoom out', 'out'), this.percent, this.button('+', 'Zoom in', 'in'),
        this.button('fit', 'Fit', 'fit')),
      this.table, this.more);
    this.update(app.store.state);
  }

  private labelled(name: string, field: HTMLElement): HTMLElement {
    return element('label', {}, element('span', {}, name), field);
  }

  private select(name: string, key: Word, words: string[], more: Partial<State> = {}): HTMLElement {
    const some = words.filter((word) => word !== '');
    const options = some.map((word) => element('option', { value: word }, SHOWN[word] ?? word));
    const field: HTMLSelectElement = element('select', {
      change: () => this.app.store.set({ ...more, [key]: field.value }, 'push'),
    }, element('option', { value: '' }, 'auto'), ...options);
    this.fields.set(key, field);
    return this.labelled(name, field);
  }

  private group(): HTMLElement {
    const change = (): void => this.app.store.set({ group: Number(field.value) }, 'push');
    const field: HTMLSelectElement = element('select', { change },
      ...GROUPS.map((group) => element('option', { value: group }, String(group))));
    this.fields.set('group', field);
    return this.labelled('group', field);
  }

  private field(name: string, key: Word, example: string, size: number): HTMLElement {
    const field: HTMLInputElement = element('input', {
      type: 'text', class: 'mono', size, placeholder: example, spellcheck: 'false', autocapitalize: 'off',
      autocomplete: 'off',
      input: () => this.app.store.set({ ...WHOLE, [key]: field.value.trim() }, 'replace'),
    });
    this.fields.set(key, field);
    return this.labelled(name, field);
  }

  private button(text: string, name: string, how: 'in' | 'out' | 'fit'): HTMLElement {
    return button(text, () => this.actions.zoom(how), { 'aria-label': name, title: name });
  }

  private toggleTable(): void {
    const isOpen = this.table.getAttribute('aria-pressed') !== 'true';
    this.table.setAttribute('aria-pressed', String(isOpen));
    this.actions.table(isOpen);
  }

  update(state: Readonly<State>): void {
    for (const [key, field] of this.fields) {
      const value = String(state[key as keyof State]);
      if (field.value.trim() === value) continue; // a blank that is being typed stays
      if (field instanceof HTMLSelectElement && ![...field.options].some((option) => option.value === value)) {
        // A link may hold a word of a later version: the module says that it does not know it.
        field.append(element('option', { value }, value));
      }
      field.value = value;
    }
    this.operands.checked = state.operands;
  }

  /// `shown`: 80 %, or 1 : 64 where each 64th row and column is drawn.
  setZoom(shown: string): void {
    this.percent.textContent = shown;
    this.percent.setAttribute('aria-label', `Zoom ${shown}, set to 100 %`);
  }

  setCall(hasCall: boolean): void {
    this.operandsField.hidden = !hasCall;
  }
}
