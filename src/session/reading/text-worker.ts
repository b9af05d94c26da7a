import { expose } from 'comlink';
import { lazy } from '../../base/lazy.ts';
import type {
  LaunchChoice,
  PosedQuestion,
  PosedValues,
  ValueSetting,
} from '../../checker/index.ts';
import { poseQuestion, poseValues } from '../../checker/values.ts';
import type { KernelParser } from '../../kernel/parser.ts';
import { missingIn, type Missing, type MissingOf } from '../../language/index.ts';
import { createBrowserParser } from './parser-browser.ts';
import { type ReadingProgress, readWith, type ReadRequest, type ReadText } from './text-reader.ts';

/** Milliseconds between progress messages, as the listener is busy. */
const PACE = 100;

/** Requests to the worker that reads long texts. */
export interface TextWorker {
  read(request: ReadRequest, onProgress: (progress: ReadingProgress) => void): Promise<ReadText>;
  missing(text: string, about: MissingOf): Promise<Missing | undefined>;
  poseValues(text: string, setting: ValueSetting): Promise<PosedValues>;
  poseQuestion(text: string, setting: ValueSetting, launch: LaunchChoice): Promise<PosedQuestion>;
}

const parser = lazy(createBrowserParser);

async function readyFor(text: string): Promise<KernelParser> {
  const loaded = await parser();
  await loaded.prepare(text);
  return loaded;
}

const worker: TextWorker = {
  read: async (request, onProgress) =>
    readWith(await readyFor(request.text), request, calmly(onProgress)),
  missing: async (text, about) => missingIn(await readyFor(text), text, about),
  poseValues: async (text, setting) => poseValues(await readyFor(text), text, setting),
  poseQuestion: async (text, setting, launch) =>
    poseQuestion(await readyFor(text), text, setting, launch),
};

function calmly(tell: (progress: ReadingProgress) => void): (progress: ReadingProgress) => void {
  let told = { stage: '', at: 0 };
  return (progress) => {
    const at = performance.now();
    if (progress.stage === told.stage && at < told.at + PACE) return;
    told = { stage: progress.stage, at };
    tell(progress);
  };
}

expose(worker);
