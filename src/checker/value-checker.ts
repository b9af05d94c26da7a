import { Cancelled } from '../base/failure.ts';
import {
  hasOrders,
  valueModel,
  type ValueLevel,
  type ValueModel,
} from '../promela/values/index.ts';
import type { CompileOptions } from '../spin/clang.ts';
import type { CompiledVerifier, Toolchain } from '../spin/toolchain.ts';
import { type Cut, NO_PROGRESS, type SearchProgress, type Trail } from '../tuning/index.ts';
import type { Finding } from '../values/finding.ts';
import type { ValueProgram } from '../values/program.ts';
import type { ValueTrace } from '../values/trace.ts';
import { Builds } from './builds.ts';
import { outcomeOf } from './outcome.ts';
import { findingOf } from './value-finding.ts';
import { configurationIn, type Lost, lostIn, wrongIn } from './value-lines.ts';
import { told } from './value-trace.ts';
import { type CheckerOptions, VerifierRunner } from './verifier-runner.ts';

export interface ValueCheckRequest {
  readonly level: ValueLevel;
  /** The platform's constants, of which claims may speak. */
  readonly constants?: Readonly<Record<string, number>> | undefined;
  /** Seconds for the search. */
  readonly timeout?: number | undefined;
  /** Level free: continues past races until a claim fails. */
  readonly ignoreRaces?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: SearchProgress) => void) | undefined;
  /** Called with each search that ended. */
  readonly onSearch?: ((search: ValueSearch) => void) | undefined;
}

/** All that it takes to search a model again elsewhere, and what was found. */
export interface ValueSearch {
  /** Promela's text. */
  readonly model: string;
  /** For the C compiler, without `-D`. */
  readonly defines: readonly string[];
  /** The verifier's own words. */
  readonly pan: readonly string[];
  readonly states: number;
  readonly transitions: number;
  readonly errors: number;
}

/** A fault with the way to it. */
export interface FoundValue {
  readonly finding: Finding;
  /** For `trace`. */
  readonly way: Way;
}

/** A trail, and the model whose it is. */
export interface Way {
  readonly model: ValueModel;
  readonly program: ValueProgram;
  readonly trail: Trail;
}

/** Findings on one program, in program order. */
export interface ProgramVerdict {
  readonly program: ValueProgram;
  readonly found: FoundValue | undefined;
  /** Some run finished. */
  readonly ended: boolean;
  /** Not followed in some run. */
  readonly lost: ReadonlySet<Lost>;
}

export type ValueReport =
  | {
      readonly ok: true;
      readonly verdicts: readonly ProgramVerdict[];
      readonly states: number;
      readonly transitions: number;
      readonly depth: number;
      readonly memoryMB: number;
      /** Duration of the search. */
      readonly seconds: number;
      readonly inputs: number;
      /** Every input and relevant order was tried; a finding ends its configuration. */
      readonly exhaustive: boolean;
      readonly cut?: Cut | undefined;
    }
  /** No model, or too large a one; the end of a sentence. */
  | { readonly ok: false; readonly reason: string };

type Checked = Extract<ValueReport, { ok: true }>;

/** Models whose verifiers are kept. */
const MOST_KEPT = 8;
const DEPTH = { now: 10_000, deeper: 30 };

/** Checks kernels' values with SPIN, one model for all programs of a call. */
export class ValueChecker {
  readonly #toolchain: Toolchain;
  readonly #options: CheckerOptions;
  readonly #runners = new Map<string, VerifierRunner>();

  constructor(toolchain: Toolchain, options: CheckerOptions) {
    this.#toolchain = toolchain;
    this.#options = options;
  }

  /** Checks all claims for every input and order.
   * @throws {Failure} if a tool fails.
   * @throws {Cancelled} by its signal. */
  async check(programs: readonly ValueProgram[], request: ValueCheckRequest): Promise<ValueReport> {
    if (request.level === 'free') return this.#check(programs, request);
    // Choosing orders enlarges the states of every program in the model.
    const ordered = programs.filter(hasOrders);
    if (ordered.length === 0 || ordered.length === programs.length)
      return this.#check(programs, request);
    const others = await this.#check(
      programs.filter((program) => !ordered.includes(program)),
      request,
    );
    if (!others.ok) return others;
    const last = await this.#check(ordered, request);
    return last.ok ? together(programs, [others, last]) : last;
  }

  async #check(
    programs: readonly ValueProgram[],
    request: ValueCheckRequest,
  ): Promise<ValueReport> {
    const printed = valueModel(programs, request);
    if (!printed.ok) return printed;
    const { model } = printed;
    const runner = this.#runnerOf(model);
    const words = request.ignoreRaces === true ? ['races=0'] : [];
    const { depth, figures, cut, lines, trails } = await runner.deepening(
      model.depth,
      async (limit) => ({
        ...(await this.#search(runner, model, request, limit, words)),
        depth: limit,
      }),
    );
    if (cut === undefined)
      request.onSearch?.({
        model: model.text,
        defines: valueDefines(model),
        pan: [...panOptions(model, depth), ...words],
        states: figures.states,
        transitions: figures.transitions,
        errors: trails.length,
      });
    const wrong = lines.flatMap((line) => wrongIn(line) ?? []);
    const verdicts: ProgramVerdict[] = [];
    for (const [number, program] of programs.entries()) {
      // Each is told once, and its trail follows.
      const place = wrong.findIndex(({ configuration }) => configuration === number);
      const packed = trails[place];
      verdicts.push({
        program,
        found:
          packed &&
          (await this.#found({ model, program, trail: { words, packed } }, request.signal)),
        ended: lines.some((line) => configurationIn(line, '@ended') === number),
        lost: new Set(lines.flatMap((line) => lostIn(line, number) ?? [])),
      });
    }
    const exhaustive = cut === undefined;
    return { ok: true, verdicts, ...figures, inputs: model.inputs, exhaustive, cut };
  }

  /** The compiled verifier, or the reason there is none. */
  async verifier(
    programs: readonly ValueProgram[],
    request: Pick<ValueCheckRequest, 'level' | 'constants'>,
  ): Promise<CompiledVerifier | { readonly reason: string }> {
    const printed = valueModel(programs, request);
    if (!printed.ok) return printed;
    const runner = this.#runnerOf(printed.model);
    return runner.builds.get('exact', this.#toolchain, runner.call(undefined));
  }

  /** The run that leads to a finding. */
  async trace(way: Way, signal?: AbortSignal): Promise<ValueTrace> {
    return (await this.#told(way, signal)).trace;
  }

  async #found(way: Way, signal: AbortSignal | undefined): Promise<FoundValue> {
    const { wrong, other } = await this.#told(way, signal);
    if (!wrong) throw new Error('a trail that is replayed leads to nothing wrong');
    return { finding: findingOf(way.program, wrong, other), way };
  }

  async #told({ model, program, trail }: Way, signal: AbortSignal | undefined) {
    const options = { silent: true, outputPrefix: '@' };
    const { output } = await this.#runnerOf(model).replay(trail, options, signal);
    return told(program, output);
  }

  async #search(
    runner: VerifierRunner,
    model: ValueModel,
    { timeout, signal, onProgress }: ValueCheckRequest,
    depth: number,
    words: readonly string[],
  ) {
    // Compiling it does not count.
    await runner.builds.get('exact', this.#toolchain, runner.call(signal));
    const limit = new AbortController();
    const alarm =
      timeout === undefined ? undefined : setTimeout(() => limit.abort(), timeout * 1000);
    const began = performance.now();
    let figures: SearchProgress = NO_PROGRESS;
    const lines: string[] = [];
    const trails: Trail['packed'][] = [];
    try {
      const both = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
      const heard = (progress: SearchProgress): void => {
        figures = progress;
        onProgress?.(progress);
      };
      const request = { bound: 'none', all: true, signal: both, onProgress: heard } as const;
      const { run } = await runner.search(request, depth, [...panOptions(model, depth), ...words], {
        outputPrefix: '@',
        onEvent(event) {
          if (event.kind === 'output') lines.push(event.line);
          else if (event.kind === 'trail') trails.push(event.trail.packed);
        },
      });
      if (!run) throw new Error('a search of values has no limit of its own');
      const outcome = outcomeOf(run, true);
      // The run's own lists: events may come too late.
      const { output, trails: written } = run;
      const packed = written.map((trail) => trail.packed);
      return { figures: outcome.figures, cut: outcome.cut, lines: output, trails: packed };
    } catch (error) {
      if (!(error instanceof Cancelled) || signal?.aborted === true || !limit.signal.aborted)
        throw error;
      const seconds = (performance.now() - began) / 1000;
      return { figures: { ...figures, seconds }, cut: 'time' as const, lines, trails };
    } finally {
      clearTimeout(alarm);
    }
  }

  #runnerOf(model: ValueModel): VerifierRunner {
    const { text } = model;
    const runner =
      this.#runners.get(text) ??
      new VerifierRunner(this.#toolchain, this.#options, buildsOf(model, this.#options), {
        ...DEPTH,
      });
    this.#runners.delete(text);
    this.#runners.set(text, runner);
    for (const old of this.#runners.keys()) {
      if (this.#runners.size <= MOST_KEPT) break;
      this.#runners.delete(old);
    }
    return runner;
  }
}

/** Two reports as one. */
function together(
  programs: readonly ValueProgram[],
  [first, second]: readonly [Checked, Checked],
): Checked {
  const verdicts = [...first.verdicts, ...second.verdicts];
  return {
    ...first,
    verdicts: programs.flatMap((each) => verdicts.find(({ program }) => program === each) ?? []),
    states: first.states + second.states,
    transitions: first.transitions + second.transitions,
    depth: Math.max(first.depth, second.depth),
    memoryMB: Math.max(first.memoryMB, second.memoryMB),
    seconds: first.seconds + second.seconds,
    inputs: first.inputs + second.inputs,
    exhaustive: first.exhaustive && second.exhaustive,
    cut: first.cut ?? second.cut,
  };
}

/** pan's directives, with room for the model's state. */
export function valueDefines({ vector }: Pick<ValueModel, 'vector'>): string[] {
  const room = 2 ** Math.ceil(Math.log2(Math.max(2048, 2 * vector + 1024)));
  return ['SAFETY', 'NOREDUCE', `VECTORSZ=${room}`];
}

function buildsOf(model: ValueModel, options: CheckerOptions): Builds {
  const defines = valueDefines(model);
  const quick: CompileOptions = { optimise: '-O0', defines };
  const fast: CompileOptions = { optimise: '-O2', defines };
  const create = (): Builds =>
    new Builds({
      sources: async (toolchain, call) =>
        (await toolchain.generate({ model: model.text }, call)).files,
      options: options.thorough === true ? fast : quick,
      orKept: [fast],
      ...(options.thorough !== true && { better: fast }),
    });
  return options.pool?.buildsOf(`values ${model.text}`, create) ?? create();
}

/** pan's options: a trail for every error, and continue. */
export const panOptions = ({ inputs, mode }: ValueModel, depth: number): string[] => {
  const table = Math.ceil(Math.log2(4 * inputs)) + (mode === 'chain' ? 1 : 4);
  return ['-E', '-c0', '-e', `-m${depth}`, `-w${Math.min(24, Math.max(12, table))}`, '-n'];
};
