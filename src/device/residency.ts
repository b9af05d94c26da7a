import type { Machine } from './machine.ts';
import type { DeviceProgram } from './program.ts';

/** What a group needs of a unit. */
export interface Needs {
  /** Work-items of a group. */
  readonly items: number;
  readonly registers: number;
  readonly localBytes: number;
}

/** How many groups are resident on a unit at once, and what keeps more of them away. At least one, also where
 * the machine could not run it. */
export function resident(
  machine: Machine,
  { items, registers, localBytes }: Needs,
): Pick<DeviceProgram, 'resident' | 'limit'> {
  const { lanes, registerStep } = machine;
  const warps = Math.ceil(items / lanes);
  const own = Math.min(registers, machine.registersOfItem);
  const ofItem = Math.max(1, Math.ceil(own / registerStep)) * registerStep;
  const ofWarp = ofItem * lanes;
  const limits: readonly (readonly [DeviceProgram['limit'], number])[] = [
    ['groups', machine.residentGroups],
    ['warps', machine.residentWarps / warps],
    ['items', machine.residentItems / (warps * lanes)],
    ['registers', Math.floor(machine.registers / ofWarp) / warps],
    ['local memory', localBytes > 0 ? machine.localBytes / localBytes : Infinity],
  ];
  const [first, ...others] = limits.map(
    ([limit, most]) => ({ limit, resident: Math.floor(most) }) as const,
  );
  let least = first ?? { limit: 'groups', resident: 1 };
  for (const one of others) if (one.resident < least.resident) least = one;
  return { ...least, resident: Math.max(1, least.resident) };
}
