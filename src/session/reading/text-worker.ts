import { expose } from 'comlink';
import opencl from 'tree-sitter-c/tree-sitter-c.wasm?url';
import cuda from 'tree-sitter-cuda/tree-sitter-cuda.wasm?url';
import runtimeUrl from 'web-tree-sitter/web-tree-sitter.wasm?url';
import { lazy } from '../../base/lazy.ts';
import { poseValues, type PosedValues, type ValueSetting } from '../../checker/index.ts';
import { createKernelParser, type KernelParser } from '../../kernel/parser.ts';
import { type ReadingProgress, readWith, type ReadRequest, type ReadText } from './text-reader.ts';

/** Milliseconds between progress messages, as the listener is busy. */
const PACE = 100;

/** Requests to the worker that reads long texts. */
export interface TextWorker {
  read(request: ReadRequest, onProgress: (progress: ReadingProgress) => void): Promise<ReadText>;
  poseValues(text: string, setting: ValueSetting): Promise<PosedValues>;
}

const parser = lazy(() => createKernelParser(runtimeUrl, { opencl, cuda }));

async function readyFor(text: string): Promise<KernelParser> {
  const loaded = await parser();
  await loaded.prepare(text);
  return loaded;
}

const worker: TextWorker = {
  read: async (request, onProgress) =>
    readWith(await readyFor(request.text), request, calmly(onProgress)),
  poseValues: async (text, setting) => poseValues(await readyFor(text), text, setting),
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
