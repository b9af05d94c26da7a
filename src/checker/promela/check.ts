import { Failure, REPORT } from '../../base/failure.ts';
import { type PackedTrail, trailOfClaim } from '../../base/packed-trail.ts';
import type { PanProblem } from '../../spin/pan-output.ts';
import { type Unreached, unreachedIn } from '../../spin/pan-unreached.ts';
import type { GeneratedVerifier } from '../../spin/spin.ts';
import { Rejected } from '../../spin/spin-problems.ts';
import type { CallOptions, Toolchain, ToolchainEvent } from '../../spin/toolchain.ts';
import type { VerifierRun } from '../../spin/verifier-run.ts';
import { figuresOf, type SearchProgress } from '../../tuning/index.ts';
import { mostDepth } from '../builds.ts';
import { leftOut, unfitting } from './fitting.ts';
import { cutBy, type CutOff, Heard, whatCut, whyCut } from './heard.ts';
import { nativeLines } from './native-lines.ts';
import { ensureRuns, type ModelSource, type OpenedModel, openModel } from './opened-model.ts';
import { type Reduction, reductionOf } from './reduction.ts';
import {
  type Asked,
  type Check,
  checksOf,
  commandsOf,
  isChosen,
  needsCycles,
  type SearchOptions,
  withFormula,
} from './search-plan.ts';
import { searchOnce } from './search-once.ts';
import { memberOf, swarmed } from './swarm.ts';
import { formulaFailure, leftBy, trapped } from './trapped.ts';

/** The certainty of an answer about a model.
 * - `violated`: some run breaks it.
 * - `holds`: an exhausted search found no such run.
 * - `bounded`: none found, but the search was not exhausted. */
export type CheckStatus = (typeof CHECK_STATUSES)[number];
/** Every status, the worst first. */
export const CHECK_STATUSES = ['violated', 'out-of-memory', 'bounded', 'holds'] as const;

/** The outcome of one search. */
export interface CheckResult extends SearchProgress {
  readonly check: Check;
  readonly status: CheckStatus;
  readonly errors: number;
  readonly problems: readonly PanProblem[];
  readonly reduction: Reduction;
  /** Equivalent commands for native SPIN and a C compiler. */
  readonly native: readonly string[];
  /** Trail of the first error, or the shortest if requested. */
  readonly trail?: PackedTrail | undefined;
  /** Rebuilds the verifier to follow the trail. */
  readonly verifier: ModelVerifier;
  /** Statements that no run has reached, if asked for. */
  readonly unreached?: readonly Unreached[] | undefined;
  /** One sentence, if the status leaves a question. */
  readonly reason?: string | undefined;
}

/** The ingredients of a model's verifier. */
export interface ModelVerifier {
  /** Text read by SPIN: preprocessed, with typed formulas appended. */
  readonly model: string;
  readonly lossy: boolean;
  /** Macros that pan.c is compiled with. */
  readonly defines: readonly string[];
  /** The claim that was checked (`pan -N`). */
  readonly claim?: string | undefined;
}

export interface ModelAnswer {
  /** The worst of its searches. */
  readonly status: CheckStatus;
  readonly results: readonly CheckResult[];
  /** Remarks on the checked model. */
  readonly notes: readonly string[];
}

export interface CheckModelOptions extends SearchOptions {
  readonly memoryMB: number;
  readonly signal?: AbortSignal | undefined;
  /** So many searches for each check, sampled in orders of their own. */
  readonly swarm?: number | undefined;
  /** The model's name in native commands. */
  readonly name?: string | undefined;
  /** -D macros and -I folders for native SPIN. */
  readonly preprocessing?: readonly string[] | undefined;
  readonly onCheck?: ((check: Check) => void) | undefined;
  readonly onProgress?: ((progress: SearchProgress) => void) | undefined;
  /** Told what the tools are doing. */
  readonly onEvent?: ((event: ToolchainEvent) => void) | undefined;
  readonly onResult?: ((result: CheckResult) => void) | undefined;
}

/** Initial depth limit, and the factor if it was too small. */
const DEPTH = { first: 1_000_000, deeper: 10 };

/** Checks the given claim, or everything the model states. A limit cuts the answer, which keeps what
 * was found: a check that was not begun says so.
 * @throws {Failure} for a rejected model. */
export async function checkModel(
  toolchain: Toolchain,
  source: ModelSource,
  asked: Asked,
  options: CheckModelOptions,
): Promise<ModelAnswer> {
  const { signal, onEvent } = options;
  const model = await openModel(toolchain, source, { signal, onProgress: onEvent }).catch(
    (error: unknown) => cutBy(error, signal),
  );
  if ('by' in model) {
    const note = `${whatCut(model, false, signal)} before the model was read: nothing was checked.`;
    return { status: STATUS_OF[model.by], results: [], notes: [note] };
  }
  ensureRuns(model);
  const { facts } = model;
  const results: CheckResult[] = [];
  const told: string[] = [];
  for (const check of checksOf(facts, asked)) {
    if (signal?.aborted !== true) options.onCheck?.(check);
    const result = await new OneCheck(toolchain, model, asked, options, (note) =>
      told.push(note),
    ).run(check);
    results.push(result);
    options.onResult?.(result);
  }
  const notes = [
    ...told,
    ...(model.leavesOutExclusive
      ? [
          '`xr` and `xs` are left out: SPIN does not take them of rendezvous channels. They change nothing but what the reduction may leave out.',
        ]
      : []),
    ...(facts.hasEmbeddedC
      ? [
          'The model has C of its own: it runs inside the sandbox of the verifier, without files or network.',
        ]
      : []),
  ];
  const status =
    CHECK_STATUSES.find((each) => results.some((one) => one.status === each)) ?? 'holds';
  return { status, results, notes };
}

/** States between pan's reports, the figures of a cut search. */
const STATES_BETWEEN = 1000;

const STATUS_OF = { limit: 'bounded', worker: 'bounded', memory: 'out-of-memory' } as const;

/** What a search leaves, whole or cut. */
type Outcome = Omit<CheckResult, 'check' | 'reduction' | 'native' | 'verifier'>;

/** One search, from the text to its report. */
class OneCheck {
  readonly #toolchain: Toolchain;
  readonly #model: OpenedModel;
  readonly #asked: Asked;
  readonly #options: CheckModelOptions;
  readonly #heard: Heard;
  readonly #tell: (note: string) => void;

  constructor(
    toolchain: Toolchain,
    model: OpenedModel,
    asked: Asked,
    options: CheckModelOptions,
    tell: (note: string) => void,
  ) {
    this.#tell = tell;
    this.#heard = new Heard(options.shortest === true);
    this.#toolchain = toolchain;
    this.#model = model;
    this.#asked = asked;
    this.#options = options;
  }

  get #call(): CallOptions {
    const { signal, onEvent } = this.#options;
    return { signal, onProgress: onEvent };
  }

  async run(check: Check): Promise<CheckResult> {
    const { facts } = this.#model;
    const text = withFormula(this.#model.text, facts, this.#asked.ltl);
    const { lossy, fair = false } = this.#options;
    const { claim } = check;
    const generated = await this.#toolchain
      .generate({ model: text, lossy }, this.#call)
      .catch(async (error: unknown) => cutBy(await this.#blamed(error), this.#options.signal));
    if ('by' in generated)
      return {
        check,
        ...this.#cutResult(generated),
        reduction: { on: false, why: 'its search did not begin' },
        native: [],
        verifier: { model: text, lossy: lossy === true, defines: [], claim },
      };
    const cycles =
      check.cycles ??
      (claim !== undefined && needsCycles(claim, facts, generated.claims)
        ? 'acceptance'
        : undefined);
    const full: Check = { ...check, cycles };
    const reduction = reductionOf({
      facts,
      sources: generated.files,
      claim,
      fair: fair && cycles !== undefined,
      wanted: this.#options.reduction,
    });
    const search = (options: CheckModelOptions, seed?: number): Promise<CheckResult> =>
      this.#search(full, { ...generated, text }, reduction, options, seed);
    const { swarm } = this.#options;
    return swarm === undefined ? search(this.#options) : swarmed(swarm, this.#options, search);
  }

  /** A typed formula stands on no line of the user's: it is blamed if SPIN takes the model without it. */
  async #blamed(error: unknown): Promise<unknown> {
    const { ltl } = this.#asked;
    const { text, facts } = this.#model;
    if (!(error instanceof Rejected) || withFormula(text, facts, ltl) === text) return error;
    const { lossy } = this.#options;
    const isTaken = await this.#toolchain.generate({ model: text, lossy }, this.#call).then(
      () => true,
      () => false,
    );
    return isTaken ? formulaFailure(error) : error;
  }

  /** Raises the depth limit and, under weak fairness, the number of processes until they suffice. */
  async #search(
    check: Check,
    generated: GeneratedVerifier & { readonly text: string },
    reduction: Reduction,
    given: CheckModelOptions,
    seed: number | undefined,
  ): Promise<CheckResult> {
    const { depth: fixed, memoryMB, lossy = false } = given;
    const member = seed === undefined ? undefined : memberOf(seed, memoryMB);
    const most = mostDepth(memoryMB);
    let depth = Math.min(fixed ?? DEPTH.first, most);
    let fairness = 2;
    let options = given;
    const why = unfitting(check, options, generated.files);
    if (why !== undefined) {
      this.#tell(`${check.what}: ${why}.`);
      options = { ...options, breadthFirst: false, contextSwitches: undefined };
    }
    for (;;) {
      const { defines, args } = commandsOf(check, reduction, options, { fairness, member });
      const built = [...defines, `FREQ=${STATES_BETWEEN}`];
      const ended = await this.#once(generated, built, args(depth));
      const wanted = 'by' in ended ? 0 : moreProcesses(ended);
      if (wanted > fairness) {
        fairness = wanted;
        continue;
      }
      const { isCut, ...result } =
        'by' in ended
          ? { ...this.#cutResult(ended), isCut: false }
          : this.#resultOf(ended, leftOut(options, generated.files));
      const native = nativeLines(
        { defines, args: args(depth) },
        { ...options, ...this.#asked, facts: this.#model.facts },
        this.#model,
      );
      const verifier = { model: generated.text, lossy, defines: built, claim: check.claim };
      if (result.status === 'out-of-memory' && !isChosen(options)) {
        this.#tell(`${check.what}: ${COLLAPSED}`);
        options = { ...options, collapse: true };
        continue;
      }
      const deeper = Math.min(depth * DEPTH.deeper, most);
      if (!isCut || fixed !== undefined || deeper <= depth)
        return { check, ...result, reduction, native, verifier };
      depth = deeper;
    }
  }

  async #once(
    generated: GeneratedVerifier,
    defines: readonly string[],
    args: readonly string[],
  ): Promise<VerifierRun | CutOff> {
    const { signal, memoryMB, onProgress, onEvent } = this.#options;
    const heard = this.#heard;
    try {
      return await searchOnce(this.#toolchain, generated.files, defines, args, {
        facts: this.#model.facts,
        call: this.#call,
        memoryMB,
        onStart: () => heard.again(),
        onEvent: (event) => {
          heard.event(event);
          onEvent?.(event);
        },
        onProgress: (progress) => {
          heard.progress(progress);
          onProgress?.(progress);
        },
      });
    } catch (error) {
      return cutBy(error, signal);
    }
  }

  /** What a search had found when it was cut. */
  #cutResult(cut: CutOff): Outcome {
    const { told } = this.#heard;
    const { progress, problems, trail } = told;
    const errors = problems.length;
    return {
      ...progress,
      errors,
      problems,
      trail: trail && ofModel(trail, problems),
      status: errors > 0 ? 'violated' : STATUS_OF[cut.by],
      reason: whyCut(cut, told, this.#options.signal),
    };
  }

  /** @param left what it left out, though it came to its end. */
  #resultOf(run: VerifierRun, left: string | undefined): Outcome & { readonly isCut: boolean } {
    const { seconds } = run;
    if (run.outcome === 'trapped') throw trapped(run, this.#model.facts.hasEmbeddedC);
    if (!run.report.ok) {
      if (run.outcome === 'out-of-memory') {
        if (run.lastProgress) this.#heard.progress({ ...run.lastProgress, seconds });
        return { ...this.#cutResult({ by: 'memory' }), isCut: false };
      }
      const said = run.stdout.find((line) => /^(?:pan: )?error: /.test(line));
      // pan's refusal to start is the model's fault: a loop without a step, too many processes.
      if (said !== undefined)
        throw new Failure('model', `pan does not take the model: ${said}.`, 'Mend the model.');
      const exited = leftBy(run, this.#model.facts.hasEmbeddedC);
      if (exited) throw exited;
      throw broken(run, `The verifier's report cannot be read: ${run.report.reason}.`);
    }
    const { report } = run.report;
    const { errors } = report;
    const problems = report.problems.filter(({ kind }) => kind !== 'depth-limit');
    const written = run.trails.at(this.#options.shortest === true ? -1 : 0)?.packed;
    const trail = written && ofModel(written, problems);
    const unreached = this.#options.unreached === true ? unreachedIn(run.stdout) : undefined;
    const found = { ...figuresOf({ ...report, seconds }), errors, problems, trail, unreached };
    const isCut = report.depthTruncated && errors === 0;
    if (errors > 0) return { ...found, isCut, status: 'violated' };
    if (run.outcome === 'out-of-memory')
      return { ...found, isCut: false, status: 'out-of-memory', reason: OUT_OF_MEMORY };
    if (report.exhaustive && left === undefined) return { ...found, isCut, status: 'holds' };
    const reason = report.depthTruncated
      ? 'A path was longer than the search may go.'
      : report.search === 'full'
        ? (left ?? 'The verifier stopped before it had searched everything.')
        : 'Sampled, not proved: a search that keeps a part of each state may miss states.';
    return { ...found, isCut, status: 'bounded', reason };
  }
}

const COLLAPSED =
  'the memory did not suffice; it was searched again with collapsed states (-DCOLLAPSE). Further, but as a sample, go --hash-compact and --bitstate.';

const OUT_OF_MEMORY = 'The verifier ran out of memory.';

/** A trail as it is followed: up to its claim's end. */
const ofModel = (trail: PackedTrail, problems: readonly PanProblem[]): PackedTrail =>
  problems.every(({ kind }) => kind === 'claim') ? trailOfClaim(trail) : trail;

/** Multiples of eight processes that pan needs for weak fairness. */
const moreProcesses = ({ stdout }: VerifierRun): number =>
  Number(/recompile with -DNFAIR=(\d+)/.exec(stdout.join('\n'))?.[1] ?? 0);

const broken = ({ stdout, stderrTail }: VerifierRun, message: string): Failure =>
  new Failure('verifier', message, REPORT, [...stdout.slice(-5), ...stderrTail].join('\n'));
