import { host } from '#host';
import { expose } from 'comlink';
import type { Diagnostic } from '../src/base/diagnostic.ts';
import { searchValues, ValueChecker } from '../src/checker/values.ts';
import type { Mending } from '../src/language/index.ts';
import type { Toolchain } from '../src/spin/toolchain.ts';
import type { Asked } from './check-answer.ts';
import {
  failed,
  foundAnswer,
  type FoundAnswer,
  foundKernels,
  type FoundKernels,
  type SentText,
  sourceOf,
} from './check-kernels.ts';
import { type CheckSettings, traceSource } from './check-source.ts';
import { mendingsOf, type ReadKernels, readKernels, runKernels } from './lsp-kernels.ts';
import type { Counterexample } from './trace-lines.ts';

/** A worker thread's jobs; its parser, SPIN and compiler stay warm. */
export interface CheckWorker {
  /** The kernels of a text, or why there are none. */
  kernels(text: SentText, settings: CheckSettings): Promise<FoundKernels>;
  /** Never rejects but for a fault of ours. */
  check(text: SentText, asked: Asked, settings: CheckSettings): Promise<FoundAnswer>;
  /** The way to a finding of a quick check, or why there is none. */
  trace(text: SentText, settings: CheckSettings, which: WhichFinding): Promise<FoundWay>;
  /** An editor's questions: the reading, the run of the kernels, the mending of one problem. */
  read(text: SentText, settings: CheckSettings): Promise<ReadKernels>;
  run(text: SentText, settings: CheckSettings): Promise<readonly Diagnostic[]>;
  mendings(
    text: SentText,
    settings: CheckSettings,
    diagnostic: Diagnostic,
  ): Promise<readonly Mending[]>;
}

export interface WhichFinding {
  /** From 0. */
  readonly which: number;
  /** Steps at most. */
  readonly most: number;
}

export interface FoundWay {
  readonly way?: Counterexample | undefined;
  readonly reason?: string;
}

const parser = host.parser();
let tools: Promise<Toolchain> | undefined;

const worker: CheckWorker = {
  async kernels(sent, settings) {
    return foundKernels(await parser, sent, settings);
  },
  async check(sent, asked, settings) {
    return foundAnswer(await parser, sent, asked, settings, {
      signal: new AbortController().signal,
      search: (constants, memoryMB, onSearch) => async (programs, call) => {
        tools ??= host.toolchain();
        const checker = new ValueChecker(await tools, { memoryMB });
        return searchValues(checker, constants, undefined, onSearch)(programs, call);
      },
    });
  },
  read: async (sent, settings) => readKernels(await parser, sourceOf(sent, settings), settings),
  run: async (sent, settings) => runKernels(await parser, sourceOf(sent, settings), settings),
  mendings: async (sent, settings, diagnostic) =>
    mendingsOf(await parser, sourceOf(sent, settings), settings, diagnostic),
  async trace(sent, settings, which) {
    try {
      return { way: await traceSource(await parser, sourceOf(sent, settings), settings, which) };
    } catch (error) {
      return { reason: failed({ file: sent.file, line: 1 }, error).reason ?? '' };
    }
  },
};

expose(worker, host.parent());
