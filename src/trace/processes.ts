import type { ProcessName } from '../promela/index.ts';
import type { TraceProcess } from './events.ts';

/** Names processes for people, by SPIN's number. The processes of a unit have consecutive numbers: unit,
 * barrier, pex; units are created in the order of their devices, device by device. */
export function processesOf(found: readonly (readonly [number, string])[]): TraceProcess[] {
  const processes = found.toSorted(([a], [b]) => a - b);
  const countOf = (wanted: string): number =>
    processes.filter(([, name]) => name === wanted).length;
  const several = { device: countOf('device') > 1, unit: countOf('unit') > 1 };
  const unitsOfDevice = Math.ceil(countOf('unit') / Math.max(1, countOf('device')));
  let device = -1;
  let unit = -1;
  let element = -1;
  return processes.map(([pid, name]): TraceProcess => {
    const process = { pid, name: name as ProcessName };
    const place = (): { device: number; unit: number } => ({
      device: Math.floor(unit / unitsOfDevice),
      unit,
    });
    switch (name) {
      case 'device':
        device += 1;
        return { ...process, device, label: several.device ? `device ${device}` : 'device' };
      case 'unit':
        unit += 1;
        element = -1;
        return { ...process, ...place(), label: several.unit ? `unit ${unit}` : 'unit' };
      case 'barrier':
        return {
          ...process,
          ...place(),
          label: several.unit && unit >= 0 ? `barrier ${unit}` : 'barrier',
        };
      case 'pex':
        element += 1;
        return {
          ...process,
          ...place(),
          index: element,
          label: several.unit ? `pex ${unit}.${element}` : `pex ${element}`,
        };
      default:
        return { ...process, label: name };
    }
  });
}
