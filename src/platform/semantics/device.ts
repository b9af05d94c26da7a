import { expr } from '../../front/expr-parser.ts';
import { assign, check, HAS_ITEMS, ITEMS_DIVIDE, type LayoutRules, type Shape } from '../layout.ts';
import { opencl } from './opencl.ts';
import type { Semantics } from './semantics.ts';

const GROUPS = 'items / group_size';

/** A real machine: some warps wait for memory while others compute, as their programs say. */
export const device = {
  id: 'device' as const,
  label: 'Device',
  machineLabel: 'Real machine',
  inSentence: 'device',
  help: 'A real machine: schedulers hide latency, ports and caches have a width, registers and local memory limit groups',
  constants: ['size'],
  onMachine: true,
  madeOf: 'programs',
  // A wave is one step; telling its steps apart is dear.
  usualLevel: 'accelerated',
  interleaving: {
    is: false,
    otherwise: {
      code: 'no-level-free',
      message:
        'The device semantics has no level free: requests are served first come, first served, so that there is one order.',
      hint: 'Choose another level.',
    },
  },
  // In the text the costs of single accesses are shown.
  joinsCosts: opencl.joinsCosts,
  costRule:
    'Device semantics: what an access costs depends on the addresses of the lanes of a warp; what it keeps waiting, on the other warps.',
  extraTicks: 0,
  overlapsIterations: false,
  runsItems: true,
  runsWarps: false,
  runsReductions: false,
  noGlobalBarrier: {
    code: 'global-barrier',
    message: 'The device semantics has no barrier between all groups: it runs them in waves.',
    hint: 'Choose the OpenCL semantics.',
  },
  statementCost: opencl.statementCost,
  layout,
} satisfies Semantics;

/** The warps' programs say which groups run when (see `DeviceProgram`). */
function layout({ folding }: Shape): LayoutRules {
  return {
    checks: [
      HAS_ITEMS,
      ...ITEMS_DIVIDE,
      check(
        'end_devices',
        'ND == 1',
        (value) => `the device semantics is of one device; ND is ${value('ND')}`,
      ),
    ],
    assignments: [assign('units', folding.units ? '1' : `min(${GROUPS}, NU)`)],
    standsFor: { elements: [], ...(folding.units && { units: expr(`min(${GROUPS}, NU)`) }) },
  };
}
