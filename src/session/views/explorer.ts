import { Cancelled } from '../../base/failure.ts';
import { messageOf } from '../../base/message.ts';
import { eachStep, type PackedTrail } from '../../base/packed-trail.ts';
import type { Toolchain } from '../../spin/toolchain.ts';
import type { Trace } from '../../trace/index.ts';
import type { Configuration, Trail } from '../../tuning/index.ts';
import { simulatedTrace, type Choice, type SimulatedRun } from './simulated-trace.ts';
import {
  ModelChecker,
  type Problem,
  rangesOf,
  traceModelOf,
  type TrailFiles,
  trailFiles,
  unboundedRun,
} from '../../checker/index.ts';
import type { TraceView } from '../state.ts';

/** Variables and places of the processes after a step. */
export interface Inspection {
  readonly step: number;
  readonly globals: Readonly<Record<string, number>>;
  readonly locals: readonly {
    readonly pid: number;
    readonly process: string;
    readonly values: Readonly<Record<string, number>>;
  }[];
  /** Where processes stand: their next Promela line, absent at their end, and what stands there. */
  readonly places: readonly {
    readonly pid: number;
    readonly line?: number;
    readonly next: readonly string[];
  }[];
}

/** What of the trace is asked for beside its events. */
export interface ExplorerView {
  readonly inspection?: Inspection;
  /** The enabled steps of a free simulation that waits for one to be chosen, and those taken so far. */
  readonly choices?: readonly Choice[];
  readonly taken?: readonly number[];
  /** Whether SPIN is simulating now. */
  readonly simulating?: boolean;
}

/** How a model is simulated: by the seed of SPIN's choices, or by the user's choices so far. */
export type SimulationPlan = { readonly seed: number } | { readonly choices: readonly number[] };

interface Source {
  readonly problem: Problem;
  readonly checker: ModelChecker;
  readonly trail: Trail;
}

interface Surroundings {
  readonly toolchain: () => Toolchain;
  readonly memoryMB: () => number;
  readonly problem: () => Problem | undefined;
  readonly show: (trace: TraceView) => void;
  readonly publish: (view: ExplorerView) => void;
}

/** What belongs to the trace that is looked at: it fetches traces, and tells their variables. It has a
 * worker of its own, so that a search does not keep it waiting. */
export class Explorer {
  readonly #around: Surroundings;
  #toolchain: Toolchain | undefined;
  #source: Source | undefined;
  #simulated: SimulatedRun | undefined;
  #controller = new AbortController();
  #inspecting = false;
  #wanted: number | undefined;
  #view: ExplorerView = {};

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** The trace that is shown now comes from this trail. */
  opened(problem: Problem, trail: Trail): void {
    this.closed();
    this.#source = { problem, trail, checker: this.#checker(problem) };
  }

  /** No trace is shown any more. */
  closed(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
    this.#source = undefined;
    this.#simulated = undefined;
    this.#wanted = undefined;
    this.#publish({});
  }

  /** Opens the run of one configuration. */
  async openTraceOf(values: Configuration): Promise<void> {
    await this.#open(values, undefined, async (problem, signal) => {
      const checker = this.#checker(problem);
      const request = { configuration: values, signal };
      const finished = await checker.search({ ...request, bound: 'none' });
      const { trail } = finished.trail
        ? finished
        : await checker.search({ ...request, bound: 'deadlock' });
      if (!trail) throw new Error('This configuration is invalid: it has no run.');
      const trace = await checker.replay(trail, signal);
      this.#source = { problem, trail, checker };
      return trace;
    });
  }

  /** Opens a run that SPIN simulates, of one configuration or of any. */
  async openSimulation(plan: SimulationPlan, values: Configuration): Promise<void> {
    await this.#open(values, 'simulation', async (problem, signal) => {
      const text = problem.model.simulation(unboundedRun(problem, rangesOf(problem, values)));
      const about = traceModelOf(problem, values);
      const run = await simulatedTrace(this.#tools(), text, plan, about, signal);
      this.#simulated = run;
      this.#publish({ ...(run.choices && { choices: run.choices }), taken: run.taken });
      return run.trace;
    });
  }

  async #open(
    values: Configuration,
    origin: TraceView['origin'],
    get: (problem: Problem, signal: AbortSignal) => Promise<Trace>,
  ): Promise<void> {
    const given = this.#around.problem();
    if (!given) return;
    this.closed();
    const { signal } = this.#controller;
    const about = { values, ...(origin && { origin }) };
    // One step more of a simulation: what is seen stays until then.
    if (origin === 'simulation') this.#publish({ simulating: true });
    else this.#around.show({ phase: 'loading', ...about });
    try {
      const trace = await get(given, signal);
      if (!signal.aborted) this.#around.show({ phase: 'ready', trace, ...about });
    } catch (error) {
      if (signal.aborted || error instanceof Cancelled) return;
      this.#publish({});
      const message = messageOf(error);
      this.#around.show({ phase: 'failed', message, ...about });
    }
  }

  /** Tells the variables after a step. Of several asked for while one is looked up, the last counts. */
  async inspect(step: number): Promise<void> {
    this.#wanted = step;
    if (this.#inspecting) return;
    this.#inspecting = true;
    while (this.#wanted !== undefined && (this.#source ?? this.#simulated)) {
      const next = this.#wanted;
      this.#wanted = undefined;
      if (this.#view.inspection?.step === next) continue;
      const { signal } = this.#controller;
      try {
        const inspection = await this.#inspection(next, signal);
        if (!signal.aborted) this.#publish({ ...this.#view, inspection });
      } catch {
        // Cancelled, or the verifier does not follow its trail again: then there are none to show.
      }
    }
    this.#inspecting = false;
  }

  async #inspection(step: number, signal: AbortSignal): Promise<Inspection> {
    if (this.#simulated) return this.#simulated.stateAt(step);
    if (!this.#source) throw new Cancelled();
    const { checker, trail } = this.#source;
    const { globals, locals, processes, mtypes } = await checker.stateAt(trail, step, signal);
    return {
      step,
      // Names of messages are no variables.
      globals: Object.fromEntries(Object.entries(globals).filter(([name]) => !(name in mtypes))),
      locals,
      places: processes.map(({ pid, line, next }) => ({
        pid,
        next,
        ...(line !== undefined && { line }),
      })),
    };
  }

  /** The trail that is shown, to be saved. Nothing where the trace is a simulation. */
  files(): TrailFiles | undefined {
    return this.#source && trailFiles(this.#source.problem, this.#source.trail);
  }

  /** The steps of the trail that ran a Promela line, in order. */
  async stepsOf(isWanted: (transition: number) => boolean): Promise<Uint32Array> {
    return this.#source ? stepsIn(this.#source.trail.packed, isWanted) : new Uint32Array(0);
  }

  #publish(view: ExplorerView): void {
    this.#view = view;
    this.#around.publish(view);
  }

  #tools(): Toolchain {
    return (this.#toolchain ??= this.#around.toolchain());
  }

  #checker(problem: Problem): ModelChecker {
    const memoryMB = this.#around.memoryMB();
    return new ModelChecker(this.#tools(), problem, { memoryMB });
  }
}

/** The numbers of the steps of a trail with a wanted transition. */
function stepsIn(trail: PackedTrail, isWanted: (transition: number) => boolean): Uint32Array {
  const found: number[] = [];
  // Asked once for each transition: there are few of them, and millions of steps.
  const known: (boolean | undefined)[] = [];
  eachStep(trail, (step, _, transition) => {
    if (step > 0 && (known[transition] ??= isWanted(transition))) found.push(step);
  });
  return Uint32Array.from(found);
}
