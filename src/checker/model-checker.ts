import { Failure, REPORT } from '../base/failure.ts';
import { ticks } from '../base/ticks.ts';
import type { Constants } from '../platform/index.ts';
import { levelOf, type ProgramFiles, type Ranges, rangesIn, runWords } from '../promela/index.ts';
import type { PrintedColumns } from '../spin/columns.ts';
import type { FinalState } from '../spin/pan-final-state.ts';
import type { CompiledVerifier, Toolchain } from '../spin/toolchain.ts';
import type { ReplayTrailOptions } from '../spin/verifier-replay.ts';
import { Trace } from '../trace/index.ts';
import type {
  CensusReport,
  CensusRequest,
  Configuration,
  Finish,
  FinishTable,
  ListedConfiguration,
  SearchReport,
  SearchRequest,
  SearchRun,
  SimulationReport,
  Trail,
  TuningResult,
} from '../tuning/index.ts';
import type { BuildKind } from './builds.ts';
import { figuresOf, withinPeak } from './device-figures.ts';
import { type Evidence, evidenceOf } from './evidence.ts';
import { finishesIn, FoundPaths } from './found-paths.ts';
import { outcomeOf } from './outcome.ts';
import { buildsOf, panOptions } from './pan-options.ts';
import type { Checker } from './perform.ts';
import {
  boundedRun,
  configurationOf,
  essenceOf,
  type Problem,
  problemConfigurations,
  rangesOf,
  traceModelOf,
  unboundedRun,
} from './problem.ts';
import type { SearchRunEnd } from './search-run.ts';
import { type CheckerOptions, VerifierRunner } from './verifier-runner.ts';

/** Initial depth limit, and the factor if it was too small. */
const DEPTH = { now: 100_000, deeper: 20 };

/** Checks a kernel's model with SPIN: simulates, compiles on first need, searches and replays. */
export class ModelChecker implements Checker {
  readonly #problem: Problem;
  readonly #runner: VerifierRunner;
  /** SPIN has read the model once; configurations differ in numbers alone. */
  #isAccepted = false;

  constructor(
    toolchain: Toolchain,
    problem: Problem,
    options: CheckerOptions,
    runner?: VerifierRunner,
  ) {
    this.#problem = problem;
    this.#runner =
      runner ?? new VerifierRunner(toolchain, options, buildsOf(problem, options), { ...DEPTH });
  }

  /** The same problem on another toolchain, sharing verifiers. */
  beside(toolchain: Toolchain): ModelChecker {
    const runner = this.#runner.beside(toolchain);
    return new ModelChecker(toolchain, this.#problem, runner.options, runner);
  }

  /** The same model on another platform, sharing verifiers. */
  on(constants: Constants): ModelChecker {
    const { toolchain, options } = this.#runner;
    return new ModelChecker(toolchain, { ...this.#problem, constants }, options, this.#runner);
  }

  /** No machine takes less time than its peak allows. */
  concluded(result: TuningResult): TuningResult {
    const { optima, minTime } = result;
    const [optimum] = optima;
    if (!optimum || minTime === undefined) return result;
    return withinPeak(result, figuresOf(this.#problem, optimum, minTime));
  }

  essence(): Promise<readonly unknown[]> {
    return Promise.resolve(essenceOf(this.#problem));
  }

  evidence(
    result: TuningResult,
    runs: readonly SearchRun[],
    overtime: string,
    signal?: AbortSignal,
  ): Promise<Evidence> {
    return evidenceOf(this.#problem, result, runs, this, overtime, signal);
  }

  get canDiverge(): boolean {
    return this.#problem.model.canDiverge;
  }

  configurations(): Iterable<ListedConfiguration> {
    return problemConfigurations(this.#problem);
  }

  estimate(values: Configuration): number {
    const { model, constants } = this.#problem;
    return model.steps(values, constants);
  }

  /** The compiled verifier: shipped, cached, or made now. */
  verifier(kind: BuildKind = 'exact'): Promise<CompiledVerifier> {
    return this.#runner.builds.get(kind, this.#runner.toolchain, this.#runner.call(undefined));
  }

  /** Files the verifier reads, for all configurations. */
  programFiles(signal?: AbortSignal): Promise<ProgramFiles | undefined> {
    return this.#files(rangesOf(this.#problem), false, signal);
  }

  /** Prepares the verifier without fetching a compiler. */
  async prepare(signal: AbortSignal): Promise<void> {
    const call = { ...this.#runner.call(signal), withoutFetching: true };
    await this.#runner.builds.get('exact', this.#runner.toolchain, call);
  }

  async search(request: SearchRequest): Promise<SearchReport> {
    const { bound, configuration, seed } = request;
    const improve = request.improve !== undefined && request.improve !== false;
    const { model } = this.#problem;
    const ranges = rangesOf(this.#problem, configuration);
    const words = runWords(
      bound === 'deadlock'
        ? unboundedRun(this.#problem, ranges)
        : boundedRun(this.#problem, bound === 'none' ? undefined : bound, improve, ranges),
    );
    const files = await this.#files(ranges, configuration !== undefined, request.signal);
    // A single path of about this many steps.
    const isOnePath = configuration && !levelOf(model.level).interleaves;
    return this.#runner.deepening(
      isOnePath ? Math.ceil(2 * this.estimate(configuration)) : 0,
      async (depth) => {
        const args = [...panOptions(request, model.level, depth), ...words];
        const paths = new FoundPaths(words, request.onFound);
        let end: SearchRunEnd | undefined;
        try {
          end = await this.#runner.search(request, depth, args, {
            files,
            outputPrefix: '@',
            onEvent: (event, at) => paths.hear(event, at),
          });
        } finally {
          paths.end(end?.progress.seconds ?? 0, end?.run);
        }
        return searchReport(request, end, paths);
      },
      ({ cut, finishes }) => cut !== 'depth' || (seed !== undefined && finishes.length > 0),
    );
  }

  /** Only on folded levels (see `Verifier.census`): elsewhere paths are long and many. */
  get census(): ((request: CensusRequest) => Promise<CensusReport>) | undefined {
    return this.#problem.model.folding.repeats ? (request) => this.#census(request) : undefined;
  }

  async #census({ onRows, ...call }: CensusRequest): Promise<CensusReport> {
    const request = { ...call, bound: 'none', all: true } as const;
    const problem = this.#problem;
    const ranges = rangesOf(problem);
    const words = runWords({ ...unboundedRun(problem, ranges), report: true });
    const files = await this.#files(ranges, false, call.signal);
    return this.#runner.deepening(0, async (depth) => {
      const args = [...panOptions(request, problem.model.level, depth), ...words];
      const { run } = await this.#runner.search(request, depth, args, {
        files,
        outputPrefix: '@',
        columns: '@finish',
        onEvent: (event) => {
          if (event.kind === 'rows') onRows?.(event.rows);
        },
      });
      if (!run) throw new Error('a census has no limit of its own');
      const { cut, fault, figures } = outcomeOf(run, true);
      const finishes = finishTable(run.columns);
      return { ...figures, ...(cut && { cut }), ...(fault && { fault }), finishes };
    });
  }

  async replayFinish(trail: Trail, signal?: AbortSignal): Promise<Finish> {
    const replay = await this.#replay(trail, { silent: true }, signal);
    const [finish] = finishesIn(replay.output);
    if (finish) return finish;
    throw new Failure('verifier', 'A trail that is replayed does not finish.', REPORT);
  }

  async simulate(
    values: Configuration | undefined,
    seed: number,
    signal?: AbortSignal,
  ): Promise<SimulationReport> {
    const { model, constants } = this.#problem;
    // SPIN's simulator has 32 bits and no C.
    const uncounted = values && model.wide ? model.uncountable(values, constants) : undefined;
    if (uncounted !== undefined || !model.simulation) return this.#follow(values, signal);
    const { text } = model.simulation(unboundedRun(this.#problem, rangesOf(this.#problem, values)));
    const request = { model: text, seed, maxSteps: 100_000_000, isAccepted: this.#isAccepted };
    const result = await this.#runner.toolchain.simulate(request, { signal });
    this.#isAccepted = true;
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
        throw new Failure(
          'model',
          `The simulation broke the model's assertion ${result.outcome.assertion}.`,
          REPORT,
        );
    }
  }

  /** Any path, by the verifier. */
  async #follow(
    configuration: Configuration | undefined,
    signal: AbortSignal | undefined,
  ): Promise<SimulationReport> {
    const request = { bound: 'none', ...(configuration && { configuration }), signal } as const;
    const { finishes, cut, fault, depth: steps } = await this.search(request);
    const [finish] = finishes;
    if (finish) return { outcome: 'finished', finish, steps };
    return { outcome: cut === undefined ? 'deadlock' : 'cut', steps, fault };
  }

  /** Replays a counterexample in the verifier that found it. */
  async replay(trail: Trail, signal?: AbortSignal): Promise<Trace> {
    const { columns, ...end } = await this.#replay(trail, {}, signal);
    const finish = [...columns.finishes.values()].at(-1);
    const values = configurationOf(this.#problem, finish, end.globals);
    return new Trace(columns, end, traceModelOf(this.#problem, values));
  }

  /** Processes and variables after a step, from 1. */
  stateAt(trail: Trail, step: number, signal?: AbortSignal): Promise<FinalState> {
    return this.#replay(trail, { until: step }, signal);
  }

  async #replay(trail: Trail, options: ReplayTrailOptions, signal: AbortSignal | undefined) {
    const files = await this.#files(rangesIn(trail.words), true, signal);
    return this.#runner.replay(trail, { ...options, files }, signal);
  }

  /** Files the verifier reads.
   * @param isOne for a single configuration, whose program is made quickly. */
  async #files(
    ranges: Ranges,
    isOne: boolean,
    signal: AbortSignal | undefined,
  ): Promise<ProgramFiles | undefined> {
    const { kernel, model, constants, machine } = this.#problem;
    const { programs: maker, onPrograms = () => undefined } = this.#runner.options;
    if (maker && machine && !isOne && model.programs?.areGiven(constants) === false) {
      // Compiles meanwhile; the search reports any failure.
      this.verifier().catch(() => undefined);
      const request = { kernel, machine, constants };
      model.programs.give(constants, await maker.make(request, onPrograms, signal));
    } else {
      await model.prepare?.(constants, ranges, signal);
    }
    return model.files?.(constants, ranges);
  }
}

/** A verifier's run in the strategies' terms. */
function searchReport(
  { all = false }: SearchRequest,
  { run, gaveUp, progress }: SearchRunEnd,
  { finishes, trail }: FoundPaths,
): SearchReport {
  const { cut, fault, figures, deadlock } =
    run && !gaveUp
      ? outcomeOf(run, all)
      : { cut: gaveUp, fault: undefined, figures: progress, deadlock: false };
  const found = deadlock || finishes.length > 0;
  return {
    ...figures,
    verdict: found ? 'violated' : cut === undefined ? 'satisfied' : 'incomplete',
    ...(cut !== undefined && { cut }),
    ...(fault && { fault }),
    finishes,
    deadlock,
    ...(trail && { trail }),
  };
}

/** Reported paths with `time` and parameters by name. */
function finishTable(columns: PrintedColumns | undefined): FinishTable {
  const { names = [], rows = 0, values = new BigInt64Array() } = columns ?? {};
  const time = names.indexOf('time');
  const at = (row: number, column: number): bigint => values[row * names.length + column] ?? 0n;
  return {
    size: rows,
    time: (row) => ticks(at(row, time)),
    values: (row) =>
      Object.fromEntries(
        names.flatMap((name, column) => (column === time ? [] : [[name, Number(at(row, column))]])),
      ),
  };
}
