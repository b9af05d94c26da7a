import { expr } from '../../front/expr-parser.ts';
import {
  assign,
  type Check,
  check,
  fewEnough,
  firstDevice,
  fitsMemory,
  HAS_ITEMS,
  ITEMS_DIVIDE,
  type LayoutRules,
  MOST_PROCESSES,
  MOST_UNITS,
  roundsOf,
  type Shape,
} from '../layout.ts';

const GROUPS = 'items / group_size';
const UNITS = `min(${GROUPS}, ND * NU)`;
const ROUNDS = `(${GROUPS} + ${UNITS} - 1) / ${UNITS}`;

/** Shared among the elements of a unit. */
interface Shares {
  /** Work-items or warps, which run one after the other. */
  readonly parts: string;
  /** Elements of a unit. */
  readonly elements: string;
  readonly checks?: readonly Check[];
}

/** Each group goes to the first free unit, its parts to the elements in turn. */
export function ndRange(shape: Shape, { parts, elements: all, checks = [] }: Shares): LayoutRules {
  const { folding, kernel } = shape;
  const working = `min(${parts}, ${all})`;
  /** Some elements have a part more. */
  const uneven = `${parts} > ${all} && ${parts} % ${all} != 0`;
  const units = folding.units ? '1' : UNITS;
  const elements = folding.elements ? '2' : working;
  const processes = `${firstDevice(shape)} + (${units} + NU - 1) / NU + ${units} * (2 + ${elements})`;
  return {
    checks: [
      HAS_ITEMS,
      ...checks,
      ...ITEMS_DIVIDE,
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
        // Factors first: their product may not fit an int.
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
      assign('NWE', folding.elements ? `${uneven} ? 2 : 1` : working),
      assign('passes', '1'),
      assign('first_unit', `${firstDevice(shape)} + devices`),
    ],
    standsFor: {
      // First those with a part more, if any.
      elements: [
        expr(`${uneven} ? ${parts} % ${all} : ${working}`),
        expr(`${uneven} ? ${all} - ${parts} % ${all} : 0`),
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
