import { Failure } from '../base/failure.ts';
import { type PackedTrail, trailUpTo } from '../base/packed-trail.ts';
import { addTicks, type Ticks } from '../base/ticks.ts';
import type { CallOptions, Toolchain } from '../spin/toolchain.ts';
import type { VerifierRun } from '../spin/verifier.ts';
import type {
  Configuration,
  Finish,
  SearchReport,
  SearchRequest,
  SimulationReport,
  Trail,
  Verifier,
} from '../tuning/index.ts';
import { Builds, randomOptions, type Recipe } from './builds.ts';
import { outcomeOf } from './outcome.ts';
import { type CheckerOptions, VerifierRunner } from './verifier-runner.ts';

/** The variables that any model must have to be tuned: the paper's names. */
const NEEDED = ['time', 'FIN', 'WG', 'TS'] as const;

/** Steps on a path that searches allow. Unlike our own models, others may have any depth. */
const DEPTH = { now: 1_000_000, deeper: 10 };

/** Optimal configurations that are collected at most, each by a search of its own. */
const MOST_OPTIMA = 64;

const DEFINES = ['SAFETY', 'VECTORSZ=32768'];
/** Bits of a bitstate search, as a power of two. */
const BIT_TABLE = 25;
/** `time` is an int. */
const MOST_TIME = 2 ** 31 - 1;

/** Checks a Promela model as it is, the over-time property added as a claim. The model needs the global
 * variables `time`, `FIN`, `WG` and `TS` (Listing 3 of the paper). */
export class PromelaChecker implements Verifier {
  readonly canDiverge = false;
  readonly #source: string;
  readonly #runner: VerifierRunner;
  #text: Promise<string> | undefined;

  constructor(
    toolchain: Toolchain,
    source: string,
    options: CheckerOptions,
    runner?: VerifierRunner,
  ) {
    this.#source = source;
    this.#runner =
      runner ?? new VerifierRunner(toolchain, options, new Builds(this.#recipe()), { ...DEPTH });
  }

  #recipe(): Recipe {
    return {
      sources: async (toolchain, call) => {
        const model = withClaim(await this.#model(call));
        return (await toolchain.generate({ model }, call)).files;
      },
      options: {
        optimise: '-O2',
        // Reduction is sound but for models that look into the local variables of other processes.
        defines: remoteReference.test(this.#source) ? [...DEFINES, 'NOREDUCE'] : DEFINES,
      },
    };
  }

  /** Another one for the same model, on a toolchain of its own, that shares the compiled verifiers. */
  beside(toolchain: Toolchain): PromelaChecker {
    const runner = this.#runner.beside(toolchain);
    return new PromelaChecker(toolchain, this.#source, runner.options, runner);
  }

  /** The model as SPIN reads it: with its `#` lines, if it has any, done by the preprocessor. */
  #model(call: CallOptions): Promise<string> {
    this.#text ??= /^\s*#/m.test(this.#source)
      ? this.#runner.toolchain.preprocess({ model: this.#source }, call)
      : Promise.resolve(this.#source);
    return this.#text;
  }

  configurations(): undefined {
    return undefined;
  }

  async search(request: SearchRequest): Promise<SearchReport> {
    const { bound } = request;
    if (bound === 'deadlock' || request.configuration)
      throw new Error('other models are searched for paths that finish, and as a whole');
    const most = bound === 'none' ? MOST_TIME : bound;
    const isRepeated = request.improve === true || request.all === true;
    return isRepeated ? this.#repeated(request, most) : this.#once(request, most, []);
  }

  /** Searches until nothing more is found: each below what the one before found (branch and bound), or
   * for all, each without the configurations already found. */
  async #repeated(request: SearchRequest, bound: Ticks): Promise<SearchReport> {
    let report = await this.#once(request, bound, []);
    let best = report;
    let found: Finish[] = [];
    while (report.finishes[0] && found.length < MOST_OPTIMA) {
      const [finish] = report.finishes;
      if (request.improve === true) {
        [best, found] = [report, [finish]];
        report = await this.#once(request, addTicks(finish.time, -1), []);
      } else {
        found.push(finish);
        report = await this.#once(request, bound, found);
      }
    }
    return add(report, best, found);
  }

  async #once(
    request: SearchRequest,
    bound: Ticks,
    without: readonly Finish[],
  ): Promise<SearchReport> {
    const { seed, signal } = request;
    const left = without.map(({ values }) => `not=${values['WG']},${values['TS']}`);
    const words = [`T=${bound}`, ...left];
    const table = seed === undefined ? ['-w22'] : randomOptions(seed, BIT_TABLE);
    return this.#runner.deepening(0, async (depth): Promise<SearchReport> => {
      const args = ['-E', '-n', `-m${depth}`, ...table, ...words];
      const onEvent = (): void => undefined;
      const { run, gaveUp, progress } = await this.#runner.search(request, depth, args, {
        onEvent,
      });
      const ended = run && !gaveUp;
      const { cut, figures } = ended ? outcomeOf(run, false) : { cut: gaveUp, figures: progress };
      const packed = ended && counterexample(run);
      if (packed) {
        const trail: Trail = { words, packed };
        const finish = await this.replayFinish(trail, signal);
        request.onFound?.({ finish, trail, seconds: progress.seconds });
        return { ...figures, verdict: 'violated', finishes: [finish], deadlock: false, trail };
      }
      const verdict = cut === undefined ? 'satisfied' : 'incomplete';
      return { ...figures, verdict, ...(cut && { cut }), finishes: [], deadlock: false };
    });
  }

  /** What a counterexample names, from the variables at its end. */
  async replayFinish(trail: Trail, signal?: AbortSignal): Promise<Finish> {
    return finishIn((await this.#runner.replay(trail, { silent: true }, signal)).globals);
  }

  async simulate(
    _values: Configuration | undefined,
    seed: number,
    signal?: AbortSignal,
  ): Promise<SimulationReport> {
    const request = { model: await this.#model({ signal }), seed, maxSteps: 50_000_000 };
    const result = await this.#runner.toolchain.simulate(request, { signal });
    const { steps, variables } = result;
    const missing = NEEDED.filter((name) => variables[name] === undefined);
    if (missing.length > 0) {
      throw new Failure(
        'model',
        `The model has no global variable ${missing.join(', ')}.`,
        'A model that is tuned needs the variables time, FIN, WG and TS.',
      );
    }
    if (variables['FIN'] !== 0) return { outcome: 'finished', finish: finishIn(variables), steps };
    return { outcome: result.outcome.kind === 'step-limit' ? 'cut' : 'deadlock', steps };
  }
}

/** `pex[3]:wake`: partial order reduction does not see such references. */
const remoteReference = /\w\s*\[[^\]]*\]\s*:\s*\w/;

const finishIn = (variables: Readonly<Record<string, number>>): Finish => ({
  time: variables['time'] ?? 0,
  values: { WG: variables['WG'] ?? 0, TS: variables['TS'] ?? 0 },
});

/** The figures of several searches as one report. */
function add(last: SearchReport, first: SearchReport, finishes: readonly Finish[]): SearchReport {
  return {
    ...last,
    verdict: finishes.length > 0 ? 'violated' : last.verdict,
    finishes,
    states: Math.max(last.states, first.states),
    transitions: Math.max(last.transitions, first.transitions),
    ...(first.trail && { trail: first.trail }),
  };
}

/** The trail of a search up to the step that ended the claim. pan writes one step more where it had been
 * on a longer path before: what that left behind, which cannot be followed. */
function counterexample({ trails, report }: VerifierRun): PackedTrail | undefined {
  const packed = trails.at(-1)?.packed;
  const ended = report.ok && report.report.problems.find(({ kind }) => kind === 'claim')?.depth;
  return packed && typeof ended === 'number' ? trailUpTo(packed, ended) : packed;
}

/** The model with the over-time property as a claim: an error as soon as it has finished within T, in a
 * configuration that was not found before. T comes from the command line. */
export function withClaim(text: string): string {
  return `${text}

c_code {
  /* Whether a configuration that finished at some time is a counterexample, by the words T=... and
   * not=WG,TS of the command line, as pan keeps it. */
  static int overtime(int at, int wg, int ts) {
    extern char o_cmdline[];
    const char *word = o_cmdline;
    int a, b, within = 0;
    while (*word) {
      while (*word == ' ') word++;
      if (sscanf(word, "T=%d", &a) == 1) within = at <= a;
      if (sscanf(word, "not=%d,%d", &a, &b) == 2 && a == wg && b == ts) return 0;
      while (*word && *word != ' ') word++;
    }
    return within;
  }
}

/* SPIN takes a name right before a parenthesis for a function with side effects; this one has none. */
never overtime_claim {
  do
  :: c_expr { now.FIN && overtime (now.time, now.WG, now.TS) } -> break
  :: else
  od
}
`;
}
