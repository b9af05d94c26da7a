import type { Machine } from './machine.ts';
import type { DeviceProgram } from './program.ts';

/** What a group needs of a unit. */
export interface Needs {
  /** Work-items of a group. */
  readonly items: number;
  readonly registers: number;
  readonly localBytes: number;
}

/** How many groups of a unit each of its limits allows. */
export interface Limit {
  readonly limit: DeviceProgram['limit'];
  readonly groups: number;
}

/** Registers that a group takes of a unit: a warp takes them in steps, for all of its lanes. */
export const registersOfGroup = (machine: Machine, needs: Omit<Needs, 'localBytes'>): number =>
  Math.ceil(needs.items / machine.lanes) * registersOfWarp(machine, needs.registers);

function registersOfWarp(
  { lanes, registerStep, registersOfItem }: Machine,
  registers: number,
): number {
  const own = Math.min(registers, registersOfItem);
  return Math.max(1, Math.ceil(own / registerStep)) * registerStep * lanes;
}

/** How many groups each limit of a unit allows, whole ones; as many as one likes of what a group does not need. */
export function limitsOf(
  machine: Machine,
  { items, registers, localBytes }: Needs,
): readonly [Limit, ...Limit[]] {
  const { lanes } = machine;
  const warps = Math.ceil(items / lanes);
  const ofWarp = registersOfWarp(machine, registers);
  const limit = (name: Limit['limit'], most: number): Limit => ({
    limit: name,
    groups: Math.floor(most),
  });
  return [
    limit('groups', machine.residentGroups),
    limit('warps', machine.residentWarps / warps),
    limit('items', machine.residentItems / (warps * lanes)),
    limit('registers', Math.floor(machine.registers / ofWarp) / warps),
    limit('local memory', localBytes > 0 ? machine.localBytes / localBytes : Infinity),
  ];
}

/** How many groups are resident on a unit at once, and what keeps more of them away. At least one, also where
 * the machine could not run it. */
export function resident(
  machine: Machine,
  needs: Needs,
): Pick<DeviceProgram, 'resident' | 'limit'> {
  const [first, ...others] = limitsOf(machine, needs);
  let least = first;
  for (const one of others) if (one.groups < least.groups) least = one;
  return { limit: least.limit, resident: Math.max(1, least.groups) };
}
