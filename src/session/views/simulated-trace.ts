import type { Toolchain } from '../../spin/toolchain.ts';
import { Trace, type TraceModel } from '../../trace/index.ts';
import type { WalkPlan } from '../../spin/spin.ts';
import type { Choice, Inspection } from '../state.ts';

/** A simulated run, as far as it has come. */
export interface SimulatedRun {
  readonly trace: Trace;
  /** What can be done next, where SPIN waits to be told. */
  readonly choices?: readonly Choice[];
  /** The choices that led there, those without an alternative included. */
  readonly taken: readonly number[];
  stateAt(step: number): Inspection;
}

/** Has SPIN walk through a model (pure Promela): by its own choices, or by the user's. */
export async function simulatedTrace(
  toolchain: Toolchain,
  model: string,
  plan: WalkPlan,
  about: TraceModel,
  signal: AbortSignal,
): Promise<SimulatedRun> {
  const walk = await toolchain.walk({ model, plan }, { signal });
  const { columns, mtypes, changes, steps, choices, taken } = walk;
  const at = (step: number): Inspection => {
    const globals: Record<string, number> = {};
    const locals = new Map<
      number,
      { pid: number; process: string; values: Record<string, number> }
    >();
    for (const [when, name, value] of changes) {
      if (when > step) break;
      const local = /^(\w+)\((\d+)\):(.*)$/.exec(name);
      if (!local) {
        globals[name] = value;
        continue;
      }
      const [, process = '', pid, own = ''] = local;
      const values = locals.get(Number(pid)) ?? { pid: Number(pid), process, values: {} };
      values.values[own] = value;
      locals.set(Number(pid), values);
    }
    const places = new Map<number, number>();
    for (const [when, pid, line] of steps) {
      if (when > step) break;
      places.set(pid, line);
    }
    return {
      step,
      globals,
      locals: [...locals.values()],
      places: [...places].map(([pid, line]) => ({ pid, line, next: [] })),
    };
  };
  const end = at(Infinity);
  const trace = new Trace(columns, { globals: end.globals, mtypes }, about);
  return {
    trace,
    taken,
    stateAt: at,
    ...(choices && {
      choices: choices.map(({ number, pid, statement, line }) => ({
        number,
        label: trace.label(pid),
        statement,
        ...(line !== undefined && { line }),
      })),
    }),
  };
}
