import type { DeviceProgram } from '../device/index.ts';
import type { ProcessName, StandsFor } from '../promela/index.ts';
import type { TraceProcess } from './events.ts';

/** Processes of a unit that its warps are served by, and they. */
const isOfDevice = (name: string): boolean => LABELS.has(name) || name === 'barrier';
const LABELS: ReadonlyMap<string, string> = new Map([
  ['port', 'memory port'],
  ['l2', 'L2'],
  ['scheduler', 'scheduler'],
  ['warp', 'warp'],
]);

const isNumbered = (name: string): name is 'device' | 'unit' | 'pex' =>
  ['device', 'unit', 'pex'].includes(name);

type Row = readonly [count: number, number: string | number, place: Partial<TraceProcess>];

/** Names processes by SPIN's number. A unit, its barrier and its elements are numbered in a row, device by device. */
export function processesOf(
  found: readonly (readonly [number, string])[],
  standsFor?: StandsFor,
  program?: DeviceProgram,
): TraceProcess[] {
  const { devices = 1, units = 1, elements = [] } = standsFor ?? {};
  const processes = found.toSorted(([a], [b]) => a - b);
  const countOf = (wanted: string): number =>
    processes.filter(([, name]) => name === wanted).length;
  const several = { device: countOf('device') > 1, unit: countOf('unit') > 1 };
  const unitsOfDevice = Math.ceil(countOf('unit') / Math.max(1, countOf('device')));
  /** Numbers of the last ones; elements begin anew in each unit. */
  const last = { device: -1, unit: -1, pex: -1 };
  /** Processes of each kind so far, in a unit of the device semantics. */
  const served = new Map<string, number>();
  return processes.map(([pid, name]): TraceProcess => {
    if (isNumbered(name)) last[name] += 1;
    if (name === 'unit') {
      last.pex = -1;
      served.clear();
    }
    const { device, unit, pex: element } = last;
    if (program && isOfDevice(name)) {
      const index = served.get(name) ?? 0;
      served.set(name, index + 1);
      const group =
        name === 'warp'
          ? Math.floor(index / program.warps)
          : name === 'barrier'
            ? index
            : undefined;
      const own = name === 'port' || name === 'l2' ? [] : [index];
      const number = [...(several.unit ? [unit] : []), ...own].join('.');
      return {
        pid,
        name: name as ProcessName,
        count: units,
        device: 0,
        unit,
        index,
        label: `${LABELS.get(name) ?? name} ${number}`.trimEnd(),
        ...(group !== undefined && { group }),
      };
    }
    const ofUnit = several.unit && unit >= 0 ? unit : '';
    const ofElement = several.unit ? `${unit}.${element}` : element;
    const inUnit = { device: Math.floor(unit / unitsOfDevice), unit };
    const rows: Readonly<Record<string, Row>> = {
      device: [devices, several.device ? device : '', { device }],
      unit: [units, ofUnit, inUnit],
      barrier: [units, ofUnit, inUnit],
      pex: [units * (elements[element] ?? 1), ofElement, { ...inUnit, index: element }],
    };
    const [count, number, place] = rows[name] ?? [1, '', {}];
    return {
      pid,
      name: name as ProcessName,
      count,
      label: `${name} ${number}`.trimEnd(),
      ...place,
    };
  });
}
