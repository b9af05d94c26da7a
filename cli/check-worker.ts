import { parentPort } from 'node:worker_threads';
import { expose } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { Cancelled, Failure, REPORT } from '../src/base/failure.ts';
import { messageOf } from '../src/base/message.ts';
import { positionAt } from '../src/base/span.ts';
import { searchValues, ValueChecker } from '../src/checker/index.ts';
import { createNodeKernelParser } from '../src/kernel/node.ts';
import { createNodeToolchain } from '../src/spin/node-toolchain.ts';
import { answered, type Asked, type KernelAnswer, unanswered } from './check-answer.ts';
import { type CheckSettings, checkSource, kernelsOf, traceSource } from './check-source.ts';
import { UsageError } from './command.ts';
import { InputError } from './diagnostics.ts';
import { includesOf } from './included.ts';
import type { Counterexample } from './trace-lines.ts';

/** A text as it is sent. */
export interface SentText {
  /** Path as given; `-` is standard input. */
  readonly file: string;
  readonly text: string;
  /** Included files are read beside it; none are without it or `folders`. */
  readonly path?: string | undefined;
}

export type FoundAnswer = Omit<KernelAnswer, 'accepted' | 'seconds'>;

export interface FoundKernels {
  readonly asked: readonly Asked[];
  /** Why there are none. */
  readonly failed?: FoundAnswer;
}

/** A worker thread's jobs; its parser, SPIN and compiler stay warm. */
export interface CheckWorker {
  /** The kernels of a text, or why there are none. */
  kernels(text: SentText, settings: CheckSettings): Promise<FoundKernels>;
  /** Never rejects but for a fault of ours. */
  check(text: SentText, asked: Asked, settings: CheckSettings): Promise<FoundAnswer>;
  /** The way to a finding of a quick check, or why there is none. */
  trace(text: SentText, settings: CheckSettings, which: WhichFinding): Promise<FoundWay>;
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

const parser = createNodeKernelParser();
let tools: ReturnType<typeof createNodeToolchain> | undefined;

const sourceOf = ({ file, text, path }: SentText, { folders }: CheckSettings) => ({
  name: file,
  text,
  includes: includesOf(path, folders),
});

/** An error as an answer. */
function failed(asked: Asked, error: unknown): FoundAnswer {
  const diagnostics = error instanceof InputError ? error.diagnostics : [];
  if (error instanceof UsageError) return unanswered(asked, 'refused', error.message, diagnostics);
  if (error instanceof Cancelled) return unanswered(asked, 'limit', 'The time limit was reached.');
  const hint = error instanceof Failure ? error.hint : REPORT;
  return unanswered(asked, 'not-checked', `${messageOf(error)} ${hint}`);
}

const worker: CheckWorker = {
  async kernels(sent, settings) {
    try {
      const kernels = kernelsOf(await parser, sourceOf(sent, settings), settings);
      // All launches are one question.
      const meant = settings.allLaunches ? kernels.slice(0, 1) : kernels;
      const asked = meant.map(({ name, span }) => ({
        file: sent.file,
        ...(!settings.allLaunches && { kernel: name }),
        line: positionAt(sent.text, span.start).line,
      }));
      return { asked };
    } catch (error) {
      return { asked: [], failed: failed({ file: sent.file, line: 1 }, error) };
    }
  },
  async check(sent, asked, settings) {
    try {
      const found = await checkSource(
        await parser,
        sourceOf(sent, settings),
        { ...settings, kernelName: asked.kernel },
        {
          signal: new AbortController().signal,
          search: (constants, memoryMB) => async (programs, call) => {
            tools ??= createNodeToolchain();
            const checker = new ValueChecker(await tools, { memoryMB });
            return searchValues(checker, constants)(programs, call);
          },
        },
      );
      return answered(asked, found);
    } catch (error) {
      return failed(asked, error);
    }
  },
  async trace(sent, settings, which) {
    try {
      return { way: await traceSource(await parser, sourceOf(sent, settings), settings, which) };
    } catch (error) {
      return { reason: failed({ file: sent.file, line: 1 }, error).reason ?? '' };
    }
  },
};

if (!parentPort) throw new Error('check-worker.ts runs in a worker thread');
expose(worker, nodeEndpoint(parentPort));
