import { type Expr, num } from '../../front/expr.ts';
import type { Access, Work } from '../../kernel/ir.ts';
import { binary, substitute } from '../../front/algebra.ts';
import {
  assign,
  type Check,
  check,
  type LayoutRules,
  MOST_PROCESSES,
  type Shape,
} from '../layout.ts';
import { errataOf } from './errata.ts';
import { ndRange } from './nd-range.ts';
import { published } from './published.ts';
import type { Semantics } from './semantics.ts';

/** All schedulers have as many full warps; else the listing runs none (its prose: WG % (WR * ND) = 0). */
const FULL_WARPS: readonly Check[] = [
  check(
    'end_unfit',
    'group_size % WR == 0 && group_size / WR % NS == 0',
    (value, { group }) =>
      `the ${group} of ${value('group_size')} is no multiple of the ${value('WR * NS')} lanes of a unit (WR NS)`,
  ),
  check(
    'end_unfit',
    'ND == 1',
    (value) => `the second paper has one graphics processor; ND is ${value('ND')}`,
  ),
];

/** Arithmetic is free there. */
const takesTime = ({ kind }: Access): boolean => kind !== 'arithmetic';

const LOCAL: ReadonlyMap<string, Expr> = new Map([['LMT', num(1)]]);

/** Both forms share this. */
const SECOND_PAPER = {
  constants: ['size', 'NU', 'NS', 'WR', 'GMT'],
  meantFor: ['fermi'],
  ofOneKernel: true,
  joinsCosts: 'max',
  costRule:
    'The second paper: an element loads until time is greater than start + GMT, so for GMT + 1 ticks; a side of the branch takes a tick.',
  extraTicks: 0,
  overlapsIterations: false,
  runsItems: true,
  runsWarps: true,
  paysBothSides: true,
  runsReductions: false,
  noGlobalBarrier: {
    code: 'global-barrier',
    message: 'The model of the second paper has no barrier between all groups.',
    hint: 'Choose the OpenCL semantics.',
  },
  /** Local accesses take a tick; the dearest access counts; local stores are part of loads. */
  statementCost: (work: Work) =>
    new Map(
      [...published.statementCost({ ...work, accesses: work.accesses.filter(takesTime) })].map(
        ([space, ticks]) => [
          space,
          space === 'global' ? binary('+', ticks, num(1)) : substitute(ticks, LOCAL),
        ],
      ),
    ),
} as const;

/** The model of the second paper with all its slips mended. */
export const fermi = {
  id: 'fermi' as const,
  label: 'Fermi, mended',
  machineLabel: 'Fermi of the paper',
  inSentence: 'Fermi, mended',
  help: "The second paper's model of its kernel, with the errors of its listings mended",
  errata: errataOf('mended'),
  madeOf: 'steps',
  spread: 'lanes',
  ...SECOND_PAPER,
  layout: (shape) =>
    ndRange(shape, { parts: '((group_size + WR - 1) / WR)', elements: 'NS', checks: FULL_WARPS }),
} satisfies Semantics;

/** The same model, mended only so that it runs. */
export const fermiPrinted = {
  id: 'fermi-printed' as const,
  label: 'Fermi, as printed',
  machineLabel: 'Fermi, as printed',
  inSentence: 'Fermi, as printed',
  help: "The second paper's listings, mended only so that they run: time depends on the schedule",
  errata: errataOf('printed'),
  madeOf: 'listings',
  usualLevel: 'free',
  interleaving: {
    is: true,
    otherwise: {
      code: 'level-free-alone',
      message:
        'The listings of the second paper have level free alone: their time depends on the schedule, and the other levels choose one.',
      hint: 'Choose level free, or the semantics Fermi, mended.',
    },
  },
  ...SECOND_PAPER,
  layout: printedLayout,
} satisfies Semantics;

/** Processes that run in every configuration: main, clock and host. */
const STANDING = 3;

/** Every multiprocessor with its barrier, dispatchers and elements. */
function printedLayout(_shape: Shape): LayoutRules {
  const groups = 'size / group_size';
  const units = `min(${groups}, NU)`;
  const processes = `${STANDING} + ${units} * (2 + NS + NS * WR)`;
  return {
    checks: [
      ...FULL_WARPS,
      check(
        'end_unfit',
        'size % group_size == 0',
        (value, { item }) =>
          `${value('size')} ${item}s do not divide into groups of ${value('group_size')}`,
      ),
      check(
        'end_processes',
        [units, 'NS', 'WR', processes].map((one) => `${one} <= ${MOST_PROCESSES}`).join(' && '),
        (value) => `needs ${value(processes)} processes; SPIN runs at most ${MOST_PROCESSES}`,
      ),
    ],
    assignments: [
      assign('groups', groups),
      assign('units', units),
      assign('warps', 'group_size / (WR * NS)', { note: 'that a dispatcher runs for a group' }),
    ],
    standsFor: { elements: [] },
  };
}
