import type { ProcessName, StandsFor } from '../promela/index.ts';
import type { TraceProcess } from './events.ts';

/** Names processes for people, by SPIN's number. The processes of a unit have consecutive numbers: unit,
 * barrier, pex; units are created in the order of their devices, device by device. */
export function processesOf(
  found: readonly (readonly [number, string])[],
  standsFor?: StandsFor,
): TraceProcess[] {
  const { devices = 1, units = 1, elements = [] } = standsFor ?? {};
  const processes = found.toSorted(([a], [b]) => a - b);
  const countOf = (wanted: string): number =>
    processes.filter(([, name]) => name === wanted).length;
  const several = { device: countOf('device') > 1, unit: countOf('unit') > 1 };
  const unitsOfDevice = Math.ceil(countOf('unit') / Math.max(1, countOf('device')));
  let device = -1;
  let unit = -1;
  let element = -1;
  return processes.map(([pid, name]): TraceProcess => {
    const process = { pid, name: name as ProcessName, count: 1 };
    const place = (): { device: number; unit: number } => ({
      device: Math.floor(unit / unitsOfDevice),
      unit,
    });
    switch (name) {
      case 'device':
        device += 1;
        return {
          ...process,
          count: devices,
          device,
          label: several.device ? `device ${device}` : 'device',
        };
      case 'unit':
        unit += 1;
        element = -1;
        return {
          ...process,
          count: units,
          ...place(),
          label: several.unit ? `unit ${unit}` : 'unit',
        };
      case 'barrier':
        return {
          ...process,
          count: units,
          ...place(),
          label: several.unit && unit >= 0 ? `barrier ${unit}` : 'barrier',
        };
      case 'pex':
        element += 1;
        return {
          ...process,
          count: units * (elements[element] ?? 1),
          ...place(),
          index: element,
          label: several.unit ? `pex ${unit}.${element}` : `pex ${element}`,
        };
      default:
        return { ...process, label: name };
    }
  });
}
