import { expose } from 'comlink';
import grammarUrl from 'tree-sitter-c/tree-sitter-c.wasm?url';
import runtimeUrl from 'web-tree-sitter/web-tree-sitter.wasm?url';
import { lazy } from '../../base/lazy.ts';
import { poseValues, type PosedValues, type ValueSetting } from '../../checker/index.ts';
import { createKernelParser } from '../../kernel/index.ts';
import { readWith, type ReadRequest, type ReadText } from './text-reader.ts';

/** What the worker of the page that reads long texts can be asked. */
export interface TextWorker {
  read(request: ReadRequest): Promise<ReadText>;
  poseValues(text: string, setting: ValueSetting): Promise<PosedValues>;
}

const parser = lazy(() => createKernelParser(runtimeUrl, grammarUrl));

const worker: TextWorker = {
  read: async (request) => readWith(await parser(), request),
  poseValues: async (text, setting) => poseValues(await parser(), text, setting),
};

expose(worker);
