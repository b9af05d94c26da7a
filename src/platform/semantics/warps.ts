import { constantsBut } from '../../base/constants.ts';
import { sumOfAccesses } from './opencl.ts';
import { ndRange } from './nd-range.ts';
import type { Semantics } from './semantics.ts';

/** Warps of a group; the last one may have lanes without an item. */
const WARPS = '(group_size + WR - 1) / WR';

/** The second paper's idea for every kernel: WR work-items execute together, NS schedulers run a group's warps. */
export const warps = {
  id: 'warps' as const,
  label: 'Warps',
  machineLabel: 'Warps',
  inSentence: 'warps',
  help: 'Work-items execute in warps of WR lanes on NS schedulers; a branch costs every side that some lane takes',
  constants: constantsBut('NP'),
  madeOf: 'steps',
  spread: 'lanes',
  joinsCosts: '+',
  costRule:
    'Warps: what an access takes, GMT, LMT or AT ticks, is paid once for all lanes of a warp that take it, also by those that sit it out.',
  extraTicks: 0,
  overlapsIterations: false,
  dispatchTicks: 'DT',
  barrierTicks: 'BT',
  runsItems: true,
  runsWarps: true,
  runsReductions: false,
  statementCost: sumOfAccesses,
  layout: (shape) => ndRange(shape, { parts: `(${WARPS})`, elements: 'NS' }),
} satisfies Semantics;
