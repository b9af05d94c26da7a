import type { Machine } from './machine.ts';
import type { DeviceProgram } from './program.ts';

/** A group's needs. */
export interface Needs {
  /** Work-items of a group. */
  readonly items: number;
  readonly registers: number;
  readonly localBytes: number;
}

/** Groups allowed by one limit of a unit. */
export interface Limit {
  readonly limit: DeviceProgram['limit'];
  readonly groups: number;
}

/** Registers of a group, allocated per warp in steps. */
export const registersOfGroup = (machine: Machine, needs: Omit<Needs, 'localBytes'>): number =>
  Math.ceil(needs.items / machine.lanes) * registersOfWarp(machine, needs.registers);

function registersOfWarp(
  { lanes, registerStep, registersOfItem }: Machine,
  registers: number,
): number {
  const own = Math.min(registers, registersOfItem);
  return Math.max(1, Math.ceil(own / registerStep)) * registerStep * lanes;
}

/** Whole groups allowed by each limit; unlimited if the group needs none. */
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

/** Resident groups and the limiting resource; at least one, even if it would not fit. */
export function resident(
  machine: Machine,
  needs: Needs,
): Pick<DeviceProgram, 'resident' | 'limit'> {
  const [first, ...others] = limitsOf(machine, needs);
  let least = first;
  for (const one of others) if (one.groups < least.groups) least = one;
  return { limit: least.limit, resident: Math.max(1, least.groups) };
}
