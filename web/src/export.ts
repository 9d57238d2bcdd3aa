// SPDX-License-Identifier: Apache-2.0
// export.ts: the menu Export: the picture on the stage as SVG, TikZ, PNG, HTML, JSON or text.
//
// The module's writers make all of them, so a file from here is the file that the command line writes. A PNG is
// the SVG, drawn at twice its size.
import type { App } from './app';
import { element } from './dom';
import { menuButton, type MenuItem } from './menu';
import { askedWithout } from './own';
import type { Reply } from './reply';
import { copy, copyPicture, fileName, save } from './saved';
import { exportsOf, titleOf, type Shown } from './shown';
import { tell } from './told';

interface Format {
  title: string;
  as: string; // of the module
  ending: string;
  type: string;
  copied: boolean; // whether it is of use on a clipboard
}

const FORMATS: Format[] = [
  { title: 'SVG', as: 'svg', ending: 'svg', type: 'image/svg+xml', copied: true },
  { title: 'PNG', as: 'svg', ending: 'png', type: 'image/png', copied: true },
  { title: 'TikZ', as: 'latex', ending: 'tex', type: 'text/x-tex', copied: true },
  { title: 'Interactive HTML', as: 'html', ending: 'html', type: 'text/html', copied: false },
  { title: 'JSON', as: 'json', ending: 'json', type: 'application/json', copied: true },
  { title: 'Text', as: 'table', ending: 'txt', type: 'text/plain', copied: true },
];

/// Browsers refuse canvases with a longer side.
const LONGEST_SIDE = 16384;

export function mountExport(app: App, root: HTMLElement): void {
  const itemsFor = (act: (app: App, format: Format) => Promise<string>) => (format: Format): MenuItem => ({
    text: format.title, run: () => void act(app, format).then((sentence) => tell(app, sentence)),
  });
  root.replaceChildren(menuButton('Export', () => [
    { title: 'Save', items: FORMATS.map(itemsFor(saved)) },
    { title: 'Copy', items: FORMATS.filter((format) => format.copied).map(itemsFor(copied)) },
  ]));
}

/// The text of the picture on the stage, or the sentence why there is none.
async function written(app: App, format: Format): Promise<{ text: string; title: string } | string> {
  if (app.store.state.screen !== 'lines') return 'Export takes the picture on the stage, on the screen Lines.';
  let refused = 'The stage is empty. Draw a line first.';
  for (const shown of exportsOf(app)) {
    const reply = await asked(app, shown, format);
    if (reply === null) return 'A newer export took its place.';
    if (reply.ok) return { text: reply.text, title: titleOf(app, shown) };
    refused = `${reply.error.message}${reply.error.help === undefined ? '' : `: ${reply.error.help}`}`;
  }
  return refused;
}

async function asked(app: App, shown: Shown, format: Format): Promise<Reply<{ text: string }> | null> {
  const { theme, palette } = app.store.state;
  const { reply } = await askedWithout(shown.of, (of) => app.engine.ask<{ text: string }>('export', {
    of: { ...of, verb: shown.verb }, as: format.as, theme, palette,
  }, { key: 'export' }));
  return reply;
}

async function saved(app: App, format: Format): Promise<string> {
  const made = await written(app, format);
  if (typeof made === 'string') return made;
  const name = fileName(made.title, format.ending);
  try {
    save(name, format.ending === 'png' ? await pictureOf(made.text) : new Blob([made.text], { type: format.type }));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return `${name} is saved.`;
}

async function copied(app: App, format: Format): Promise<string> {
  const done = `The ${format.title} is on the clipboard.`;
  if (format.ending === 'png') {
    // Safari wants the clipboard written within the click, so it is given the promise of a picture.
    let why = 'The browser refused the clipboard. Save the PNG instead.';
    const picture = written(app, format).then((made) => {
      if (typeof made !== 'string') return pictureOf(made.text);
      why = made;
      throw new Error(made);
    });
    return (await copyPicture(picture)) ? done : why;
  }
  const made = await written(app, format);
  if (typeof made === 'string') return made;
  return (await copy(made.text)) ? done : `The browser refused the clipboard. Save the ${format.title} instead.`;
}

/// An SVG as a PNG of twice its size.
export async function pictureOf(svg: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const scale = Math.min(2, LONGEST_SIDE / Math.max(image.naturalWidth, image.naturalHeight));
    const canvas = element('canvas', {
      width: Math.round(image.naturalWidth * scale), height: Math.round(image.naturalHeight * scale),
    });
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (blob === null) throw new Error('The browser cannot draw a PNG of this size. Save the SVG instead.');
    return blob;
  } finally {
    URL.revokeObjectURL(address);
  }
}
