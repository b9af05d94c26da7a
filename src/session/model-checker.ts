import { type Level, MOST_TICKS, runWords } from '../promela/index.ts';
import type { CompileOptions } from '../spin/clang.ts';
import type { CompiledVerifier, Toolchain, ToolchainEvent } from '../spin/toolchain.ts';
import type { FinalState } from '../spin/pan-final-state.ts';
import type { Replay } from '../spin/replay-reader.ts';
import type { ReplayTrailOptions } from '../spin/verifier-replay.ts';
import type { VerifierRun } from '../spin/verifier.ts';
import {
  accepted,
  outcomeOf,
  type ModelCheckerOptions,
  REPORT,
  settle,
  ToolFailure,
} from './tools.ts';
import { Trace } from '../trace/index.ts';
import type {
  Configuration,
  Finish,
  ListedConfiguration,
  SearchReport,
  SearchRequest,
  SimulationReport,
  Trail,
  Verifier,
} from '../tuning/index.ts';
import {
  boundedRun,
  fullRanges,
  type Problem,
  problemConfigurations,
  rangesOf,
  unboundedRun,
} from './problem.ts';

/** pan's compile-time directives (SPIN manual, "pan"). Partial order reduction is off: it does not see
 * that the clock reads the local variables of other processes. The largest state has 255 processes. */
const DEFINES = ['SAFETY', 'NOREDUCE', 'VECTORSZ=32768'];
const FAST: CompileOptions = { optimise: '-O2', defines: DEFINES };
const QUICK: CompileOptions = { optimise: '-O0', defines: DEFINES };

/** How a verifier is compiled when it is needed at once: -O2 takes several times longer and pays only in
 * long searches, which at level baton there are none. */
export const compileOptions = (level: Level): CompileOptions => (level === 'free' ? FAST : QUICK);

/** Steps on a path that a first search allows; it is repeated with more where that was too few. */
const FIRST_DEPTH = 100_000;
const MOST_DEPTH = 40_000_000;
/** Entries of the hash table, as a power of two (pan -w). */
const HASH_TABLE: Readonly<Record<Level, number>> = {
  free: 22,
  baton: 16,
  representatives: 16,
  accelerated: 16,
};

/** Checks one model with SPIN: it simulates, compiles the verifier when a search first needs it, runs
 * searches and replays their trails. */
export class ModelChecker implements Verifier {
  readonly #toolchain: Toolchain;
  readonly #problem: Problem;
  readonly #level: Level;
  readonly #options: ModelCheckerOptions;
  #compiled: Promise<CompiledVerifier> | undefined;
  #depth = FIRST_DEPTH;

  constructor(toolchain: Toolchain, problem: Problem, level: Level, options: ModelCheckerOptions) {
    this.#toolchain = toolchain;
    this.#problem = problem;
    this.#level = level;
    this.#options = options;
  }

  get canDiverge(): boolean {
    return this.#problem.model.canDiverge;
  }

  configurations(): Iterable<ListedConfiguration> {
    return problemConfigurations(this.#problem);
  }

  /** The compiled verifier of the model: built with the site, kept from before, or compiled now. */
  verifier(signal?: AbortSignal): Promise<CompiledVerifier> {
    this.#compiled ??= this.#compile(signal).catch((error: unknown) => {
      this.#compiled = undefined; // so that it can be tried again
      throw error;
    });
    return this.#compiled;
  }

  async #compile(signal?: AbortSignal): Promise<CompiledVerifier> {
    const options = this.#callOptions(signal);
    const generated = accepted(
      settle('spin', await this.#toolchain.generate(this.#problem.model.text, options)),
    );
    return settle(
      'compiler',
      await this.#toolchain.compile(generated.files, {
        ...options,
        ...(this.#options.thorough === true ? FAST : compileOptions(this.#level)),
        orKept: [FAST],
      }),
    );
  }

  search(request: SearchRequest): Promise<SearchReport> {
    return this.#run(request, this.#words(request));
  }

  /** A run of one configuration, whatever it takes: to its end, or to its deadlock. No trail where the
   * configuration is invalid. */
  trailOf(values: Configuration, signal?: AbortSignal): Promise<SearchReport> {
    const ranges = rangesOf(this.#problem, values);
    const words = runWords({ ...boundedRun(this.#problem, MOST_TICKS, false), ranges });
    return this.#run({ bound: 'deadlock', ...(signal && { signal }) }, words);
  }

  async #run(request: SearchRequest, words: readonly string[]): Promise<SearchReport> {
    const { signal, onProgress } = request;
    const verifier = await this.verifier(signal);
    for (;;) {
      const started = performance.now();
      const args = [...panOptions(request, this.#level, this.#depth), ...words];
      const run = settle(
        'verifier',
        await this.#toolchain.verify(verifier, args, {
          ...this.#callOptions(signal),
          memory: { initialMB: 256, maxMB: this.#options.memoryMB },
          warmUp: this.#level === 'free' ? 'auto' : 'none',
          outputPrefix: '@',
          onProgress: (event) => {
            this.#options.onEvent?.(event);
            if (event.kind === 'search') {
              onProgress?.({ ...event.progress, seconds: (performance.now() - started) / 1000 });
            }
          },
        }),
      );
      const report = searchReport(request, words, run);
      if (report.cut !== 'depth' || this.#depth >= MOST_DEPTH) return report;
      this.#depth *= 20;
    }
  }

  #words(request: SearchRequest): string[] {
    const { bound, improve = false } = request;
    return runWords(
      bound === 'deadlock'
        ? unboundedRun(this.#problem, fullRanges(this.#problem))
        : boundedRun(this.#problem, bound, improve),
    );
  }

  async simulate(
    values: Configuration | undefined,
    seed: number,
    signal?: AbortSignal,
  ): Promise<SimulationReport> {
    const ranges = values ? rangesOf(this.#problem, values) : fullRanges(this.#problem);
    const text = this.#problem.model.simulation(unboundedRun(this.#problem, ranges));
    const result = accepted(
      settle(
        'spin',
        await this.#toolchain.simulate(text, {
          seed,
          maxSteps: 100_000_000,
          ...(signal && { signal }),
        }),
      ),
    );
    const [finish] = finishesIn(result.output);
    const { steps } = result;
    if (finish) return { outcome: 'finished', finish, steps };
    switch (result.outcome.kind) {
      case 'step-limit':
        return { outcome: 'cut', steps };
      case 'deadlock':
        return { outcome: 'deadlock', steps };
      case 'finished':
        return { outcome: 'invalid', steps };
      case 'assertion-violated':
        throw new ToolFailure(
          'model',
          `The simulation broke the model's assertion ${result.outcome.assertion}.`,
          REPORT,
        );
    }
  }

  /** Replays a counterexample in the verifier that found it. */
  async replay(trail: Trail, signal?: AbortSignal): Promise<Trace> {
    const { columns, ...end } = await this.#follow(trail, {}, signal);
    return new Trace(columns, end, this.#problem.model.sources);
  }

  /** Where processes stand and what variables are after a step of a trail, counted from 1. */
  async stateAt(trail: Trail, step: number, signal?: AbortSignal): Promise<FinalState> {
    return this.#follow(trail, { until: step }, signal);
  }

  async #follow(
    trail: Trail,
    options: ReplayTrailOptions,
    signal: AbortSignal | undefined,
  ): Promise<Extract<Replay, { ok: true }>> {
    const verifier = await this.verifier(signal);
    const { replay } = settle(
      'verifier',
      await this.#toolchain.replayTrail(verifier, trail.text, trail.words, {
        ...this.#callOptions(signal),
        ...options,
        memory: { initialMB: 256, maxMB: this.#options.memoryMB },
      }),
    );
    if (replay.ok) return replay;
    const reason = `The trail cannot be replayed: ${replay.reason}`;
    throw new ToolFailure('verifier', reason, REPORT, replay.tail.join('\n'));
  }

  #callOptions(signal: AbortSignal | undefined): {
    signal?: AbortSignal;
    onProgress?: (event: ToolchainEvent) => void;
  } {
    const { onEvent } = this.#options;
    return { ...(signal && { signal }), ...(onEvent && { onProgress: onEvent }) };
  }
}

/** pan's options (SPIN manual, "pan"). */
function panOptions(request: SearchRequest, level: Level, depth: number): string[] {
  return [
    ...(request.bound === 'deadlock' ? [] : ['-E']),
    ...(request.all === true ? ['-c0'] : []),
    // Only the last of several counterexamples is the best.
    ...(request.improve === true ? ['-e'] : []),
    `-m${depth}`,
    `-w${HASH_TABLE[level]}`,
    '-n',
  ];
}

/** What a run of the verifier says, in the terms of the strategies. */
function searchReport(
  request: SearchRequest,
  words: readonly string[],
  run: VerifierRun,
): SearchReport {
  const { cut, figures, deadlock } = outcomeOf(run, request.all === true);
  const finishes = finishesIn(run.stdout);
  const last = run.trails.at(-1);
  const found = deadlock || finishes.length > 0;
  return {
    ...figures,
    verdict: found ? 'violated' : cut === undefined ? 'satisfied' : 'incomplete',
    ...(cut !== undefined && { cut }),
    finishes,
    deadlock,
    ...(last && { trail: { words, text: last.text } }),
  };
}

/** The finished configurations that a run printed: `@finish time=584 WG=16 TS=4`. */
export function finishesIn(lines: readonly string[]): Finish[] {
  const seen = new Set<string>();
  const finishes: Finish[] = [];
  for (const line of lines) {
    const text = line.trim();
    if (!text.startsWith('@finish ') || seen.has(text)) continue;
    seen.add(text);
    const values: Record<string, number> = {};
    for (const word of text.split(' ').slice(1)) {
      const [name, value] = word.split('=');
      if (name === undefined || !/^-?\d+$/.test(value ?? '')) {
        throw new ToolFailure(
          'verifier',
          `The verifier printed a line that cannot be read: ${text}`,
          REPORT,
        );
      }
      values[name] = Number(value);
    }
    const { time, ...configuration } = values;
    if (time !== undefined) finishes.push({ time, values: configuration as Configuration });
  }
  return finishes;
}
