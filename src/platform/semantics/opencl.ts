import { type Expr, num } from '../../kernel/expr.ts';
import type { Space } from '../../kernel/ir.ts';
import { binary } from '../../kernel/algebra.ts';
import { expr } from '../../kernel/expr-parser.ts';
import {
  assign,
  check,
  fewEnough,
  firstDevice,
  fitsMemory,
  HAS_ITEMS,
  type LayoutRules,
  MOST_PROCESSES,
  MOST_UNITS,
  roundsOf,
  type Shape,
  WORKING,
} from '../layout.ts';
import type { Semantics } from './semantics.ts';

const GROUPS = 'items / group_size';
const UNITS = `min(${GROUPS}, ND * NU)`;
const ROUNDS = `(${GROUPS} + ${UNITS} - 1) / ${UNITS}`;
/** Whether some elements have an item more than the others. */
const UNEVEN = 'group_size > NP && group_size % NP != 0';

/** Every access costs its time, one after the other. */
export const opencl = {
  id: 'opencl' as const,
  label: 'OpenCL',
  inSentence: 'OpenCL',
  help: 'Phases last exactly their cost; barriers and dispatch take time',
  constants: ['size', 'ND', 'NU', 'NP', 'GMT', 'LMT', 'AT', 'BT', 'DT', 'LM'],
  joinsCosts: '+',
  costRule:
    'OpenCL semantics: a global access takes GMT ticks, a local one LMT, an operation of arithmetic AT, one after the other.',
  extraTicks: 0,
  overlapsIterations: false,
  dispatchTicks: 'DT',
  barrierTicks: 'BT',
  runsItems: true,
  runsReductions: false,
  statementCost(work) {
    const costs = new Map<Space, Expr>();
    for (const { space, ticks } of work.accesses) {
      if (ticks.kind === 'number' && ticks.value === 0) continue;
      costs.set(space, binary('+', costs.get(space) ?? num(0), ticks));
    }
    return costs;
  },
  layout,
} satisfies Semantics;

/** The work-groups of the NDRange, and the units and devices that get any. */
function layout(shape: Shape): LayoutRules {
  const { folding, kernel } = shape;
  const units = folding.units ? '1' : UNITS;
  const elements = folding.elements ? '2' : WORKING;
  const processes = `${firstDevice(shape)} + (${units} + NU - 1) / NU + ${units} * (2 + ${elements})`;
  return {
    checks: [
      HAS_ITEMS,
      ...['items >= group_size', 'items % group_size == 0'].map((divides) =>
        check(
          'end_unfit',
          divides,
          (value) =>
            `${value('items')} work-items do not divide into groups of ${value('group_size')}`,
        ),
      ),
      ...fitsMemory(kernel),
      ...(shape.hasGlobalBarrier
        ? [
            check(
              'end_resident',
              `${GROUPS} <= ND * NU`,
              (value) =>
                `its global barrier needs all ${value(GROUPS)} groups at once; there are ${value('ND * NU')} units`,
            ),
          ]
        : []),
      ...(folding.kinds
        ? [
            check(
              'end_units',
              `${UNITS} <= ${MOST_UNITS}`,
              (value) =>
                `needs ${value(UNITS)} units; groups that take different times are spread over at most ${MOST_UNITS}`,
            ),
          ]
        : []),
      fewEnough(
        'end_processes',
        // The numbers by themselves first: their product may be too large for an int.
        [units, elements, processes].map((one) => `${one} <= ${MOST_PROCESSES}`).join(' && '),
        processes,
      ),
    ],
    assignments: [
      assign('groups', GROUPS),
      ...(folding.kinds
        ? [
            assign('workers', 'min(groups, ND * NU)', { note: 'units that get a group' }),
            assign('units', '1'),
            assign('devices', '1'),
          ]
        : folding.units
          ? [
              assign('groups', '(groups + ND * NU - 1) / (ND * NU)', {
                note: 'of the unit with the most',
              }),
              assign('units', '1'),
              assign('devices', '1'),
            ]
          : [assign('units', 'min(groups, ND * NU)'), assign('devices', '(units + NU - 1) / NU')]),
      ...roundsOf(shape, 1),
      assign('NWE', folding.elements ? `${UNEVEN} ? 2 : 1` : WORKING),
      assign('passes', '1'),
      assign('first_unit', `${firstDevice(shape)} + devices`),
    ],
    standsFor: {
      // As the elements that are run: first those with an item more, where there are others.
      elements: [
        expr(`${UNEVEN} ? group_size % NP : ${WORKING}`),
        expr(`${UNEVEN} ? NP - group_size % NP : 0`),
      ],
      ...(folding.units && {
        units: expr(UNITS),
        devices: expr(`(${UNITS} + NU - 1) / NU`),
        rounds: expr(ROUNDS),
        fewer: expr(`${ROUNDS} * ${UNITS} - ${GROUPS}`),
      }),
    },
  };
}
