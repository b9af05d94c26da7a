import type { Result } from '../../base/diagnostic.ts';
import type { Span } from '../../base/span.ts';
import type { Kernel } from '../../kernel/ir.ts';
import { nodesIn } from '../../kernel/ir.ts';
import { type Folding, type Lack, Layout, semanticsOf } from '../../platform/index.ts';
import { choosingContext, runVariables } from '../choosing.ts';
import type { Model } from '../generated.ts';
import { type Level, levelOf } from '../levels.ts';
import { parameterNames } from '../names.ts';
import { printPlain } from '../print/plain.ts';
import type { Printed } from '../print/printer.ts';
import type { RunTime } from '../print/run-time.ts';
import { main } from '../processes/main.ts';
import * as p from '../syntax/index.ts';
import * as processes from './processes.ts';
import { notMeantFor } from './shape.ts';

const FREE_ALONE: Lack = {
  code: 'level-free-alone',
  message:
    'The listings of the second paper have level free alone: their time depends on the schedule, and the other levels choose one.',
  hint: 'Choose level free, or the semantics Fermi, mended.',
};

const NO_FOLDING: Folding = { elements: false, units: false, kinds: false, repeats: false };

/** The second paper's listings as a model of its kernel, mended only so that they run. */
export function fermiPrintedModel(kernel: Kernel, level: Level): Result<Model> {
  const semantics = semanticsOf('fermi-printed');
  const lack =
    notMeantFor(kernel, semantics) ?? (levelOf(level).interleaves ? undefined : FREE_ALONE);
  if (lack) return { ok: false, diagnostics: [{ severity: 'error', span: kernel.span, ...lack }] };
  const layout = new Layout(
    { kernel, folding: NO_FOLDING, hasGlobalBarrier: false, isReduction: false },
    semantics,
  );
  const parameters = parameterNames(kernel);
  const context = choosingContext({
    ...{ kernel, semantics, layout, level, parameters },
    folding: NO_FOLDING,
    wide: false,
  });
  const write = (runTime: RunTime): Printed =>
    printPlain(
      {
        comment: [
          `${kernel.name}: the second paper's listings 3 to 9, mended only so that they run.`,
          'The platform, the size, the ranges of the tuning parameters and the bound T are given at run time.',
        ],
        messages: ['go', 'done'],
        globals: [
          runVariables(kernel, parameters),
          [
            p.declare('long', 'time', 'model time, in ticks'),
            p.declare('bool', 'FIN', 'the program has finished'),
            ...kernel.parameters.map(({ name }) => p.declare('int', context.nameOf(name))),
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
      },
      runTime,
    );
  const verified = write({ kernel, parameters });
  return {
    ok: true,
    diagnostics: [],
    value: {
      text: verified.text,
      sources: verified.sources,
      parameterNames: parameters,
      canDiverge: false,
      folding: NO_FOLDING,
      level,
      wide: false,
      invalid: (values, constants) => layout.invalid(values, constants),
      // Small machines alone can be searched at level free.
      uncountable: () => undefined,
      standsFor: (values, constants) => layout.standsFor(values, constants),
      steps: ({ WG = 1, TS = 1 }, { size, NU, NS, WR, GMT }) => {
        const groups = size / WG;
        const rounds = groups <= NU ? 1 : 1 + groups / NU;
        const ticks = rounds * (WG / (WR * NS)) * 2 * (GMT + size / TS + 2);
        return ticks * Math.min(groups, NU) * NS * WR * STEPS_OF_TICK;
      },
      simulation: (run, initial) => write({ kernel, parameters, run, initial }).text,
    },
  };
}

/** Steps of an element in a tick, as counted: it counts the tick, tells of it and waits, and meets others now and
 * then, for which SPIN tries many that cannot go on. */
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
