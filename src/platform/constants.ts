/** The constants of the abstract platform (DESIGN of the paper, section 3.1) and the size of the input. */
export interface Constants {
  /** Devices. */
  readonly ND: number;
  /** Compute units of a device. */
  readonly NU: number;
  /** Processing elements of a unit. */
  readonly NP: number;
  /** Ticks of an access to global memory. */
  readonly GMT: number;
  /** Ticks of an access to local memory. */
  readonly LMT: number;
  /** Ticks a barrier takes after the last arrival. */
  readonly BT: number;
  /** Ticks to dispatch a work-group to a unit. */
  readonly DT: number;
  /** Local memory of a unit, in elements. */
  readonly LM: number;
  /** Elements of the input. */
  readonly size: number;
}

export type ConstantName = keyof Constants;

export interface ConstantInfo {
  readonly name: ConstantName;
  readonly meaning: string;
  readonly unit: string;
  readonly least: number;
  readonly most: number;
  readonly usual: number;
  /** A range that says something for most kernels, where the constant is swept: ticks one by one, what is
   * counted by doubling. */
  readonly swept: readonly [from: number, to: number];
}

const MOST_TICKS = 1_000_000;

/** Every constant with its meaning and the range in which the models are valid. */
export const CONSTANTS: readonly ConstantInfo[] = [
  {
    name: 'size',
    meaning: 'Elements of the input',
    unit: 'elements',
    least: 1,
    most: 2 ** 30,
    usual: 32,
    swept: [16, 65536],
  },
  {
    name: 'ND',
    meaning: 'Devices',
    unit: 'devices',
    least: 1,
    most: 1024,
    usual: 1,
    swept: [1, 16],
  },
  {
    name: 'NU',
    meaning: 'Compute units of a device',
    unit: 'units',
    least: 1,
    most: 65536,
    usual: 2,
    swept: [1, 64],
  },
  {
    name: 'NP',
    meaning: 'Processing elements of a unit',
    unit: 'elements',
    least: 1,
    most: 65536,
    usual: 4,
    swept: [1, 128],
  },
  {
    name: 'GMT',
    meaning: 'Access to global memory',
    unit: 'ticks',
    least: 0,
    most: MOST_TICKS,
    usual: 4,
    swept: [1, 100],
  },
  {
    name: 'LMT',
    meaning: 'Access to local memory',
    unit: 'ticks',
    least: 0,
    most: MOST_TICKS,
    usual: 1,
    swept: [0, 20],
  },
  {
    name: 'BT',
    meaning: 'Barrier, after the last arrival',
    unit: 'ticks',
    least: 0,
    most: MOST_TICKS,
    usual: 1,
    swept: [0, 50],
  },
  {
    name: 'DT',
    meaning: 'Dispatch of a work-group',
    unit: 'ticks',
    least: 0,
    most: MOST_TICKS,
    usual: 1,
    swept: [0, 50],
  },
  {
    name: 'LM',
    meaning: 'Local memory of a unit',
    unit: 'elements',
    least: 0,
    most: 2 ** 30,
    usual: 12288,
    swept: [16, 16384],
  },
];

/** The usual value of every constant. */
export function usualConstants(): Constants {
  const value = (name: ConstantName): number =>
    CONSTANTS.find((constant) => constant.name === name)?.usual ?? 0;
  return {
    ND: value('ND'),
    NU: value('NU'),
    NP: value('NP'),
    GMT: value('GMT'),
    LMT: value('LMT'),
    BT: value('BT'),
    DT: value('DT'),
    LM: value('LM'),
    size: value('size'),
  };
}
