import {
  ALL_MACHINE_FIELDS,
  fieldProblem,
  type MachineNumber,
  type MachinePreset,
} from '../../device/index.ts';
import type { GpuProbing } from '../../gpu/measurer.ts';
import type { ProbeId } from '../../gpu/probes.ts';
import type { Estimate } from '../../gpu/statistics.ts';
import { type MachineSettings, settingsWith } from './machine-settings.ts';

/** A probe beside the data sheet. */
export interface BesideSheet {
  readonly id: ProbeId;
  readonly found: Estimate | { readonly none: string };
  /** The machine's constant, with its value by the probe and by the sheet; absent where it is none, or
   * cannot be told. */
  readonly constant?: {
    readonly name: MachineNumber;
    readonly probed: number;
    readonly sheet: number;
  };
}

/** Nanoseconds as cycles of the sheet's clock. */
const cycles: Conversion = (nanoseconds, { clock }) => Math.round(nanoseconds * clock);

type Conversion = (middle: number, sheet: MachinePreset['machine'], found: Estimate) => number;

/** The constant that a probe is of. Groups of many items only say how many fit, and not how many items. */
const CONSTANTS: Readonly<Partial<Record<ProbeId, readonly [MachineNumber, Conversion]>>> = {
  dependent: ['dependent', cycles],
  localLatency: ['localLatency', cycles],
  l1Latency: ['l1Latency', cycles],
  l2Latency: ['l2Latency', cycles],
  memoryLatency: ['memoryLatency', cycles],
  bandwidth: ['bandwidth', (rate) => Number(rate.toPrecision(3))],
  l2Bandwidth: [
    'l2Width',
    (rate, { clock, units }) => Number((rate / clock / units).toPrecision(3)),
  ],
  lanes: ['lanes', (lanes) => lanes],
  // The sheet's units have as many each, or the sheet is of another machine.
  groups: [
    'residentGroups',
    (groups, { units }, { low, high }) => {
      const each = Math.round(groups / units);
      return low <= each * units && each * units <= high ? each : Number.NaN;
    },
  ],
};

/** Probed values as the machine's constants. */
export const besideSheet = (
  { probed = [] }: GpuProbing,
  { machine }: MachinePreset,
): readonly BesideSheet[] =>
  probed.map(({ id, ...found }) => {
    const [name, convert] = CONSTANTS[id] ?? [];
    if (name === undefined || convert === undefined || 'none' in found) return { id, found };
    const value = convert(found.middle, machine, found);
    const field = ALL_MACHINE_FIELDS.find((each) => each.name === name);
    if (!field || fieldProblem(field, value) !== undefined) return { id, found };
    return { id, found, constant: { name, probed: value, sheet: machine[name] } };
  });

/** The machine that was probed: its data sheet's, but for what was found. None of a software adapter, nor
 * where nothing was found. */
export function probedMachine(
  probing: GpuProbing,
  sheet: MachinePreset,
): MachineSettings | undefined {
  if (probing.facts === undefined || probing.facts.isSoftware) return undefined;
  const found = besideSheet(probing, sheet).flatMap(({ constant }) => constant ?? []);
  if (found.length === 0) return undefined;
  return settingsWith(
    sheet,
    found.map(({ name, probed }) => [name, probed]),
  );
}
