import { memoryWidth } from '../machine.ts';
import { SECTOR, WIDEST } from './compilers.ts';
import { type Family, type Frame, neighboursOf, product, unionOf } from './family.ts';
import { slopeAt } from './form.ts';
import { bytesFrom, type Stride } from './runs.ts';
import { atLanes, type Axis, isOfItems, type Setting } from './setting.ts';

/** Bytes fetched from the second cache and memory in one pass over straight code. */
export interface Traffic {
  /** Bytes of the group. */
  readonly bytes: number;
  /** Bytes that no neighbouring group has fetched already. */
  readonly fresh: number;
  /** Bytes that no earlier wave has fetched: groups that begin together wait for them together. */
  readonly late: number;
  /** Cycles of the unit's way to both. */
  readonly cycles: number;
}

/** Places of items that are looked at one by one, at most. */
const MOST_PLACES = 1024;

/** Each family's traffic, without the lines that families before it have fetched. */
export function trafficOfAll(
  setting: Setting,
  families: readonly Family[],
  frames: readonly Frame[],
  rounds: number,
): (family: Family) => Traffic {
  const of = (family: Family): Traffic => trafficOf(setting, family, frames, rounds);
  const rest = new Map<Family, Traffic>();
  for (const group of setting.terms.neighbours ? neighboursOf(setting, families) : []) {
    let before: Traffic | undefined;
    for (const [at, family] of group.entries()) {
      const own = of(family);
      const all = at === 0 ? own : of(unionOf(setting, group.slice(0, at + 1)));
      const more = (part: keyof Traffic): number =>
        Math.min(own[part], Math.max(0, all[part] - (before?.[part] ?? 0)));
      const [bytes, fresh, late, cycles] = [
        more('bytes'),
        more('fresh'),
        more('late'),
        more('cycles'),
      ];
      rest.set(family, { bytes, fresh, late, cycles });
      before = all;
    }
  }
  return (family) => rest.get(family) ?? of(family);
}

/** The bytes that a family brings to the first cache: each once for all items of the group, and for the rounds of
 * the loops around that fit into it. `rounds` is how many of the innermost loop one pass stands for. */
function trafficOf(
  setting: Setting,
  family: Family,
  frames: readonly Frame[],
  rounds: number,
): Traffic {
  const { machine, item, items, group, values } = setting;
  const { access, share } = family;
  const { form } = access;
  const wide = (bytes: number, fresh: number, late: number): Traffic => ({
    bytes,
    fresh,
    late,
    // Stores end in the second cache, which writes them back beside (see `drained`).
    cycles: Math.max(
      bytes / machine.l2Width,
      access.kind === 'store' ? 0 : fresh / memoryWidth(machine),
    ),
  });
  const known = form && footprint(setting, family, item, []);
  if (form === undefined || known === undefined || access.atomic) {
    const bytes = items * family.count * share * Math.max(SECTOR, access.bytes);
    return wide(bytes, form === undefined ? bytes : 0, form === undefined ? bytes : 0);
  }
  // Loops around, from the inside out, while a round fits: the next finds what both touch.
  const room = machine.l1Bytes / setting.sharing;
  let bytes = known;
  let scale = 1;
  let strides: readonly Stride[] = [];
  let passes = 1;
  for (const [at, { slot, count, mean }] of frames.toReversed().entries()) {
    const step = slopeAt(form, slot, values);
    if (step === undefined || count === 0) break;
    // Rounds that one pass stands for are among the unrolled loops.
    const longer = [...strides, { step, count: at === 0 ? count - rounds + 1 : count }];
    const more = footprint(setting, family, item, longer);
    const again = more !== undefined && more < bytes * count * 0.999;
    if (more === undefined || (bytes > room && again)) break;
    bytes = more;
    if (step !== 0) scale *= mean / count;
    passes *= at === 0 ? mean / rounds : mean;
    strides = longer;
  }
  const scaled = ((bytes * scale) / Math.max(1, passes)) * share * product(family.separate);
  const { fresh, late } = freshOf(setting, family, strides, group);
  return wide(scaled, scaled * fresh, scaled * late);
}

/** The parts of a group's bytes that no group before it has brought, and that no group of an earlier wave has. */
function freshOf(
  setting: Setting,
  family: Family,
  strides: readonly Stride[],
  group: readonly Axis[],
): { readonly fresh: number; readonly late: number } {
  const { machine, item, values, terms, sharing } = setting;
  const { form } = family.access;
  const own = footprint(setting, family, item, strides);
  if (form === undefined || own === undefined || own === 0) return { fresh: 1, late: 1 };
  let [fresh, late] = [1, 1];
  let between = own;
  /** Groups that begin between two neighbours. */
  let apart = 1;
  const wave = sharing * machine.units;
  for (const { slot, count: all } of group) {
    if (all <= 1) continue;
    const step = slopeAt(form, slot, values);
    // Data touched in between may have evicted it, but not where neighbours run abreast.
    const abreast = terms.abreast ? Math.min(all, Math.floor(wave / apart)) : 1;
    const count = between <= machine.l2Bytes ? all : abreast;
    if (step !== undefined && count > 1) {
      const of = (groups: number): number | undefined =>
        footprint(setting, family, item, [...strides, { step, count: groups }]);
      const first = terms.sectors ? Math.min(count, period(step)) : 1;
      const looked = Math.min(count, 2 * first);
      const [once = own, more = looked * own] = [first === 1 ? own : of(first), of(looked)];
      const each = looked === first ? 0 : (more - once) / (looked - first);
      const part = Math.min(1, (once + (count - first) * each) / count / own);
      fresh *= part;
      if (!terms.sectors || apart >= wave) late *= part;
    }
    between *= all;
    apart *= all;
  }
  return { fresh, late };
}

/** Steps after which a walk lies in sectors as at first. */
function period(step: number): number {
  let [sectors, rest] = [SECTOR, Math.abs(step) % SECTOR];
  while (rest >= 1) [sectors, rest] = [rest, sectors % rest];
  return Math.max(1, SECTOR / sectors);
}

/** Distinct bytes of all items and of some loops besides the unrolled ones; undefined where addresses are not
 * known. */
function footprint(
  setting: Setting,
  family: Family,
  item: readonly Axis[],
  more: readonly Stride[],
): number | undefined {
  const { access, strides, starts } = family;
  const { form } = access;
  if (form === undefined) return undefined;
  const { values } = setting;
  const along = item.map(({ slot, count }) => ({ step: slopeAt(form, slot, values), count }));
  const known = along.flatMap(({ step, count }) => (step === undefined ? [] : [{ step, count }]));
  const others = item.filter((_, at) => along[at]?.step === undefined);
  const alike = starts.length > 0 ? starts.toSorted((a, b) => a - b) : [form.compute(values)];
  const from = others.length > 0 ? placesOf(setting, family, others) : alike;
  return bytesFrom(from, access.bytes, [...strides, ...known, ...more], SECTOR);
}

const places = new WeakMap<Family, readonly number[]>();

/** Where items begin along dimensions in which no stride is known, in rising order. */
function placesOf({ values }: Setting, family: Family, others: readonly Axis[]): readonly number[] {
  const found = places.get(family);
  const { form } = family.access;
  if (found !== undefined || form === undefined) return found ?? [];
  const all = product(others);
  const taken = Math.min(all, MOST_PLACES);
  const own = new Float64Array(values);
  const made = Array.from({ length: taken }, (_, at) => {
    let rest = Math.floor((at * all) / taken);
    for (const { slot, count } of others) {
      own[slot] = rest % count;
      rest = Math.floor(rest / count);
    }
    return form.compute(own);
  }).toSorted((a, b) => a - b);
  places.set(family, made);
  return made;
}

/** Instructions of one access: the widest moves 16 bytes of a lane, and where a machine asks for it none moves more than
 * its type is aligned to (CUDA C++ Programming Guide, device memory accesses; AMD's instruction sets, up to four
 * dwords). */
export const instructionsOf = ({ terms, compiler }: Setting, { access }: Family): number => {
  const widest = compiler.aligns ? Math.min(WIDEST, access.aligned) : WIDEST;
  return terms.vectors ? Math.max(1, access.bytes / widest) : 1;
};

/** Cycles of the port that one instruction of a family takes, over the warps of the group and the offsets of the loops
 * around it. */
export function portOf(
  setting: Setting,
  family: Family,
  offsets: readonly Stride[],
  cycles: Ports,
): number {
  const { machine, samples, shapes, terms, item, values } = setting;
  const { access, guards } = family;
  const { form, memory, atomic } = access;
  const bytes = access.bytes / instructionsOf(setting, family);
  const flat =
    (machine.lanes * Math.max(4, bytes)) /
    (memory === 'local' ? machine.localWidth : machine.l1Width);
  if (!terms.addresses) return flat;
  if (form === undefined) return cycles.unknown(memory === 'local', bytes);
  const dividing = guards.filter(
    ({ divides, form: guard }) => divides && isOfItems(setting, guard),
  );
  const slopes = item.map(({ slot }) => slopeAt(form, slot, values));
  const [sx = 0, sy = 0, sz = 0] = slopes;
  let sum = 0;
  if (dividing.length === 0 && !slopes.includes(undefined)) {
    // Lanes lie to each other as the shape of the warp says.
    const start = form.compute(values);
    const rows = { step: sy, count: item[1]?.count ?? 1 };
    for (const { places, part, key } of shapes) {
      const lanes = (): number[] => places.map(([x, y, z]) => sx * x + sy * y + sz * z);
      const [x, y, z] = places[0] ?? [0, 0, 0];
      const shape = { key: `${key} ${sx} ${sy} ${sz}`, lanes };
      const first = start + sx * x + sy * y + sz * z;
      sum +=
        part *
        (memory === 'local'
          ? cycles.local(shape, bytes, atomic)
          : cycles.global(shape, first, bytes, [...offsets, rows]));
    }
    return sum;
  }
  for (const warp of samples) {
    const truths = dividing.map((guard) => ({ ...guard, at: atLanes(setting, guard.form, warp) }));
    const lanes = atLanes(setting, form, warp).filter((_, lane) =>
      truths.every(({ at, holds }) => (at[lane] !== 0) === holds),
    );
    const [first] = lanes;
    if (first === undefined) continue;
    const shape = { lanes: () => lanes };
    sum +=
      memory === 'local'
        ? cycles.local(shape, bytes, atomic)
        : cycles.global(shape, first, bytes, offsets);
  }
  return sum / samples.length;
}

/** How the lanes of a warp lie. Those with a key are the same for the same key, moved as a whole. */
export interface Lay {
  readonly key?: string;
  readonly lanes: () => readonly number[];
}

/** Port cycles for a warp's lanes. */
export interface Ports {
  local(lay: Lay, bytes: number, atomic: boolean): number;
  /** On average over the offsets by which the lanes move together from where the first of them lies. */
  global(lay: Lay, first: number, bytes: number, offsets: readonly Stride[]): number;
  /** Sectors of a store, in place of cycles. */
  passed: Ports['global'];
  /** Where the addresses are not known. */
  unknown(isLocal: boolean, bytes: number): number;
}
