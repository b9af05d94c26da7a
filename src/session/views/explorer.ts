import type { Diagnostic } from '../../base/diagnostic.ts';
import { messageOf } from '../../base/message.ts';
import { lazy } from '../../base/lazy.ts';
import { eachStep, type PackedTrail } from '../../base/packed-trail.ts';
import {
  configurationOf,
  ModelChecker,
  type Problem,
  rangesOf,
  type TrailFiles,
  trailFiles,
  traceModelOf,
  unboundedRun,
} from '../../checker/index.ts';
import type { WalkPlan } from '../../spin/spin.ts';
import type { Toolchain } from '../../spin/toolchain.ts';
import type { Trace } from '../../trace/index.ts';
import type { Configuration, Trail, TuningResult } from '../../tuning/index.ts';
import type { SessionTools } from '../tools.ts';
import type { Run } from '../run/run.ts';
import { jobOf } from '../jobs/job.ts';
import type { ExplorerView, Inspection } from '../state.ts';
import { divergenceDiagnostics } from './divergence.ts';
import { simulatedTrace } from './simulated-trace.ts';
import { TRACE, type TraceView } from './trace-view.ts';

/** Where the trace that is shown comes from. */
interface Source {
  readonly inspect: (step: number) => Inspection | Promise<Inspection>;
  /** None where it is simulated. */
  readonly trail?: Trail;
  readonly problem: Problem;
}

/** Fetches traces and variables in a worker free of searches. */
export class Explorer {
  readonly #tools: Pick<SessionTools, 'store' | 'jobs' | 'memoryMB'>;
  readonly #toolchain: () => Toolchain;
  #source: Source | undefined;
  #inspecting = false;
  #wanted: number | undefined;

  constructor(tools: Pick<SessionTools, 'store' | 'jobs' | 'memoryMB' | 'toolchain'>) {
    this.#tools = tools;
    this.#toolchain = lazy(tools.toolchain);
  }

  /** No trace is shown any more. */
  closed(): void {
    this.#source = undefined;
    this.#wanted = undefined;
    this.#publish({});
  }

  /** Opens a result's counterexample and marks a deadlock's cause. A cancelled run's best is shown
   * too. */
  async explain(problem: Problem, checker: ModelChecker, result: TuningResult): Promise<void> {
    const deadlock = result.status === 'deadlock';
    if (deadlock) this.#markDivergence(problem, undefined);
    const { trail } = result;
    if (!trail) return;
    // A trail that cannot be followed is searched for again.
    const [values] = result.optima;
    const trace = await this.#open(problem, values ? { values } : {}, async (signal) => {
      const replayed = await checker.replay(trail, signal);
      return [replayed, this.#sourceOf(problem, trail, signal)];
    });
    if (deadlock && trace) this.#markDivergence(problem, trace);
  }

  /** Opens a found run: the answer's, unless `values` are given. */
  async openTrail(problem: Problem, trail: Trail, values?: Configuration): Promise<void> {
    const about = values ? { values, origin: 'schedules' as const } : {};
    await this.#open(problem, about, async (signal) => {
      const checker = this.#checker(problem);
      const replayed = await checker.replay(trail, signal);
      return [replayed, this.#sourceOf(problem, trail, signal, checker)];
    });
  }

  /** Shows an answer's trace that was replayed elsewhere. */
  take(problem: Problem, trail: Trail, trace: Trace): void {
    this.closed();
    this.#source = this.#sourceOf(problem, trail, new AbortController().signal);
    const values = configurationOf(problem, trace.finish, trace.variables);
    const { level } = problem.model;
    this.#tools.jobs.show(TRACE, { phase: 'ended', trace, level, ...(values && { values }) });
  }

  /** Shows no trace. */
  close(): void {
    this.closed();
    this.#tools.jobs.forget(TRACE);
  }

  /** Opens one configuration's run.
   * @param isAnswer it is the best found, not opened beside it. */
  async openTraceOf(problem: Problem, values: Configuration, isAnswer = false): Promise<void> {
    const about = isAnswer ? { values } : { values, origin: 'configuration' as const };
    await this.#open(problem, about, async (signal) => {
      const checker = this.#checker(problem);
      const request = { configuration: values, signal };
      const finished = await checker.search({ ...request, bound: 'none' });
      const { trail } = finished.trail
        ? finished
        : await checker.search({ ...request, bound: 'deadlock' });
      if (!trail) throw new Error('This configuration is invalid: it has no run.');
      const replayed = await checker.replay(trail, signal);
      return [replayed, this.#sourceOf(problem, trail, signal, checker)];
    });
  }

  /** Opens a run that SPIN simulates of one configuration. */
  async openSimulation(problem: Problem, plan: WalkPlan, values: Configuration): Promise<void> {
    await this.#open(problem, { values, origin: 'simulation' }, async (signal) => {
      if (!problem.model.simulation)
        throw new Error("SPIN's simulator runs no C, which this model is made of: open its trace.");
      const ranges = rangesOf(problem, values);
      const { text, sources } = problem.model.simulation(unboundedRun(problem, ranges));
      // Its lines are not those of the verifier's model.
      const about = { ...traceModelOf(problem, values), sources };
      const run = await simulatedTrace(this.#toolchain(), text, plan, about, signal);
      this.#publish(run.view);
      return [run.trace, { problem, inspect: run.stateAt }];
    });
  }

  /** Replaces the shown trace. Never rejects; failures are shown. */
  async #open(
    problem: Problem,
    about: Pick<TraceView, 'values' | 'origin'>,
    get: (signal: AbortSignal) => Promise<[Trace, Source]>,
  ): Promise<Trace | undefined> {
    this.closed();
    const { store, jobs } = this.#tools;
    const looked = (source: Source): void => void (this.#source = source);
    // The view stays during one more step of a simulation.
    const before = about.origin === 'simulation' ? jobOf(store.getState(), TRACE) : about;
    const begun = { ...before, message: undefined };
    const view = await jobs.start(TRACE, begun, async function* ({ signal }) {
      const [trace, source] = await get(signal);
      if (signal.aborted) return;
      looked(source);
      // Among equal optima the trail is of one.
      const values = configurationOf(problem, trace.finish, trace.variables) ?? about.values;
      yield { trace, level: problem.model.level, ...about, values };
    });
    if (view?.phase !== 'failed') return view?.trace;
    jobs.show(TRACE, { phase: 'failed', message: view.message, ...about });
    return undefined;
  }

  /** The variables after a step. Of overlapping requests the last counts. */
  async inspect(step: number): Promise<void> {
    this.#wanted = step;
    if (this.#inspecting) return;
    this.#inspecting = true;
    while (this.#wanted !== undefined && this.#source) {
      const [next, source] = [this.#wanted, this.#source];
      this.#wanted = undefined;
      const view = (): ExplorerView => this.#tools.store.getState().explorer;
      if (view().inspection?.step === next) continue;
      const { uninspected: _, ...before } = view();
      try {
        const inspection = await source.inspect(next);
        if (this.#source === source) this.#publish({ ...before, inspection });
      } catch (error) {
        // Cancelled by another trace; else the verifier does not follow its trail.
        const why = messageOf(error);
        if (this.#source === source) this.#publish({ ...view(), uninspected: { step: next, why } });
      }
    }
    this.#inspecting = false;
  }

  /** The shown trail to save; a simulation has none. */
  files(): TrailFiles | undefined {
    const { problem, trail } = this.#source ?? {};
    return problem && trail && trailFiles(problem, trail);
  }

  /** The trail's steps that ran wanted statements, in order. */
  async stepsOf(isWanted: (transition: number) => boolean): Promise<Uint32Array> {
    const trail = this.#source?.trail;
    return trail ? stepsIn(trail.packed, isWanted) : new Uint32Array(0);
  }

  /** Marks the barriers of a deadlock. */
  #markDivergence({ kernel }: Problem, trace: Trace | undefined): void {
    const { store } = this.#tools;
    const values = trace?.variables ?? stuckValues(store.getState().run);
    const runDiagnostics: readonly Diagnostic[] = divergenceDiagnostics(kernel, trace, values);
    store.setState({ runDiagnostics });
  }

  #sourceOf(
    problem: Problem,
    trail: Trail,
    signal: AbortSignal,
    checker = this.#checker(problem),
  ): Source {
    return {
      problem,
      trail,
      async inspect(step) {
        const state = await checker.stateAt(trail, step, signal);
        const { globals, locals, processes, mtypes } = state;
        return {
          step,
          // Names of messages are no variables.
          globals: Object.fromEntries(
            Object.entries(globals).filter(([name]) => !(name in mtypes)),
          ),
          locals,
          places: processes,
        };
      },
    };
  }

  #checker(problem: Problem): ModelChecker {
    const memoryMB = this.#tools.memoryMB();
    return new ModelChecker(this.#toolchain(), problem, { memoryMB });
  }

  #publish(explorer: ExplorerView): void {
    this.#tools.store.setState({ explorer });
  }
}

/** A configuration that a simulation found stuck. */
function stuckValues({ configurations }: Run): Configuration | undefined {
  for (const { status, values } of configurations) if (status === 'deadlock') return values;
  return undefined;
}

/** A trail's step numbers with wanted transitions. */
function stepsIn(trail: PackedTrail, isWanted: (transition: number) => boolean): Uint32Array {
  const found: number[] = [];
  // Asked once per transition: few transitions, but millions of steps.
  const known: (boolean | undefined)[] = [];
  eachStep(trail, (step, _, transition) => {
    if (step > 0 && (known[transition] ??= isWanted(transition))) found.push(step);
  });
  return Uint32Array.from(found);
}
