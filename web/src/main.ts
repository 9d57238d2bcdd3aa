// SPDX-License-Identifier: Apache-2.0
// main.ts: starts the engine, reads the address, and mounts the parts.
import './style.css';
import './stage.css';
import './panels.css';
import { startFragment } from './one_file';
import { Address, remembered, stateOf } from './address';
import { Answers } from './answers';
import type { App } from './app';
import { mountBar, showTheme } from './bar';
import { mountChecks } from './checks';
import { one } from './dom';
import { Engine, startEngine } from './engine';
import { mountExport } from './export';
import { listenToKeys } from './keys';
import { mountLater } from './later';
import { mountLines } from './lines';
import { withKnownWords } from './link';
import { compiledModule, FIRST, spawnWorker } from './module';
import { Notices } from './notices';
import { mountNotations } from './notations';
import { mountPlayback } from './playback';
import type { Words } from './reply';
import { Selection } from './select';
import { mountShare } from './share';
import { mountStage } from './stage';
import { State, Store } from './state';
import { mountSteps } from './steps';

/// What a first visit shows; the page's HTML has its picture already.
const STORY = 'v1&l=A = (8,64):(64,1)&l=S = Sw<3,3,3> o 0 o A&l=A == S&c=2&on=1,2&cl=bank&lb=bank&d=f16&g=8'
  + '&x=ldmatrix&cmp=1';

async function opening(): Promise<{ state: State; problems: string[] }> {
  const fragment = location.hash.slice(1) || startFragment() || remembered('session') || STORY;
  if (fragment !== STORY) document.querySelector('#story')?.remove();
  return stateOf(fragment);
}

function say(text: string): void {
  const live = one('#live');
  // The same sentence twice is read twice only if the text changes.
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

async function wordsOf(engine: Engine): Promise<Words> {
  const reply = await engine.ask<Words>('words', {});
  if (reply === null || !reply.ok) throw new Error(reply?.error.message ?? 'the engine was cancelled');
  return reply;
}

function mountParts(app: App, answers: Answers): void {
  const complete = mountLines(app, one('#lines'), (line) => answers.askLonger(line));
  app.engine.listen((event, about) => {
    if (event !== 'ready' || about === 'hlo') return;
    answers.again();
    // A module that came later knows more words: the names of the operations.
    void wordsOf(app.engine).then((words) => {
      app.words = words;
      complete();
    }, () => undefined);
  });
  mountStage(app, one('#stage'));
  mountPlayback(app, one('#playback'));
  mountNotations(app, one('#notations'));
  mountChecks(app, one('#checks'));
  mountSteps(app, one('#steps'));
  mountLater(app);
  mountShare(app, one('#share'));
  mountExport(app, one('#export'));
}

function showTitle({ lines, current, screen }: Readonly<State>): void {
  const text = screen === 'lines' ? (lines[current] ?? '').trim() : screen.toUpperCase();
  const title = text === '' ? 'Tileglot' : `${text.length > 60 ? `${text.slice(0, 60)}..` : text} · Tileglot`;
  if (document.title !== title) document.title = title;
}

function focusLines(): void {
  const lines = one('#lines');
  (lines.querySelector<HTMLElement>('.current textarea') ?? lines.querySelector('textarea'))?.focus();
}

function mountPage(app: App, answers: Answers, notices: Notices): void {
  mountParts(app, answers);
  answers.update();
  const told = (problems: string[]): void => notices.problems(problems);
  const address = new Address(app.store, app.words, told);
  const open = async (fragment: string): Promise<void> => {
    const { state, problems } = await stateOf(fragment, app.words);
    told(problems);
    app.store.set({ ...state, theme: app.store.state.theme }, 'push');
  };
  mountBar(app, (fragment) => void open(fragment));
  listenToKeys(app, focusLines, () => void address.back());
  one('.skip').addEventListener('click', (event) => {
    event.preventDefault(); // The address is a link to the state.
    focusLines();
  });
  showTitle(app.store.state);
  app.store.listen(showTitle);
  document.documentElement.dataset.ready = 'true';
}

async function start(): Promise<void> {
  showTheme(remembered('theme') || 'auto');
  const compiled = compiledModule(FIRST);
  const { command = '' } = one('#notices').dataset; // of the story's picture
  const notices = new Notices(one('#notices'), say);
  const first = await opening();
  notices.problems(first.problems);
  const store = new Store(first.state);
  showTheme(store.state.theme);
  let answers: Answers | null = null;
  const engine = startEngine(spawnWorker, {
    lines: () => store.state.lines,
    layoutOf: (line) => answers?.good(line)?.layout ?? null,
  }, FIRST);
  notices.listenTo(engine);
  let words: Words;
  try {
    await compiled;
    words = await wordsOf(engine);
  } catch (error) {
    return notices.noEngine(error instanceof Error ? error.message : String(error), command);
  }
  const known = withKnownWords(first.state, words);
  notices.problems([...first.problems, ...known.problems]);
  store.set(known.state, 'quiet');
  answers = new Answers(store, engine);
  mountPage({ store, engine, lines: answers, selection: new Selection(), words, say }, answers, notices);
}

void start();
