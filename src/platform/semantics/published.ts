import { constantsBut } from '../../base/constants.ts';
import type { Expr } from '../../front/expr.ts';
import type { Access, Space } from '../../kernel/ir.ts';
import { binary } from '../../front/algebra.ts';
import { expr } from '../../front/expr-parser.ts';
import {
  assign,
  type Assignment,
  check,
  fewEnough,
  firstDevice,
  HAS_ITEMS,
  type LayoutRules,
  MOST_PROCESSES,
  roundsOf,
  type Shape,
  WORKING,
} from '../layout.ts';
import type { Semantics } from './semantics.ts';

const HINT = 'Choose the OpenCL semantics.';

/** The papers' counting: the dearest access of a statement, and local stores free (Listing 8's is part of its load;
 * Listing 15 has only the read). */
export const published = {
  id: 'published' as const,
  label: 'As published',
  machineLabel: 'The paper’s, as published',
  inSentence: 'as published',
  help: "The paper's models, with their counting of ticks",
  constants: constantsBut('NS', 'WR'),
  meantFor: ['abstract', 'minimum'],
  isOdd: true,
  madeOf: 'steps',
  spread: 'handed out',
  joinsCosts: 'max',
  costRule:
    'As published: the dearest access of a statement, or its arithmetic, counts for all of it, and a store to local memory is free (Listing 8).',
  extraTicks: 1,
  overlapsIterations: true,
  runsItems: false,
  runsWarps: false,
  runsReductions: true,
  noGlobalBarrier: {
    code: 'global-barrier',
    message: 'The published models have no barrier between all groups.',
    hint: HINT,
  },
  noGroups: {
    code: 'group-in-published',
    message:
      'The published semantics has one group stand for all, but the time of this kernel depends on the group.',
    hint: HINT,
  },
  statementCost(work) {
    let dearest: { space: Space; ticks: Expr } | undefined;
    // Arithmetic last: what it is beside accesses is theirs.
    const computes = ({ kind }: Access): boolean => kind === 'arithmetic';
    const others = work.accesses.filter((access) => !computes(access));
    for (const { kind, space, ticks } of [...others, ...work.accesses.filter(computes)]) {
      if (kind === 'store' && space === 'local') continue;
      if (ticks.kind === 'number' && ticks.value === 0) continue;
      dearest = dearest
        ? {
            space: dearest.space === 'global' || space === 'global' ? 'global' : dearest.space,
            ticks: binary('max', dearest.ticks, ticks),
          }
        : { space, ticks };
    }
    return new Map(dearest ? [[dearest.space, dearest.ticks]] : []);
  },
  layout,
} satisfies Semantics;

/** One unit stands for all with groups, at every level. */
function layout(shape: Shape): LayoutRules {
  const { folding, isReduction } = shape;
  /** Device, unit and barrier. */
  const others = firstDevice(shape) + 3;
  return {
    checks: [
      HAS_ITEMS,
      check(
        'end_unfit',
        'group_size <= size',
        (value, { group }) => `the ${group} of ${value('group_size')} is larger than the size`,
      ),
      ...(folding.elements
        ? []
        : [
            fewEnough(
              'end_unfit',
              `${WORKING} <= ${MOST_PROCESSES - others}`,
              `${others} + ${WORKING}`,
            ),
          ]),
    ],
    assignments: [
      ...(isReduction ? reductionGroups(shape) : groups(shape)),
      assign('devices', '1'),
      assign('units', '1'),
      // All elements do the same number of passes.
      assign('NWE', folding.elements ? '1' : WORKING),
      assign('passes', `group_size / ${WORKING}`),
      assign('first_unit', `${firstDevice(shape)} + devices`),
    ],
    standsFor: {
      elements: [expr(WORKING)],
      ...(isReduction
        ? { tail: folding.elements }
        : {
            devices: expr('min(size / group_size, ND)'),
            units: expr('min(size / group_size, ND * NU)'),
          }),
    },
  };
}

/** Groups of the unit, with the published remainders and its round too many (an off-by-one). */
const groups = (shape: Shape): Assignment[] => [
  assign('groups', 'size / group_size'),
  assign('groups', 'groups / ND + groups % ND', { note: 'of a device' }),
  assign('groups', 'groups / NU + groups % NU', { note: 'of a unit' }),
  assign('groups', 'groups == 1 ? 1 : groups + 1'),
  ...roundsOf(shape, 1),
];

/** Tiles that do not fit are cut, groups come in turn, the tail is one more round. */
const reductionGroups = (shape: Shape): Assignment[] => [
  ...(shape.kernel.parameters.some(({ name }) => name === 'TS')
    ? [assign('tile', 'size / group_size', { when: expr('group_size * tile > size') })]
    : []),
  assign('groups', 'items / group_size'),
  assign('groups', '(groups > 0 ? groups : 1) + 1', { note: 'and the round of the tail' }),
  ...roundsOf(shape, 2),
];
