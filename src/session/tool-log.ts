import { Failure } from '../base/failure.ts';
import type { SpinFailure } from '../spin/spin.ts';
import type { SpinProblem } from '../spin/spin-problems.ts';
import type { Toolchain } from '../spin/toolchain.ts';

/** What SPIN or a verifier printed in one call. */
export interface ToolOutput {
  /** Counted from 1. */
  readonly number: number;
  /** As one would type it: `pan -E -m100000 n=5 T=583` */
  readonly command: string;
  readonly text: string;
  readonly failed: boolean;
}

/** Outputs that are kept, and how long each may be, in characters. */
const MOST_OUTPUTS = 60;
const MOST_TEXT = 20_000;

/** The latest outputs, oldest first. */
export class ToolLog {
  readonly #publish: (outputs: readonly ToolOutput[]) => void;
  #outputs: readonly ToolOutput[] = [];
  #number = 0;

  constructor(publish: (outputs: readonly ToolOutput[]) => void) {
    this.#publish = publish;
  }

  /** A toolchain whose SPIN and verifiers are heard here. */
  listenTo(toolchain: Toolchain): Toolchain {
    return {
      ...bound(toolchain),
      generate: (model, options) =>
        this.#hear('spin -a model.pml', toolchain.generate(model, options), (result) =>
          result.kind === 'generated'
            ? ['the verifier is written: pan.c', ...problemLines(result.warnings)].join('\n')
            : failureText(result),
        ),
      simulate: (model, options) =>
        this.#hear(
          `spin -n${options.seed} model.pml`,
          toolchain.simulate(model, options),
          (result) =>
            result.kind === 'simulated'
              ? [...result.output, `${result.steps} steps: ${result.outcome.kind}`].join('\n')
              : failureText(result),
        ),
      verify: (verifier, args, options) =>
        this.#hear(`pan ${args.join(' ')}`, toolchain.verify(verifier, args, options), (run) =>
          [...run.stdout, ...run.stderrTail, ...(run.trap === undefined ? [] : [run.trap])].join(
            '\n',
          ),
        ),
    };
  }

  async #hear<T>(command: string, call: Promise<T>, words: (value: T) => string): Promise<T> {
    try {
      const value = await call;
      this.#add(command, words(value), false);
      return value;
    } catch (error) {
      if (error instanceof Failure) {
        this.#add(command, [error.message, error.detail ?? ''].join('\n'), true);
      }
      throw error;
    }
  }

  #add(command: string, text: string, failed: boolean): void {
    this.#number += 1;
    const cut =
      text.length > MOST_TEXT
        ? `${text.slice(0, MOST_TEXT / 2)}\n[...]\n${text.slice(-MOST_TEXT / 2)}`
        : text;
    const output = { number: this.#number, command, text: cut.trim(), failed };
    this.#outputs = [...this.#outputs, output].slice(-MOST_OUTPUTS);
    this.#publish(this.#outputs);
  }
}

const problemLines = (problems: readonly SpinProblem[]): string[] =>
  problems.map(({ line, message }) => (line === undefined ? message : `line ${line}: ${message}`));

const failureText = (failure: SpinFailure): string =>
  failure.kind === 'rejected'
    ? problemLines(failure.problems).join('\n')
    : `${failure.message}\n${failure.output}`;

/** The calls of a toolchain, whatever their `this`. */
const bound = (toolchain: Toolchain): Toolchain => ({
  check: (...call) => toolchain.check(...call),
  simulate: (...call) => toolchain.simulate(...call),
  generate: (...call) => toolchain.generate(...call),
  compile: (...call) => toolchain.compile(...call),
  verify: (...call) => toolchain.verify(...call),
  replayTrail: (...call) => toolchain.replayTrail(...call),
  walk: (...call) => toolchain.walk(...call),
  replay: (...call) => toolchain.replay(...call),
  preprocess: (...call) => toolchain.preprocess(...call),
  checkKernel: (...call) => toolchain.checkKernel(...call),
  prefetchCompiler: (...call) => toolchain.prefetchCompiler(...call),
  start: () => toolchain.start(),
  dispose: () => toolchain.dispose(),
});
