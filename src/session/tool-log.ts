import { Failure } from '../base/failure.ts';
import type { SpinFailure } from '../spin/spin.ts';
import type { SpinProblem } from '../spin/spin-problems.ts';
import type { Toolchain } from '../spin/toolchain.ts';
import type { Store } from './state.ts';

/** Outputs that are kept, and how long each may be, in characters. */
const MOST_OUTPUTS = 60;
const MOST_TEXT = 20_000;

/** A toolchain whose SPIN and verifiers are heard: the latest outputs are in the store. */
export function heard(toolchain: Toolchain, store: Store): Toolchain {
  async function hear<T>(
    command: string,
    call: Promise<T>,
    words: (value: T) => readonly string[],
  ): Promise<T> {
    try {
      const value = await call;
      show(store, command, words(value), false);
      return value;
    } catch (error) {
      if (error instanceof Failure) show(store, command, [error.message, error.detail ?? ''], true);
      throw error;
    }
  }
  return {
    ...toolchain,
    generate: (model, options) =>
      hear('spin -a model.pml', toolchain.generate(model, options), (result) =>
        result.kind === 'generated'
          ? ['the verifier is written: pan.c', ...problemLines(result.warnings)]
          : failureLines(result),
      ),
    simulate: (model, options) =>
      hear(`spin -n${options.seed} model.pml`, toolchain.simulate(model, options), (result) =>
        result.kind === 'simulated'
          ? [...result.output, `${result.steps} steps: ${result.outcome.kind}`]
          : failureLines(result),
      ),
    verify: (verifier, args, options) =>
      hear(`pan ${args.join(' ')}`, toolchain.verify(verifier, args, options), (run) => [
        ...run.stdout,
        ...run.stderrTail,
        ...(run.trap === undefined ? [] : [run.trap]),
      ]),
  };
}

function show(store: Store, command: string, lines: readonly string[], failed: boolean): void {
  const text = lines.join('\n');
  const cut =
    text.length > MOST_TEXT
      ? `${text.slice(0, MOST_TEXT / 2)}\n[...]\n${text.slice(-MOST_TEXT / 2)}`
      : text;
  store.setState(({ outputs }) => {
    const number = (outputs.at(-1)?.number ?? 0) + 1;
    const output = { number, command, text: cut.trim(), failed };
    return { outputs: [...outputs, output].slice(-MOST_OUTPUTS) };
  });
}

const problemLines = (problems: readonly SpinProblem[]): string[] =>
  problems.map(({ line, message }) => (line === undefined ? message : `line ${line}: ${message}`));

const failureLines = (failure: SpinFailure): string[] =>
  failure.kind === 'rejected' ? problemLines(failure.problems) : [failure.message, failure.output];
