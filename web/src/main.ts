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
import { startEngine } from './engine';
import { mountExport } from './export';
import { listenToKeys } from './keys';
import { mountLater } from './later';
import { mountLines } from './lines';
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

/// Milliseconds until the parts beside the picture come without one: there may be no engine.
const MOST_WAIT = 1000;

async function opening(words: Words): Promise<{ state: State; problems: string[] }> {
  const fragment = location.hash.slice(1) || startFragment() || remembered('session') || STORY;
  if (fragment !== STORY) document.querySelector('#story')?.remove();
  return stateOf(fragment, words);
}

/// After the browser has painted what the HTML holds. A hidden page is not painted.
function painted(): Promise<void> {
  if (document.visibilityState === 'hidden') return Promise.resolve();
  return new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}

function say(text: string): void {
  const live = one('#live');
  // The same sentence twice is read twice only if the text changes.
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/// The words in the page are those of the module of layouts, which does not know the operations.
async function learnOperations(app: App, learned: () => void): Promise<void> {
  if (app.words.operations.length > 0) return;
  const reply = await app.engine.ask<Words>('words', {});
  if (reply === null || !reply.ok) return;
  app.words = reply;
  learned();
}

/// What is beside the picture asks the engine too, and would delay it.
async function mountParts(app: App, answers: Answers): Promise<void> {
  const complete = mountLines(app, one('#lines'), (line) => answers.askLonger(line));
  app.engine.listen((event, about) => {
    if (event !== 'ready' || about === 'hlo') return;
    answers.again();
    if (about === 'tileglot') void learnOperations(app, complete);
  });
  if (FIRST === 'tileglot') void learnOperations(app, complete); // it may be ready already
  mountLater(app);
  await Promise.race([mountStage(app, one('#stage')), new Promise((done) => setTimeout(done, MOST_WAIT))]);
  mountPlayback(app, one('#playback'));
  mountNotations(app, one('#notations'));
  mountChecks(app, one('#checks'));
  mountSteps(app, one('#steps'));
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

async function mountPage(app: App, answers: Answers, notices: Notices): Promise<void> {
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
  await mountParts(app, answers);
  document.documentElement.dataset.ready = 'true';
}

async function start(): Promise<void> {
  showTheme(remembered('theme') || 'auto');
  void compiledModule(FIRST); // first of all, since it takes longest
  const words = JSON.parse(one('#words').textContent ?? '') as Words;
  const notices = new Notices(one('#notices'), one('#notices').dataset.command ?? '', say);
  const { state, problems } = await opening(words);
  const store = new Store(state);
  showTheme(state.theme);
  let answers: Answers | null = null;
  const engine = startEngine(spawnWorker, {
    lines: () => store.state.lines,
    layoutOf: (line) => answers?.good(line)?.layout ?? null,
  }, FIRST);
  notices.listenTo(engine);
  notices.problems(problems);
  answers = new Answers(store, engine);
  answers.update();
  await painted();
  await mountPage({ store, engine, lines: answers, selection: new Selection(), words, say }, answers, notices);
}

void start();
