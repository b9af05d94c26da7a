import type { Machine } from '../machine.ts';
import { resident, type Needs } from '../residency.ts';
import type { DeviceProgram } from '../program.ts';
import { COMPILERS, RELOADS_TOGETHER, USUAL_REGISTERS } from './compilers.ts';
import type { Part } from './part.ts';
import { memoryFor } from './private-arrays.ts';
import type { Terms } from './terms.ts';
import type { Item } from './walk.ts';

/** A way with what its registers make of it. */
export interface Registered extends Pick<
  DeviceProgram,
  'registers' | 'spilled' | 'resident' | 'limit'
> {
  readonly way: readonly Item[];
}

/** Counts an item's registers: kept values, the usual ones, and held loads; the excess is spilled.
 * @param own registers without held values */
export function withRegisters(
  way: readonly Item[],
  own: number,
  needs: Omit<Needs, 'registers'>,
  machine: Machine,
  terms: Terms,
): Registered {
  const held = heldIn(way, machine, terms);
  const live = own + Math.max(0, ...[...held.values()].map(({ values }) => values));
  const most = machine.registersOfItem;
  const registers = Math.min(live, most);
  const limits = resident(machine, {
    ...needs,
    registers: terms.registers ? registers : USUAL_REGISTERS,
  });
  const spilled = terms.spills ? Math.max(0, live - most) : 0;
  if (spilled === 0) return { way, registers, spilled, ...limits };
  const warps = limits.resident * Math.ceil(needs.items / machine.lanes);
  const spills = (items: readonly Item[]): Item[] =>
    items.flatMap((item): Item[] => {
      if (item.kind === 'loop') return [{ ...item, body: spills(item.body) }];
      if (item.kind === 'rounds') return [{ ...item, bodies: item.bodies.map(spills) }];
      if (item.kind === 'barrier') return [item];
      const { values = 0, isSunk = false } = held.get(item) ?? {};
      const over = own + values - most;
      return over > 0 ? [item, spillOf(machine, terms, item, over, isSunk, warps)] : [item];
    });
  return { way: spills(way), registers, spilled, ...limits };
}

interface Held {
  /** Registers. */
  readonly values: number;
  /** They are loaded before the arithmetic moves. */
  readonly isSunk: boolean;
}

/** Registers holding loads, by part. Arithmetic stored only under guards moves there and holds its
 * inputs; with one guard the loads move too. */
function heldIn(
  way: readonly Item[],
  { compiler }: Machine,
  terms: Terms,
): ReadonlyMap<Part, Held> {
  const held = new Map<Part, Held>();
  const { sinks } = COMPILERS[compiler];
  const visit = (items: readonly Item[]): void => {
    let behind = 0;
    for (const item of items.toReversed()) {
      if (item.kind === 'loop') visit(item.body);
      else if (item.kind === 'rounds') item.bodies.forEach(visit);
      else if (item.kind === 'barrier') behind = 0;
      else {
        const isSunk =
          terms.sinking && sinks && item.times > 1 && behind > 0 && (item.guarded || behind > 1);
        held.set(item, { values: isSunk ? item.loads : terms.held ? item.held : 0, isSunk });
        behind += item.guardedStores;
      }
    }
  };
  visit(way);
  return held;
}

/** Spilled values are stored once, and reloaded for each use but the one that their load is for; some use is left. The
 * device's total decides which memory. */
function spillOf(
  machine: Machine,
  terms: Terms,
  { uses }: Part,
  spilled: number,
  isSunk: boolean,
  warps: number,
): Part {
  const bytes = machine.lanes * 4;
  const often = isSunk ? uses : uses - 1;
  const reloads = spilled * (terms.reloads ? Math.max(1, often) : Math.min(uses, 2));
  const accesses = spilled + reloads;
  const times = Math.ceil(terms.reloads ? reloads / RELOADS_TOGETHER : spilled / 16);
  const all = spilled * bytes * warps;
  const { latency, width } = memoryFor(machine, all);
  return {
    kind: 'part',
    times,
    port: terms.port ? (accesses * bytes) / machine.l1Width / times : 0,
    l2: width === undefined || !terms.bandwidth ? 0 : (accesses * bytes) / width / times,
    moved: 0,
    latency: terms.latency ? latency : 0,
    issue: 0,
    chain: 0,
    held: 0,
    loads: 0,
    uses: 0,
    guarded: false,
    guardedStores: 0,
    present: 1,
  };
}
