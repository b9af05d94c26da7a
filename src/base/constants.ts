/** A constant of the abstract platform (section 3.1 of the paper), or the input's size. */
export interface ConstantInfo {
  readonly name: string;
  readonly meaning: string;
  readonly unit: string;
  /** More that the editor says where the name stands in a kernel. */
  readonly about?: string;
  /** The range in which the models are valid. */
  readonly least: number;
  readonly most: number;
  readonly usual: number;
  /** A range worth sweeping for most kernels: by ticks, else doubling. */
  readonly swept: readonly [from: number, to: number];
}

/** For times. */
const TICKS = { unit: 'ticks', least: 0, most: 1_000_000 } as const;

const TABLE = [
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
    name: 'NS',
    meaning: 'Warp schedulers of a unit',
    about: 'Each of them runs one warp at a time. The semantics of warps have them in place of NP.',
    unit: 'schedulers',
    least: 1,
    most: 65536,
    usual: 2,
    swept: [1, 16],
  },
  {
    name: 'WR',
    meaning: 'Lanes of a warp',
    about:
      'So many work-items, one beside the other, execute each instruction together; those that sit it out are masked.',
    unit: 'lanes',
    least: 1,
    most: 65536,
    usual: 2,
    swept: [1, 64],
  },
  {
    name: 'GMT',
    meaning: 'Access to global memory',
    about: 'What one access of __global memory costs in this model.',
    ...TICKS,
    usual: 4,
    swept: [1, 100],
  },
  {
    name: 'LMT',
    meaning: 'Access to local memory',
    about: 'What one access of __local memory costs in this model.',
    ...TICKS,
    usual: 1,
    swept: [0, 20],
  },
  {
    name: 'AT',
    meaning: 'Arithmetic operation (0: free)',
    about:
      'What one operation of arithmetic costs in this model, for each component of a vector: an operator that computes or compares, or a function of mathematics. At 0 arithmetic is not modelled at all.',
    ...TICKS,
    usual: 0,
    swept: [0, 8],
  },
  { name: 'BT', meaning: 'Barrier, after the last arrival', ...TICKS, usual: 1, swept: [0, 50] },
  { name: 'DT', meaning: 'Dispatch of a work-group', ...TICKS, usual: 1, swept: [0, 50] },
  {
    name: 'LM',
    meaning: 'Local memory of a unit',
    unit: 'elements',
    least: 0,
    most: 2 ** 30,
    usual: 12288,
    swept: [16, 16384],
  },
] as const satisfies readonly ConstantInfo[];

export type ConstantName = (typeof TABLE)[number]['name'];

type Constant = ConstantInfo & { readonly name: ConstantName };

/** In the order of the page's fields and the verifier's words. */
export const CONSTANTS: readonly Constant[] = TABLE;

export type PerConstant<T> = Readonly<Record<ConstantName, T>>;
export type Constants = PerConstant<number>;

export const CONSTANT_NAMES: readonly ConstantName[] = CONSTANTS.map(({ name }) => name);

/** All constants but some. */
export const constantsBut = (...left: readonly ConstantName[]): readonly ConstantName[] =>
  CONSTANT_NAMES.filter((name) => !left.includes(name));

/** Something for each constant. */
export const perConstant = <T>(of: (constant: Constant) => T): PerConstant<T> =>
  Object.fromEntries(CONSTANTS.map((one) => [one.name, of(one)])) as PerConstant<T>;

/** The usual value of every constant. */
export const usualConstants = (): Constants => perConstant(({ usual }) => usual);

/** Constants out of range, each in words for its field. */
export function checkConstants(constants: Constants): { name: ConstantName; message: string }[] {
  return CONSTANTS.flatMap(({ name, least, most, unit }) => {
    const value = constants[name];
    if (!Number.isInteger(value))
      return { name, message: `${name} must be a whole number of ${unit}` };
    if (value >= least && value <= most) return [];
    return { name, message: `${name} must be from ${least} to ${most} ${unit}; it is ${value}` };
  });
}
