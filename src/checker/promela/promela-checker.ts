import { Failure } from '../../base/failure.ts';
import { trailOfClaim } from '../../base/packed-trail.ts';
import type { Ticks } from '../../base/ticks.ts';
import {
  evaluate,
  lacksOf,
  type ModelFacts,
  PAPERS_TUNING,
  type Tuning,
  TUNING_CLAIM,
  withTuningClaim,
  wordsOfConfiguration,
} from '../../promela/index.ts';
import type { CallOptions, Toolchain } from '../../spin/toolchain.ts';
import type {
  Configuration,
  Finish,
  SearchReport,
  SearchRequest,
  SimulationReport,
  Trail,
} from '../../tuning/index.ts';
import { Builds, randomOptions, type Recipe } from '../builds.ts';
import { finishesIn, FoundPaths } from '../found-paths.ts';
import type { Checker } from '../perform.ts';
import type { SearchRunEnd } from '../search-run.ts';
import { type CheckerOptions, VerifierRunner } from '../verifier-runner.ts';
import type { ModelVerifier } from './check.ts';
import { withClashingName } from './clashing.ts';
import { ensureRuns, type ModelSource, type OpenedModel, openModel } from './opened-model.ts';
import { reductionOf } from './reduction.ts';
import { isChosen, type Keeping, keepingOf } from './search-plan.ts';
import { outcomeOfModel } from './trapped.ts';

/** Depth limits; foreign models may have any depth. */
const DEPTH = { now: 1_000_000, deeper: 10 };
/** Simulation steps for a first bound; some models never end. */
const MOST_STEPS = 300_000;
/** Bits of a bitstate search, as a power of two. */
const BIT_TABLE = 25;
/** The same where a search is to be of as much as can be: a quarter of the memory. */
const keptBits = (memoryMB: number): number =>
  Math.min(31, Math.floor(Math.log2(memoryMB * 2 ** 21)));
/** Above any objective, which is an int. */
const ANY = 2 ** 40;
/** Directives of a tuning's verifier. */
export const TUNING_DEFINES: readonly string[] = ['SAFETY', 'VECTORSZ=32768'];
/** Seconds before a search restarts with an optimised verifier. */
const LONG_SEARCH = 2;
/** A cut search leaves its figures of so many states before, at most. */
const BUILT: readonly string[] = [...TUNING_DEFINES, 'FREQ=1000'];
/** Seconds of the search that lists the configurations. */
const LISTING = 30;
/** The least that an int can be. */
const LEAST_INT = -(2 ** 31);
const UNSIGNED = new Set(['bit', 'bool', 'byte', 'unsigned', 'pid', 'mtype']);

/** Tunes any Promela model: the parameters are variables that the model chooses, and what counts is an
 * objective as soon as a condition holds. The over-time property becomes a claim behind the model. Costs are
 * times to the strategies; of an objective that is to be large they are its negatives. */
export class PromelaChecker implements Checker {
  readonly canDiverge = false;
  readonly listsBest = true;
  readonly #source: ModelSource;
  readonly #tuning: Tuning;
  #runner: VerifierRunner;
  #keeping: Keeping;
  #model: Promise<OpenedModel> | undefined;
  /** Once the model is open. */
  #facts: ModelFacts | undefined;

  constructor(
    toolchain: Toolchain,
    source: string | ModelSource,
    options: CheckerOptions,
    tuning: Tuning = PAPERS_TUNING,
    runner?: VerifierRunner,
  ) {
    this.#source = typeof source === 'string' ? { text: source } : source;
    this.#tuning = tuning;
    this.#keeping = options.keeping ?? {};
    this.#runner = runner ?? this.#newRunner(toolchain, options);
  }

  #newRunner(toolchain: Toolchain, options: CheckerOptions): VerifierRunner {
    return new VerifierRunner(toolchain, options, new Builds(this.#recipe()), { ...DEPTH });
  }

  get guesses(): { readonly finishing: string } {
    const { when } = this.#tuning;
    return { finishing: /^\w+$/.test(when) ? `sets ${when}` : `makes ${when} true` };
  }

  /** No cost is less. */
  get least(): Ticks {
    const { goal, objective } = this.#tuning;
    const type = this.#facts?.globals.find(({ name }) => name === objective)?.type;
    return goal === 'smallest' && UNSIGNED.has(type ?? '') ? 0 : LEAST_INT;
  }

  #recipe(): Recipe {
    const kept = [...BUILT, ...keepingOf(this.#keeping).defines];
    return {
      sources: async (toolchain, call) => {
        const { text, facts } = await this.#opened(call);
        const model = withTuningClaim(text, facts, this.#tuning);
        return (await toolchain.generate({ model }, call)).files;
      },
      options: { optimise: '-O0', defines: kept },
      orKept: [{ optimise: '-O2', defines: kept }],
      better: { optimise: '-O2', defines: kept },
      random: { optimise: '-O2', defines: BUILT },
      definesOf: async (sources) => {
        const { facts } = await this.#opened({});
        const { on } = reductionOf({ facts, sources, fair: false });
        return on ? [] : ['NOREDUCE'];
      },
    };
  }

  /** The same model on another toolchain, sharing verifiers. */
  beside(toolchain: Toolchain): PromelaChecker {
    const runner = this.#runner.beside(toolchain);
    return new PromelaChecker(toolchain, this.#source, runner.options, this.#tuning, runner);
  }

  /** Checks that the model can be tuned.
   * @throws {Failure} naming what is missing. */
  async ready(signal?: AbortSignal): Promise<void> {
    await this.#opened({ signal });
  }

  /** The model as SPIN reads it, known to be tunable. */
  #opened(call: CallOptions): Promise<OpenedModel> {
    if (!this.#model) {
      this.#model = this.#open(call);
      // Allows a retry after cancelling.
      this.#model.catch(() => (this.#model = undefined));
    }
    return this.#model;
  }

  async #open(call: CallOptions): Promise<OpenedModel> {
    const model = await openModel(this.#runner.toolchain, this.#source, call);
    ensureRuns(model);
    const lacks = lacksOf(model.facts, this.#tuning);
    if (lacks.length > 0) throw notTunable(model.facts, this.#tuning, lacks);
    this.#facts = model.facts;
    return model;
  }

  async essence(): Promise<readonly unknown[]> {
    const { text, facts } = await this.#opened({});
    return [withTuningClaim(text, facts, this.#tuning)];
  }

  configurations(): undefined {
    return undefined;
  }

  /** One search; where the memory does not suffice, again with less for each state. */
  async search(request: SearchRequest): Promise<SearchReport> {
    for (;;) {
      const report = await this.#search(request);
      const next = report.cut === 'memory' && request.seed === undefined && this.#lighter();
      if (!next) return report;
      request.onNote?.(next.why);
      this.#keeping = next.keeping;
      const { toolchain, options } = this.#runner;
      this.#runner = this.#newRunner(toolchain, options);
    }
  }

  /** The next way of keeping states, unless the user has chosen one. */
  #lighter(): { readonly keeping: Keeping; readonly why: string } | undefined {
    if (isChosen(this.#runner.options.keeping ?? {})) return undefined;
    const { collapse = false, bitstate = false, ...others } = this.#keeping;
    if (bitstate) return undefined;
    return collapse
      ? {
          keeping: { ...others, bitstate: true },
          why: 'The memory does not suffice for collapsed states either: searching with a few bits of each (-DBITSTATE), which proves nothing',
        }
      : {
          keeping: { ...others, collapse: true },
          why: 'The memory does not suffice: searching again with collapsed states (-DCOLLAPSE)',
        };
  }

  async #search(request: SearchRequest): Promise<SearchReport> {
    const { bound, seed, signal, configuration = {}, all = false, improve = false } = request;
    if (bound === 'deadlock') throw new Error('other models are searched for paths that finish');
    const { facts } = await this.#opened({ signal });
    const words = [
      `T=${bound === 'none' ? ANY : bound}`,
      ...(improve === false ? [] : [`improve=${improve === 'listing' ? 2 : 1}`]),
      ...wordsOfConfiguration(this.#tuning, configuration),
    ];
    const { bitstate = false, contextSwitches } = this.#keeping;
    const { memoryMB } = this.#runner.options;
    const kept = [`-w${bitstate ? keptBits(memoryMB) : 22}`, ...keepingOf(this.#keeping).args];
    const table = seed === undefined ? kept : randomOptions(seed, BIT_TABLE);
    const isImproving = improve !== false;
    const errors = [...(all || isImproving ? ['-c0'] : []), ...(isImproving ? ['-e'] : [])];
    return this.#runner.deepening(0, async (depth): Promise<SearchReport> => {
      const args = [...TUNING_PAN, ...errors, `-m${depth}`, ...table, ...words];
      const paths = new FoundPaths(words, request.onFound, trailOfClaim);
      const { run, gaveUp, progress } = await this.#run(request, depth, args, {
        outputPrefix: '@finish ',
        onEvent: (event, since) => paths.hear(event, since),
      });
      paths.end(progress.seconds, run);
      const isAll = all || isImproving;
      const { cut: by, figures } =
        run && !gaveUp
          ? outcomeOfModel(run, isAll, facts.hasEmbeddedC)
          : { cut: gaveUp, figures: progress };
      const isBounded = contextSwitches !== undefined && seed === undefined;
      const cut =
        by ?? (isBounded && (isAll || paths.finishes.length === 0) ? 'switches' : undefined);
      const { finishes, trail } = paths;
      const isFound = finishes.length > 0;
      const verdict = isFound ? 'violated' : cut === undefined ? 'satisfied' : 'incomplete';
      return {
        ...figures,
        verdict,
        finishes,
        deadlock: false,
        ...(cut && { cut }),
        ...(isFound && trail && { trail }),
      };
    });
  }

  /** Lists the model's configurations by a search that goes no further, within so many seconds. */
  async choices(seconds = LISTING, signal?: AbortSignal): Promise<Choices> {
    const { facts } = await this.#opened({ signal });
    const limit = new AbortController();
    let alarm: ReturnType<typeof setTimeout> | undefined;
    const words = ['T=0', 'list=1'];
    const paths = new FoundPaths(words, undefined);
    const signals = signal ? [signal, limit.signal] : [limit.signal];
    const request: SearchRequest = { bound: 'none', signal: AbortSignal.any(signals) };
    try {
      const { cut } = await this.#runner.deepening(0, async (depth) => {
        const args = [...TUNING_PAN, `-m${depth}`, '-w20', ...words];
        const { run } = await this.#searched(request, depth, args, {
          outputPrefix: '@finish ',
          onEvent: (event, since) => {
            // Nothing of it is the compiler's.
            if (event.kind === 'stage' && event.stage === 'search')
              alarm ??= setTimeout(() => limit.abort(), 1000 * seconds);
            paths.hear(event, since);
          },
        });
        paths.end(0, run);
        return run ? outcomeOfModel(run, true, facts.hasEmbeddedC) : { cut: 'time' as const };
      });
      return { found: paths.finishes.map(({ values }) => values), isAll: cut === undefined };
    } catch (error) {
      if (signal?.aborted === true || !limit.signal.aborted) throw error;
      return { found: paths.finishes.map(({ values }) => values), isAll: false };
    } finally {
      clearTimeout(alarm);
    }
  }

  /** One search, with the names that keep its verifier from being compiled. */
  async #searched(...call: SearchCall): Promise<SearchRunEnd> {
    try {
      return await this.#runner.search(...call);
    } catch (error) {
      throw this.#facts ? withClashingName(error, this.#facts) : error;
    }
  }

  /** One search; a long one restarts with a better verifier. */
  async #run(...[request, depth, args, heard]: SearchCall): Promise<SearchRunEnd> {
    const runner = this.#runner;
    const { signal, seed, onProgress } = request;
    if (seed !== undefined || runner.builds.isImproved)
      return this.#searched(request, depth, args, heard);
    const limit = new AbortController();
    const signals = signal ? [signal, limit.signal] : [limit.signal];
    const limited: SearchRequest = {
      ...request,
      signal: AbortSignal.any(signals),
      onProgress: (progress) => {
        onProgress?.(progress);
        if (progress.seconds > LONG_SEARCH) limit.abort();
      },
    };
    try {
      return await this.#searched(limited, depth, args, heard);
    } catch (error) {
      if (signal?.aborted === true || !limit.signal.aborted) throw error;
    }
    await runner.builds.improve(runner.toolchain, signal);
    return this.#searched(request, depth, args, heard);
  }

  /** Rebuilds the verifier to follow trails. */
  async verifier(): Promise<ModelVerifier> {
    const { text, facts } = await this.#opened({});
    const model = withTuningClaim(text, facts, this.#tuning);
    return { model, lossy: false, defines: BUILT, claim: TUNING_CLAIM };
  }

  /** The configuration and cost printed at a counterexample's end. */
  async replayFinish(trail: Trail, signal?: AbortSignal): Promise<Finish> {
    const { output } = await this.#runner.replay(trail, { silent: true }, signal);
    const finish = finishesIn(output).at(-1);
    if (finish) return finish;
    throw new Failure(
      'verifier',
      'The trail does not lead to what it was found for.',
      'Run again.',
    );
  }

  /** A simulated run; it may end after the objective counts, so its cost needs confirming. */
  async simulate(
    _values: Configuration | undefined,
    seed: number,
    signal?: AbortSignal,
  ): Promise<SimulationReport> {
    const { text, facts } = await this.#opened({ signal });
    const { parameters, objective, when, goal } = this.#tuning;
    // The simulator runs no C and would wait for standard input.
    const readsInput = facts.globals.some(({ name }) => name === 'STDIN');
    if (facts.hasEmbeddedC || readsInput) return { outcome: 'cut', steps: 0 };
    const request = { model: text, seed, maxSteps: MOST_STEPS };
    const result = await this.#runner.toolchain.simulate(request, { signal });
    const { steps, variables } = result;
    const valueOf = (expression: string): number | undefined => evaluate(expression, variables);
    const cost = valueOf(objective);
    const values = parameters.map((each) => [each, valueOf(each)] as const);
    const isAtEnd = valueOf(when) !== undefined && valueOf(when) !== 0;
    const known = values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
    if (isAtEnd && cost !== undefined && known.length === values.length) {
      const time = goal === 'largest' ? -cost : cost;
      return { outcome: 'finished', finish: { time, values: Object.fromEntries(known) }, steps };
    }
    const isCut = result.outcome.kind === 'step-limit' || valueOf(when) === undefined;
    return { outcome: isCut ? 'cut' : 'deadlock', steps };
  }
}

/** The configurations of a model. */
export interface Choices {
  readonly found: readonly Configuration[];
  /** True if the list is complete. */
  readonly isAll: boolean;
}

type SearchCall = Parameters<VerifierRunner['search']>;

/** pan's options (SPIN manual, "pan"): assertions and end states are not the question. */
export const TUNING_PAN: readonly string[] = ['-E', '-A', '-n', '-N', TUNING_CLAIM];

/** Names that a message lists. */
const MOST_NAMED = 12;

/** Names what a tuning lacks, what is there, and what else is possible. */
function notTunable(facts: ModelFacts, tuning: Tuning, lacks: readonly string[]): Failure {
  const names = facts.globals.filter(({ type }) => type !== 'chan').map(({ name }) => name);
  const some = names.slice(0, MOST_NAMED).join(', ') + (names.length > MOST_NAMED ? ', ...' : '');
  const has = names.length === 0 ? 'It has no global variables.' : `Its variables are ${some}.`;
  const how =
    tuning === PAPERS_TUNING
      ? 'Without other words a model is tuned by the variables WG and TS for the least time when FIN holds; --parameters, --objective and --when name others.'
      : 'Parameters, objective and condition are made of global variables.';
  return new Failure(
    'model',
    `The model cannot be tuned: ${lacks.join('; ')}.`,
    `${has} ${how} To check it all the same: npm run -s verify -- --promela FILE.`,
  );
}
