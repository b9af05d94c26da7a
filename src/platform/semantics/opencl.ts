import { constantsBut } from '../../base/constants.ts';
import { type Expr, num } from '../../front/expr.ts';
import type { Space, Work } from '../../kernel/ir.ts';
import { binary } from '../../front/algebra.ts';
import { ndRange } from './nd-range.ts';
import type { Semantics } from './semantics.ts';

/** Every access costs its time, one after the other. */
export const opencl = {
  id: 'opencl' as const,
  label: 'OpenCL',
  machineLabel: 'Abstract machine',
  inSentence: 'OpenCL',
  help: 'Phases last exactly their cost; barriers and dispatch take time',
  constants: constantsBut('NS', 'WR'),
  madeOf: 'steps',
  spread: 'strided',
  joinsCosts: '+',
  costRule:
    'OpenCL semantics: a global access takes GMT ticks, a local one LMT, an operation of arithmetic AT, one after the other.',
  extraTicks: 0,
  overlapsIterations: false,
  dispatchTicks: 'DT',
  barrierTicks: 'BT',
  runsItems: true,
  runsWarps: false,
  runsReductions: false,
  statementCost: sumOfAccesses,
  layout: (shape) => ndRange(shape, { parts: 'group_size', elements: 'NP' }),
} satisfies Semantics;

/** Accesses one after the other, by memory space. */
export function sumOfAccesses(work: Work): ReadonlyMap<Space, Expr> {
  const costs = new Map<Space, Expr>();
  for (const { space, ticks } of work.accesses) {
    if (ticks.kind === 'number' && ticks.value === 0) continue;
    costs.set(space, binary('+', costs.get(space) ?? num(0), ticks));
  }
  return costs;
}
