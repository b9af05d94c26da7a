import type { Result } from '../../base/diagnostic.ts';
import type { Span } from '../../base/span.ts';
import type { Kernel } from '../../kernel/ir.ts';
import { nodesIn } from '../../kernel/ir.ts';
import type { Semantics } from '../../platform/index.ts';
import type { Model } from '../generated.ts';
import type { Level } from '../levels.ts';
import { AT_RUN_TIME, contextOf, made, runVariables, timeVariables } from '../made.ts';
import { main } from '../processes/main.ts';
import * as p from '../syntax/index.ts';
import * as processes from './processes.ts';

/** The second paper's listings, mended only so that they run. */
export function listingsModel(kernel: Kernel, semantics: Semantics, level: Level): Result<Model> {
  const folding = { elements: false, units: false, kinds: false, repeats: false };
  const context = contextOf({ kernel, semantics, level, folding, wide: false });
  const model: p.PromelaModel = {
    comment: [
      `${kernel.name}: the second paper's listings 3 to 9, mended only so that they run.`,
      `${AT_RUN_TIME}.`,
    ],
    messages: ['go', 'done'],
    globals: [
      runVariables(context),
      [
        ...timeVariables(context, 'ticks'),
        p.declare('long', 'groups', 'work-groups, WGs in the listings'),
        p.declare('byte', 'units', 'multiprocessors that work, of NM'),
        p.declare('long', 'warps', 'that a dispatcher runs for a group'),
        p.declare('byte', 'NRP', 'elements at work'),
        p.declare('byte', 'NRP_work', 'those of them that have counted this tick'),
      ],
      [p.channel('m_hst', 'mtype')],
    ],
    processes: [
      main(context),
      processes.host(),
      processes.unit(),
      processes.scheduler(),
      processes.pex(context, placesIn(kernel)),
      processes.barrier(),
      processes.clock(),
    ],
    forgets: false,
    kinds: false,
  };
  const steps: Model['steps'] = ({ WG = 1, TS = 1 }, { size, NU, NS, WR, GMT }) => {
    const groups = size / WG;
    const rounds = groups <= NU ? 1 : 1 + groups / NU;
    const ticks = rounds * (WG / (WR * NS)) * 2 * (GMT + size / TS + 2);
    return ticks * Math.min(groups, NU) * NS * WR * STEPS_OF_TICK;
  };
  return { ok: true, diagnostics: [], value: made(context, () => model, { steps }) };
}

/** Steps per element and tick, as counted, with those SPIN tries in vain. */
const STEPS_OF_TICK = 12;

/** Where the kernel loads, meets, branches and writes. */
function placesIn({ body, span }: Kernel): processes.Places {
  const nodes = [...nodesIn(body)];
  const spanOf = (kind: string, at: number): Span =>
    nodes.filter((node) => node.kind === kind).at(at)?.span ?? span;
  return {
    load: spanOf('work', 0),
    sides: spanOf('branch', 0),
    meets: [spanOf('barrier', 0), spanOf('barrier', 1)],
    write: spanOf('work', -1),
  };
}
