import { productOf } from '../../base/product.ts';
import type { Machine } from '../machine.ts';
import { type Compiler, COMPILERS } from './compilers.ts';
import type { Form } from './form.ts';
import { GROUP, ITEM, placed, type Slots, type Values } from './names.ts';
import type { Condition } from './plan.ts';
import type { Home } from './home.ts';
import type { Terms } from './terms.ts';

/** The lanes of a warp by the place of their items in the group. */
export interface Warp {
  readonly places: readonly (readonly [x: number, y: number, z: number])[];
}

/** Warps whose lanes lie to each other alike: they begin at the same place of a row. */
export interface Shape extends Warp {
  /** Their part of all warps. */
  readonly part: number;
  /** The same for the same shape in any configuration. */
  readonly key: string;
}

/** One configuration on one machine. */
export interface Setting {
  readonly machine: Machine;
  readonly compiler: Compiler;
  readonly terms: Terms;
  /** Names of the configuration, and the indices of the loops around. */
  readonly values: Values;
  /** Slots and sizes of the dimensions of a group, and of those of the NDRange in groups. */
  readonly item: readonly Axis[];
  readonly group: readonly Axis[];
  readonly items: number;
  readonly warps: number;
  /** Warps that stand for all of the group, where conditions are asked. */
  readonly samples: readonly Warp[];
  /** All warps by their shapes. */
  readonly shapes: readonly Shape[];
  /** Groups that share the first cache, as far as is known before registers are counted. */
  readonly sharing: number;
  readonly localBytes: number;
  /** Private arrays that are not in registers, by their names. */
  readonly homes: ReadonlyMap<string, Home>;
  /** Bytes of an item's private arrays in memory. */
  readonly privateBytes: number;
  /** How often the loops run that are around, or that run equally often everywhere, by the slots of their indices. */
  readonly counts: ReadonlyMap<number, number>;
}

/** A dimension: its slot, and how many there are. */
export interface Axis {
  readonly slot: number;
  readonly count: number;
}

/** Warps of a group that are looked at, and their shapes. */
const MOST_WARPS = 8;
const MOST_SHAPES = 16;

export function settingOf(
  machine: Machine,
  terms: Terms,
  slots: Slots,
  given: Values,
  sizes: { readonly local: readonly number[]; readonly groups: readonly number[] },
  sharing: number,
  localBytes: number,
): Setting {
  const { local, groups } = sizes;
  const axes = (names: readonly string[], counts: readonly number[]): Axis[] =>
    names.map((name, at) => ({ slot: slots.of(name), count: counts[at] ?? 1 }));
  const item = axes(ITEM, local);
  const group = axes(GROUP, groups);
  // A group from the middle stands for all: those at the edges are few.
  const values = placed(given, [
    ...group.map(({ slot, count }) => [slot, Math.floor((count - 1) / 2)] as const),
    ...item.map(({ slot }) => [slot, 0] as const),
  ]);
  const items = productOf(local);
  const warps = Math.ceil(items / machine.lanes);
  const [x = 1, y = 1] = local;
  const warp = (first: number): Warp => ({
    places: Array.from({ length: Math.min(machine.lanes, items - first) }, (_, lane) => {
      const lid = first + lane;
      return [lid % x, Math.floor(lid / x) % y, Math.floor(lid / (x * y))] as const;
    }),
  });
  const taken = Math.min(MOST_WARPS, warps);
  const samples = Array.from({ length: taken }, (_, at) =>
    warp(Math.floor((at * warps) / taken) * machine.lanes),
  );
  const shapes = shapesOf(items, x, y, machine.lanes).map(({ first, part, key }) => ({
    ...warp(first),
    part,
    key,
  }));
  return {
    machine,
    terms,
    compiler: COMPILERS[machine.compiler],
    values,
    item,
    group,
    items,
    warps,
    samples,
    shapes,
    sharing,
    localBytes,
    homes: new Map(),
    privateBytes: 0,
    counts: new Map(),
  };
}

/** The shapes of the warps of a group, each by the first item of one. */
function shapesOf(items: number, x: number, y: number, lanes: number) {
  const found = new Map<string, { first: number; count: number }>();
  const warps = Math.ceil(items / lanes);
  for (let at = 0; at < warps; at += 1) {
    const first = at * lanes;
    const length = Math.min(lanes, items - first);
    // A warp that stays in its row is like any other, wherever in the row it begins.
    const begins = (first % x) + length <= x ? 0 : first % x;
    const row = items > x * y ? Math.floor(first / x) % y : 0;
    const key = `${x} ${y} ${begins} ${row} ${length}`;
    const known = found.get(key);
    if (known) known.count += 1;
    else if (found.size < MOST_SHAPES) found.set(key, { first, count: 1 });
  }
  const all = [...found.values()].reduce((sum, { count }) => sum + count, 0);
  return [...found].map(([key, { first, count }]) => ({ key, first, part: count / all }));
}

/** The setting inside of loops, in a round from the middle of each. */
export const inside = (setting: Setting, loops: readonly Axis[]): Setting =>
  loops.length === 0
    ? setting
    : {
        ...setting,
        values: placed(
          setting.values,
          loops.map(({ slot, count }) => [slot, Math.floor(count / 2)]),
        ),
        counts: new Map([
          ...setting.counts,
          ...loops.map(({ slot, count }) => [slot, count] as const),
        ]),
      };

/** The values of a form for the lanes of a warp. */
export function atLanes({ values, item }: Setting, form: Form, { places }: Warp): number[] {
  const own = new Float64Array(values);
  return places.map((place) => {
    item.forEach(({ slot }, axis) => {
      own[slot] = place[axis] ?? 0;
    });
    return form.compute(own);
  });
}

/** A condition holds for all items of the group in all rounds of the loops, as its corners tell. */
export function holdsEverywhere(
  { values, item, group, counts }: Setting,
  { condition, isConvex }: Condition,
): boolean {
  if (!isConvex) return false;
  const own = new Float64Array(values);
  const corners: { slot: number; last: number }[] = [];
  for (const { slot } of condition.moving) {
    if (group.some((axis) => axis.slot === slot)) continue;
    const count = item.find((axis) => axis.slot === slot)?.count ?? counts.get(slot);
    if (count === undefined || corners.length >= 8) return false;
    if (count > 1) corners.push({ slot, last: count - 1 });
    else own[slot] = 0;
  }
  for (let at = 0; at < 2 ** corners.length; at += 1) {
    corners.forEach(({ slot, last }, bit) => {
      own[slot] = (at >> bit) % 2 === 1 ? last : 0;
    });
    if (condition.compute(own) === 0) return false;
  }
  return true;
}

/** True if items of a group have different values. */
export const isOfItems = ({ item }: Setting, { moving }: Form): boolean =>
  moving.some(({ slot }) => item.some((axis) => axis.slot === slot));
