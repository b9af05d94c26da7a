import { createStore } from 'zustand/vanilla';
import { madePrograms } from '../checker/device-programs.ts';
import type { ProgramsMaker, ValuesRunner } from '../checker/index.ts';
import { poseQuestion, poseValues } from '../checker/values.ts';
import { createNodeKernelParser } from '../kernel/node.ts';
import type { SessionEnvironment } from '../session/environment.ts';
import type { HistoryStorage } from '../session/kept/history-storage.ts';
import { initialState } from '../session/initial-state.ts';
import { EXAMPLE_LIST } from '../session/example-list.ts';
import { firstSettings, type Settings } from '../session/kept/settings.ts';
import { missingIn } from '../language/index.ts';
import { learnt } from '../learn/index.ts';
import { createReaders } from '../outside/readers.ts';
import type { Learner } from '../session/measured/learner.ts';
import type { OtherTabs, Shared } from '../session/kept/other-tabs.ts';
import { memory, storageOf } from '../session/kept/memory-storage.ts';
import { Reading } from '../session/reading/reading.ts';
import { readWith, type TextReader } from '../session/reading/text-reader.ts';
import type { SessionState, Store } from '../session/state.ts';
import { checkByRunning } from '../values/run/check.ts';
import { traceByRunning } from '../values/run/trace-by-running.ts';
import { steeredRun } from '../values/run/steer.ts';
import { exampleText } from './engine.ts';

export { memory, storageOf };

const parser = await createNodeKernelParser();

/** A history that lasts as long as the test. */
export const memoryHistory = (): HistoryStorage => ({ summaries: memory(), contents: memory() });

/** There is but one tab. */
export const noTabs: OtherTabs = { tell: () => undefined, listen: () => undefined };

/** Two tabs that hear each other. */
export function tabsTogether(): [OtherTabs, OtherTabs] {
  const ears: ((what: Shared) => void)[][] = [[], []];
  const tab = (own: number): OtherTabs => ({
    tell: (what) => ears[1 - own]?.forEach((hear) => hear(what)),
    listen: (hear) => void ears[own]?.push(hear),
  });
  return [tab(0), tab(1)];
}

/** A session's initial state. */
export const storeOf = (settings: Partial<Settings> = {}): Store =>
  createStore<SessionState>(() =>
    initialState({ ...firstSettings(exampleText, 'abstract'), ...settings }),
  );

/** Runs work-items at once, where the page has a worker. */
export const directValuesRunner: ValuesRunner = {
  check: async (program, about) => checkByRunning(program, about),
  trace: async (program, finding, about) => traceByRunning(program, finding, about),
  steer: async (program, choices, about) => steeredRun(program, choices, about),
};

/** Reads long texts with the parser of the test, where the page has a worker. */
const directTextReader: TextReader = {
  read: async (request, _signal, onProgress) =>
    structuredClone(readWith(parser, request, onProgress)),
  missing: async (text, about) => structuredClone(missingIn(parser, text, about)),
  poseValues: async (text, setting) => poseValues(parser, text, setting),
  poseQuestion: async (text, setting, launch) => poseQuestion(parser, text, setting, launch),
};

/** Learns at once, where the page has a worker. */
export const directLearner: Learner = async (asked) => learnt(asked);

/** Makes programs at once, where the page has workers. */
const directProgramsMaker: ProgramsMaker = {
  make: async (request) => [...madePrograms(request)].flatMap((made) => made ?? []),
};

const shippedText = (id: string): string | undefined =>
  EXAMPLE_LIST.some((entry) => entry.id === id) ? exampleText(id) : undefined;

/** Reads at once, where the page has a worker with a clock. */
const directReaders = createReaders(shippedText);

/** A world in which nothing is kept, no pause ends, and there are no tools; but for what is given. */
export const world = (given: Partial<SessionEnvironment>): SessionEnvironment => ({
  reader: () => Promise.resolve({ parser, Reading }),
  toolchain: () => {
    throw new Error('nothing is to be run');
  },
  valuesRunner: () => {
    throw new Error('nothing is to be run');
  },
  textReader: () => directTextReader,
  programs: directProgramsMaker,
  gpu: () => {
    throw new Error('nothing is to be measured');
  },
  hasCompiler: () => false,
  storage: storageOf(),
  tabStorage: storageOf(),
  kernels: memory(),
  firstExample: 'abstract',
  exampleText: shippedText,
  history: memoryHistory(),
  tabs: noTabs,
  outside: directReaders,
  measured: { learn: directLearner, kept: memory() },
  now: () => performance.now(),
  date: () => 0,
  pause: () => new Promise(() => undefined),
  memoryMB: 1024,
  version: '0.0.0-test',
  ...given,
});
