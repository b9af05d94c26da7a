import { lazy } from '../../base/lazy.ts';
import { valuesEngine } from '../../checker/values-on-demand.ts';
import type { Configuration } from '../../tuning/index.ts';
import type { GivenInputs } from '../../values/index.ts';
import type { SessionTools } from '../tools.ts';
import type { JobTools } from './jobs.ts';
import { jobOf } from './job.ts';
import { ORDERS, type OrdersView, STEERING, type SteeringView } from './steering-view.ts';
import { VALUE_TRACE } from './verification.ts';

/** The user schedules a configuration; SPIN searches for a schedule that fails. */
export function createSteering({
  store,
  jobs,
  derivation,
  reading,
  valuesRunner,
}: Pick<SessionTools, 'store' | 'jobs' | 'derivation' | 'reading' | 'valuesRunner'>) {
  const runner = lazy(valuesRunner);
  const view = (): SteeringView => jobOf(store.getState(), STEERING);

  /** A configuration's program at the set size. */
  async function posed(configuration: Configuration, signal: AbortSignal) {
    const { constants, text = '' } = derivation() ?? {};
    const reader = reading();
    if (!constants || !reader) throw new Error('The kernel or its platform has errors.');
    const kernelName = store.getState().derived.kernelName;
    const setting = { kernelName, constants, given: configuration };
    const { programs, obstacle } = await reader.poseValues(text, setting, signal);
    const [program] = programs;
    if (!program) throw new Error(obstacle ?? 'What this kernel computes cannot be followed.');
    return { program, about: { text, constants: { ...constants } } };
  }

  /** The run before stays until the next one is there. */
  const steer = (
    configuration: Configuration,
    choices: readonly number[],
    given: GivenInputs = view().given ?? {},
  ): Promise<SteeringView | undefined> =>
    jobs.start(STEERING, { ...view(), given, message: undefined }, async function* ({ signal }) {
      const { program, about } = await posed(configuration, signal);
      const run = await runner().steer(program, choices, { ...about, given }, signal);
      if (signal.aborted) return;
      if (run.obstacle !== undefined) throw new Error(run.obstacle);
      const { trace } = run;
      if (trace) jobs.show(VALUE_TRACE, { phase: 'ended', trace });
      yield { choices: run.taken, run };
    });

  async function* search(
    configuration: Configuration,
    { toolchain, memoryMB, signal }: JobTools,
  ): AsyncGenerator<Partial<OrdersView>, void> {
    const { program, about } = await posed(configuration, signal);
    const { ValueChecker } = await valuesEngine();
    const checker = new ValueChecker(toolchain, { memoryMB });
    const report = await checker.check([program], {
      level: 'free',
      constants: about.constants,
      ignoreRaces: true,
      signal,
    });
    if (!report.ok) throw new Error(`SPIN cannot search it: ${report.reason}.`);
    const { states, seconds, exhaustive } = report;
    const found = report.verdicts[0]?.found;
    if (found) {
      const trace = await checker.trace(found.way, signal);
      jobs.show(VALUE_TRACE, { phase: 'ended', finding: found.finding, trace });
    }
    yield {
      states,
      seconds,
      exhaustive: exhaustive || found !== undefined,
      ...(found && { found: found.finding.message }),
    };
  }

  return {
    /** Runs in the chosen order, one group after the other; a single possible item goes on by itself.
     * @returns what came of it, unless another order was chosen. */
    steer,
    /** SPIN seeks an access order that fails; it opens that run. */
    searchOrders: (configuration: Configuration) =>
      void jobs.start(ORDERS, {}, (tool) => search(configuration, tool)),
    endSteering(): void {
      for (const job of [ORDERS, STEERING, VALUE_TRACE]) jobs.forget(job);
    },
  };
}
