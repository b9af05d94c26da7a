import type { Constants } from '../base/constants.ts';
import type { Machine } from './machine.ts';

/** An adjustable number of a machine. */
export interface MachineField {
  readonly name: MachineNumber;
  readonly meaning: string;
  readonly unit: string;
  /** Valid range; whole numbers by default. */
  readonly least: number;
  readonly most: number;
  readonly fractions?: boolean;
}

export type MachineNumber = Exclude<keyof Machine, 'compiler'>;

const CYCLES = { unit: 'cycles', least: 0, most: 100_000 } as const;
const BYTES = { unit: 'bytes', least: 1, most: 2 ** 40 } as const;
const WIDTH = { unit: 'bytes a cycle', least: 0.01, most: 65_536, fractions: true } as const;
const COUNT = { least: 1, most: 65_536 } as const;

/** Numbers not given by the platform (`platformOf`), in the order of `Machine`. */
export const MACHINE_FIELDS: readonly MachineField[] = [
  {
    name: 'clock',
    meaning: 'Clock of the units',
    unit: 'GHz',
    least: 0.001,
    most: 100,
    fractions: true,
  },
  { name: 'floating', meaning: 'A scheduler per floating-point instruction', ...CYCLES, least: 1 },
  {
    name: 'double',
    meaning: 'A scheduler per instruction of double precision',
    ...CYCLES,
    least: 1,
  },
  { name: 'special', meaning: 'A scheduler per special function', ...CYCLES, least: 1 },
  { name: 'integer', meaning: 'A scheduler per integer instruction', ...CYCLES, least: 1 },
  {
    name: 'memory',
    meaning: 'A scheduler per memory instruction (0: beside arithmetic)',
    ...CYCLES,
  },
  { name: 'addressing', meaning: 'A scheduler more for the addresses of a load', ...CYCLES },
  { name: 'dependent', meaning: 'Until the result of arithmetic can be used', ...CYCLES },
  { name: 'residentItems', meaning: 'Resident on a unit at once', unit: 'work-items', ...COUNT },
  { name: 'residentWarps', meaning: 'Resident on a unit at once', unit: 'warps', ...COUNT },
  { name: 'residentGroups', meaning: 'Resident on a unit at once', unit: 'groups', ...COUNT },
  {
    name: 'dispatch',
    meaning: 'Given out by the device',
    unit: 'groups a cycle',
    least: 0.001,
    most: 1024,
    fractions: true,
  },
  { name: 'localBytes', meaning: 'Local memory of a unit', ...BYTES, least: 0 },
  { name: 'registers', meaning: 'Of a unit', unit: 'registers', ...COUNT, most: 2 ** 30 },
  { name: 'registersOfItem', meaning: 'Of a work-item at most', unit: 'registers', ...COUNT },
  {
    name: 'registerStep',
    meaning: 'Step in which registers are given',
    unit: 'registers',
    ...COUNT,
  },
  { name: 'request', meaning: 'A port of memory for a request, at least', ...CYCLES },
  { name: 'l1Width', meaning: 'Port of the first cache', ...WIDTH },
  { name: 'line', meaning: 'Line of the first cache', ...BYTES, least: 4, most: 65_536 },
  { name: 'l1Bytes', meaning: 'First cache', ...BYTES },
  { name: 'l1Latency', meaning: 'Latency of the first cache', ...CYCLES },
  { name: 'localWidth', meaning: 'Port of local memory', ...WIDTH },
  { name: 'localLatency', meaning: 'Latency of local memory', ...CYCLES },
  { name: 'l2Width', meaning: 'Second cache, for one unit', ...WIDTH },
  { name: 'l2Bytes', meaning: 'Second cache', ...BYTES },
  { name: 'l2Latency', meaning: 'Latency of the second cache', ...CYCLES },
  {
    name: 'bandwidth',
    meaning: 'Memory of the device',
    unit: 'GB/s',
    least: 0.01,
    most: 1_000_000,
    fractions: true,
  },
  { name: 'memoryLatency', meaning: 'Latency of memory', ...CYCLES },
  {
    name: 'unroll',
    meaning: 'Iterations that the compiler runs together',
    unit: 'iterations',
    ...COUNT,
  },
];

/** Begins with those that are platform constants too. */
export const ALL_MACHINE_FIELDS: readonly MachineField[] = [
  { name: 'units', meaning: 'Compute units of the device', unit: 'units', ...COUNT },
  { name: 'schedulers', meaning: 'Warp schedulers of a unit', unit: 'schedulers', ...COUNT },
  { name: 'lanes', meaning: 'Lanes of a warp', unit: 'lanes', ...COUNT },
  ...MACHINE_FIELDS,
];

/** A machine with the platform's units, schedulers and lanes. */
export const machineOn = (machine: Machine, { NU, NS, WR }: Constants): Machine => ({
  ...machine,
  units: NU,
  schedulers: NS,
  lanes: WR,
});

/** The machine's part of the platform. */
export const platformOf = ({ units, schedulers, lanes }: Machine) => ({
  NU: units,
  NS: schedulers,
  WR: lanes,
});

/** The fault of a typed number, if any. */
export function fieldProblem(field: MachineField, value: number): string | undefined {
  const { name, unit, least, most, fractions = false } = field;
  if (!Number.isFinite(value) || (!fractions && !Number.isInteger(value)))
    return `${name} must be a ${fractions ? '' : 'whole '}number of ${unit}`;
  if (value >= least && value <= most) return undefined;
  return `${name} must be from ${least} to ${most} ${unit}; it is ${value}`;
}

/** A number's command-line option, such as `l1-latency`; cycles of a scheduler say so, since
 * `memory` is taken. */
export const machineOption = (name: MachineNumber): string =>
  SHORT.get(name) ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const SHORT: ReadonlyMap<MachineNumber, string> = new Map([
  ['units', 'nu'],
  ['schedulers', 'ns'],
  ['lanes', 'wr'],
  ...(['floating', 'double', 'special', 'integer', 'memory', 'addressing'] as const).map(
    (name) => [name, `${name}-cycles`] as const,
  ),
]);
