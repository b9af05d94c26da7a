import type { Toolchain } from '../../spin/toolchain.ts';
import { Trace, type TraceModel } from '../../trace/index.ts';
import type { WalkPlan } from '../../spin/spin.ts';
import type { Inspection } from '../state.ts';

type Numbers = Record<string, number>;

/** SPIN walks a pure Promela model by its own or the user's choices, reporting progress. */
export async function simulatedTrace(
  toolchain: Toolchain,
  model: string,
  plan: WalkPlan,
  about: TraceModel,
  signal: AbortSignal,
) {
  const walk = await toolchain.walk({ model, plan }, { signal });
  const { columns, mtypes, changes, steps, choices, taken } = walk;
  const at = (step: number): Inspection => {
    const globals: Numbers = {};
    const locals = new Map<string, Inspection['locals'][number] & { values: Numbers }>();
    for (const [when, name, value] of changes) {
      if (when > step) break;
      const local = /^(\w+)\((\d+)\):(.*)$/.exec(name);
      if (!local) {
        globals[name] = value;
        continue;
      }
      const [, process = '', pid = '', own = ''] = local;
      const known = locals.get(pid) ?? { pid: Number(pid), process, values: {} };
      known.values[own] = value;
      locals.set(pid, known);
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
  const trace = new Trace(
    columns,
    { globals: end.globals, mtypes },
    { ...about, isOpen: choices !== undefined && choices.length > 0 },
  );
  return {
    trace,
    stateAt: at,
    view: {
      taken,
      choices: choices?.map(({ pid, ...choice }) => ({ ...choice, label: trace.label(pid) })),
    },
  };
}
