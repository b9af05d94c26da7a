import { Cancelled } from '../../base/failure.ts';
import { Latest } from '../../base/latest.ts';
import { lazy } from '../../base/lazy.ts';
import { messageOf } from '../../base/message.ts';
import { ValueChecker } from '../../checker/index.ts';
import type { Configuration } from '../../tuning/index.ts';
import type { SessionTools } from '../environment.ts';
import type { Reading } from '../reading/reading.ts';
import { SideJob } from './side-job.ts';
import { NO_ORDERS, NO_STEERING, type OrdersView } from './steering-view.ts';

/** Lets the user be the scheduler of one configuration, and asks SPIN whether any scheduler could have it go wrong. */
export function createSteering(tools: SessionTools, reading: () => Reading | undefined) {
  const { store, derivation } = tools;
  const runner = lazy(tools.valuesRunner);
  const latest = new Latest();
  const orders = new SideJob<OrdersView>(tools, NO_ORDERS, (view) =>
    store.setState({ orders: view }),
  );

  /** The program of a configuration at the size that is set. */
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
        steering: { phase: 'ready', choices, run },
        ...(trace && { valueTrace: { phase: 'ready', trace } }),
      });
    } catch (error) {
      if (error instanceof Cancelled || !latest.is(signal)) return;
      fail(messageOf(error));
    }
  }

  async function* search(
    configuration: Configuration,
    tool: Parameters<Parameters<typeof orders.start>[1]>[0],
  ): AsyncGenerator<Partial<OrdersView>, void> {
    const { toolchain, memoryMB, signal } = tool;
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
      store.setState({ valueTrace: { phase: 'ready', finding: found.finding, trace } });
    }
    yield {
      ...{ states, seconds },
      exhaustive: exhaustive || found !== undefined,
      ...(found && { found: found.finding.message }),
    };
  }

  return {
    /** Runs a configuration (of one group, at the size that is set) with the work-items in the order that is chosen;
     * where only one can go on it does. */
    steer: (configuration: Configuration, choices: readonly number[]) =>
      void steer(configuration, choices),
    /** Asks SPIN whether any order of all accesses breaks what should hold; it opens the run where one does. */
    searchOrders: (configuration: Configuration) =>
      void orders.start({}, (tool) => search(configuration, tool)),
    endSteering(): void {
      latest.leave();
      orders.forget();
      store.setState({ steering: NO_STEERING, valueTrace: { phase: 'none' } });
    },
  };
}
