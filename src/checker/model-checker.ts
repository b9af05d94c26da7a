import { Failure, REPORT } from '../base/failure.ts';
import type { Constants } from '../platform/index.ts';
import { type Level, runWords } from '../promela/index.ts';
import type { FinalState } from '../spin/pan-final-state.ts';
import type { Replay } from '../spin/replay-reader.ts';
import type { CompiledVerifier, Toolchain, ToolchainEvent } from '../spin/toolchain.ts';
import type { ReplayTrailOptions } from '../spin/verifier-replay.ts';
import { type BuildKind, type Builds, mostDepth } from './builds.ts';
import { finishTable } from './finish-table.ts';
import { finishesIn, FoundPaths } from './found-paths.ts';
import { buildsOf, panOptions } from './pan-options.ts';
import { runSearch, type SearchRunEnd, type SearchRunOptions } from './search-run.ts';
import { outcomeOf, type ModelCheckerOptions } from './outcome.ts';
import { Trace } from '../trace/index.ts';
import type {
  CensusReport,
  CensusRequest,
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
  censusRun,
  configurationOf,
  fullRanges,
  type Problem,
  problemConfigurations,
  rangesOf,
  traceModelOf,
  unboundedRun,
} from './problem.ts';

/** Seconds after which a search is long: what it was compiled with is no more the quickest way. */
const LONG_SEARCH = 1.5;

/** Steps on a path that a first search allows; it is repeated with more where that was too few. */
const FIRST_DEPTH = 100_000;
const DEEPER = 20;
/** Memory that a verifier starts with, in MB. */
const INITIAL_MB = 256;

/** What the model checkers of one problem share. */
interface Shared {
  readonly problem: Problem;
  readonly level: Level;
  readonly builds: Builds;
  /** Steps on a path that a search allows. */
  depth: number;
}

/** Checks one model with SPIN: it simulates, compiles the verifier when a search first needs it, runs
 * searches and replays their trails. */
export class ModelChecker implements Verifier {
  readonly #toolchain: Toolchain;
  readonly #options: ModelCheckerOptions;
  readonly #shared: Shared;

  constructor(
    toolchain: Toolchain,
    problem: Problem,
    level: Level,
    options: ModelCheckerOptions,
    shared?: Shared,
  ) {
    this.#toolchain = toolchain;
    this.#options = options;
    this.#shared = shared ?? {
      problem,
      level,
      depth: FIRST_DEPTH,
      builds: buildsOf(problem, level, options),
    };
  }

  /** Another one for the same problem, on a toolchain of its own, that shares the compiled verifiers. */
  beside(toolchain: Toolchain): ModelChecker {
    const { problem, level } = this.#shared;
    return new ModelChecker(toolchain, problem, level, this.#options, this.#shared);
  }

  /** Another one for the same model on another platform, that shares the compiled verifiers. */
  on(constants: Constants): ModelChecker {
    const { problem, level } = this.#shared;
    const there = { ...problem, constants };
    const shared = { ...this.#shared, problem: there };
    return new ModelChecker(this.#toolchain, there, level, this.#options, shared);
  }

  get canDiverge(): boolean {
    return this.#shared.problem.model.canDiverge;
  }

  configurations(): Iterable<ListedConfiguration> {
    return problemConfigurations(this.#shared.problem);
  }

  estimate(values: Configuration): number {
    const { model, constants } = this.#shared.problem;
    return model.steps(values, constants);
  }

  /** The compiled verifier of the model: built with the site, kept from before, or compiled now. */
  verifier(kind: BuildKind = 'exact', signal?: AbortSignal): Promise<CompiledVerifier> {
    return this.#shared.builds.get(kind, this.#toolchain, this.#callOptions(signal));
  }

  /** Gets the verifier ready as far as that needs no compiler that is not there. */
  async prepare(signal: AbortSignal): Promise<void> {
    const call = { ...this.#callOptions(signal), withoutFetching: true };
    await this.#shared.builds.get('exact', this.#toolchain, call);
  }

  async search(request: SearchRequest): Promise<SearchReport> {
    const words = this.#words(request);
    for (;;) {
      const depth = this.#depthOf(request);
      const paths = new FoundPaths(words, request.onFound);
      const onEvent = (event: ToolchainEvent, at: number): void => paths.hear(event, at);
      const run = await this.#run(request, words, depth, { onEvent });
      const { seconds } = run.progress;
      this.#improveAfter(seconds);
      paths.end(seconds, await run.run.catch(() => undefined));
      const report = await searchReport(request, run, paths);
      const isRandom = request.seed !== undefined;
      const deeper = report.cut === 'depth' && (!isRandom || paths.finishes.length === 0);
      if (!deeper || !this.#goDeeper(depth)) return report;
    }
  }

  /** Where what repeats itself is multiplied (see `Verifier.census`): elsewhere a path takes as long as the
   * program is, and there may be many for one configuration. */
  get census(): ((request: CensusRequest) => Promise<CensusReport>) | undefined {
    const { problem } = this.#shared;
    return problem.model.folding.repeats ? (request) => this.#census(request) : undefined;
  }

  async #census({ onRows, ...call }: CensusRequest): Promise<CensusReport> {
    const request = { ...call, bound: 'none', all: true } as const;
    const words = runWords(censusRun(this.#shared.problem));
    const onEvent = (event: ToolchainEvent): void => {
      if (event.kind === 'rows') onRows?.(event.rows);
    };
    for (;;) {
      const { depth } = this.#shared;
      const run = await this.#run(request, words, depth, { columns: '@finish', onEvent });
      const end = await run.run;
      const { cut, fault, figures } = outcomeOf(end, true);
      if (cut !== 'depth' || !this.#goDeeper(depth)) {
        const finishes = finishTable(end.columns);
        return { ...figures, ...(cut && { cut }), ...(fault && { fault }), finishes };
      }
    }
  }

  /** Has the verifier search paths of so many steps. */
  async #run(
    request: SearchRequest,
    words: readonly string[],
    depth: number,
    { onEvent, ...heard }: Pick<SearchRunOptions, 'columns' | 'onEvent'>,
  ): Promise<SearchRunEnd> {
    const { signal, seed, seconds, onProgress } = request;
    const { builds, level } = this.#shared;
    const kind: BuildKind = seed === undefined ? 'exact' : 'random';
    const verifier = await builds.get(kind, this.#toolchain, this.#callOptions(signal));
    return runSearch(this.#toolchain, verifier, [...panOptions(request, level, depth), ...words], {
      ...heard,
      signal,
      seconds,
      onProgress,
      memory: { initialMB: INITIAL_MB, maxMB: this.#options.memoryMB },
      outputPrefix: '@',
      // A random search would stay down there; an exact one comes up again, and knows the shorter paths.
      ...(seed !== undefined && { depth: depth - 10 }),
      onEvent: (event, at) => {
        this.#options.onEvent?.(event);
        onEvent(event, at);
      },
    });
  }

  /** A problem with long searches is likely to have more of them. */
  #improveAfter(seconds: number): void {
    const { spare } = this.#options;
    if (spare && seconds > LONG_SEARCH) void this.#shared.builds.improve(spare());
  }

  /** Steps on a path to allow. */
  #depthOf({ configuration }: SearchRequest): number {
    const { depth, level } = this.#shared;
    if (!configuration || level === 'free') return depth;
    // It has one path, of about so many; what a search does not go to costs nothing.
    const steps = Math.ceil(2 * this.estimate(configuration));
    return Math.max(depth, Math.min(steps, mostDepth(this.#options.memoryMB)));
  }

  /** Allows longer paths than those of a search that was cut off for them, as far as memory goes. */
  #goDeeper(depth: number): boolean {
    const next = Math.min(depth * DEEPER, mostDepth(this.#options.memoryMB));
    this.#shared.depth = Math.max(this.#shared.depth, next);
    return next > depth;
  }

  #words({ bound, improve = false, configuration }: SearchRequest): string[] {
    const { problem } = this.#shared;
    const ranges = configuration ? rangesOf(problem, configuration) : fullRanges(problem);
    return runWords(
      bound === 'deadlock'
        ? unboundedRun(problem, ranges)
        : boundedRun(problem, bound === 'none' ? undefined : bound, improve, ranges),
    );
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
    const { problem } = this.#shared;
    const { model, constants } = problem;
    // SPIN's simulator counts in 32 bits.
    if (values && model.wide && model.uncountable(values, constants) !== undefined)
      return this.#follow(values, signal);
    const ranges = values ? rangesOf(problem, values) : fullRanges(problem);
    const text = model.simulation(unboundedRun(problem, ranges));
    const result = await this.#toolchain.simulate(
      { model: text, seed, maxSteps: 100_000_000 },
      signal ? { signal } : {},
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
        throw new Failure(
          'model',
          `The simulation broke the model's assertion ${result.outcome.assertion}.`,
          REPORT,
        );
    }
  }

  /** Some path of a configuration, by the verifier. */
  async #follow(
    configuration: Configuration,
    signal: AbortSignal | undefined,
  ): Promise<SimulationReport> {
    const request = { bound: 'none', configuration, ...(signal && { signal }) } as const;
    const { finishes, cut, depth: steps } = await this.search(request);
    const [finish] = finishes;
    if (finish) return { outcome: 'finished', finish, steps };
    return { outcome: cut === undefined ? 'deadlock' : 'cut', steps };
  }

  /** Replays a counterexample in the verifier that found it. */
  async replay(trail: Trail, signal?: AbortSignal): Promise<Trace> {
    const { columns, ...end } = await this.#replay(trail, {}, signal);
    const { problem } = this.#shared;
    const finish = [...columns.finishes.values()].at(-1);
    const values = configurationOf(problem, finish, end.globals);
    return new Trace(columns, end, traceModelOf(problem, values));
  }

  /** Where processes stand and what variables are after a step of a trail, counted from 1. */
  stateAt(trail: Trail, step: number, signal?: AbortSignal): Promise<FinalState> {
    return this.#replay(trail, { until: step }, signal);
  }

  async #replay(
    trail: Trail,
    options: ReplayTrailOptions,
    signal: AbortSignal | undefined,
  ): Promise<Extract<Replay, { ok: true }>> {
    const call = this.#callOptions(signal);
    const verifier = await this.#shared.builds.any(this.#toolchain, call);
    const { replay } = await this.#toolchain.replayTrail(
      {
        ...{ module: verifier.module, trail: trail.packed, words: trail.words },
        ...options,
        memory: { initialMB: INITIAL_MB, maxMB: this.#options.memoryMB },
      },
      call,
    );
    if (replay.ok) return replay;
    throw new Failure(
      'verifier',
      `The trail cannot be replayed: ${replay.reason}`,
      REPORT,
      replay.tail.join('\n'),
    );
  }

  #callOptions(signal: AbortSignal | undefined): {
    signal?: AbortSignal;
    onProgress?: (event: ToolchainEvent) => void;
  } {
    const { onEvent } = this.#options;
    return { ...(signal && { signal }), ...(onEvent && { onProgress: onEvent }) };
  }
}

/** What a run of the verifier says, in the terms of the strategies. */
async function searchReport(
  request: SearchRequest,
  { run, gaveUp, progress }: SearchRunEnd,
  { finishes, trail }: FoundPaths,
): Promise<SearchReport> {
  if (gaveUp) {
    const verdict = finishes.length > 0 ? 'violated' : 'incomplete';
    const found = { finishes, deadlock: false, ...(trail && { trail }) };
    return { ...progress, ...found, verdict, cut: gaveUp };
  }
  const { cut, fault, figures, deadlock } = outcomeOf(await run, request.all === true);
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
