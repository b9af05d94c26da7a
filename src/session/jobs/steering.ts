import { Cancelled } from '../../base/failure.ts';
import { Latest } from '../../base/latest.ts';
import { lazy } from '../../base/lazy.ts';
import { messageOf } from '../../base/message.ts';
import { ValueChecker } from '../../checker/index.ts';
import type { Configuration } from '../../tuning/index.ts';
import type { SessionTools } from '../tools.ts';
import type { JobTools } from './jobs.ts';
import { NO_STEERING, ORDERS, type OrdersView } from './steering-view.ts';

/** The user schedules a configuration; SPIN searches for a schedule that fails. */
export function createSteering({
  store,
  jobs,
  derivation,
  reading,
  valuesRunner,
}: Pick<SessionTools, 'store' | 'jobs' | 'derivation' | 'reading' | 'valuesRunner'>) {
  const runner = lazy(valuesRunner);
  const latest = new Latest();

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

  async function steer(configuration: Configuration, choices: readonly number[]): Promise<void> {
    const signal = latest.start();
    const fail = (message: string): void =>
      store.setState({ steering: { phase: 'failed', choices, message } });
    try {
      const { program, about } = await posed(configuration, signal);
      const run = await runner().steer(program, choices, about, signal);
      if (!latest.is(signal)) return;
      if (run.obstacle !== undefined) return fail(run.obstacle);
      const { trace } = run;
      store.setState({
        steering: { phase: 'running', choices, run },
        ...(trace && { valueTrace: { phase: 'ended', trace } }),
      });
    } catch (error) {
      if (error instanceof Cancelled || !latest.is(signal)) return;
      fail(messageOf(error));
    }
  }

  async function* search(
    configuration: Configuration,
    { toolchain, memoryMB, signal }: JobTools,
  ): AsyncGenerator<Partial<OrdersView>, void> {
    const { program, about } = await posed(configuration, signal);
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
      store.setState({ valueTrace: { phase: 'ended', finding: found.finding, trace } });
    }
    yield {
      states,
      seconds,
      exhaustive: exhaustive || found !== undefined,
      ...(found && { found: found.finding.message }),
    };
  }

  return {
    /** Runs one group in the chosen order; a single possible item goes on by itself. */
    steer: (configuration: Configuration, choices: readonly number[]) =>
      void steer(configuration, choices),
    /** SPIN seeks an access order that fails; it opens that run. */
    searchOrders: (configuration: Configuration) =>
      void jobs.start(ORDERS, {}, (tool) => search(configuration, tool)),
    endSteering(): void {
      latest.leave();
      jobs.forget(ORDERS);
      store.setState({ steering: NO_STEERING, valueTrace: { phase: 'none' } });
    },
  };
}
