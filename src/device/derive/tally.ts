import { productOf } from '../../base/product.ts';
import { groupsOf } from '../../kernel/geometry.ts';
import type { Access, Kernel } from '../../kernel/ir.ts';
import { type Countable, type Counted, countable } from './countable.ts';
import { distinctBytes, type Walk } from './distinct.ts';
import { type Form, slopeAt } from './form.ts';
import { attempt } from '../../front/expr.ts';
import { GROUP, ITEM, placed, Slots, type Values } from './names.ts';
import { remembered } from './remembered.ts';

/** An access of the text, and how often all work-items together make it. */
export interface TalliedAccess extends Pick<Access, 'kind' | 'space' | 'name' | 'span'> {
  readonly times: number;
}

/** Everything that a kernel does in one configuration, counted over all work-items. */
export interface Tally {
  /** Floating-point operations; a product with its sum is two. */
  readonly flops: number;
  /** Bytes that work-items ask of global memory, and of local memory. */
  readonly global: number;
  readonly local: number;
  /** Distinct bytes of global memory that are read, and written: each has to be moved once. */
  readonly read: number;
  readonly written: number;
  /** Every address follows from the text; otherwise more may be read or written. */
  readonly isWhole: boolean;
  /** Counted item by item, without taking some for others. */
  readonly isExact: boolean;
  /** Barriers that groups pass, all together. */
  readonly barriers: number;
  /** In the order of the text. */
  readonly accesses: readonly TalliedAccess[];
}

/** Counts for any configuration. Bytes need a kernel lowered with what its accesses touch.
 * @throws {ExprError} where a size has no value. */
export type TallyOf = (
  values: Readonly<Record<string, number>>,
  constants: Readonly<Record<string, number>>,
) => Tally;

/** Rounds of a loop, and items of a group, that are looked at one by one. */
const MOST_ROUNDS = 256;
const MOST_LOOKED_AT = 2 ** 20;
const MOST_ITEMS = 1024;

/** Counts of a kernel on any platform and machine. */
export function tallyOf(kernel: Kernel): TallyOf {
  const { geometry } = kernel;
  const slots = new Slots();
  const parts = countable(kernel, slots);
  const local = geometry.local.map((size) => slots.compile(size));
  const groups = groupsOf(geometry).map((size) => slots.compile(size));
  const counted = remembered(slots, (values) =>
    new Counter(
      slots,
      parts,
      values,
      local.map((size) => size(values)),
      groups.map((size) => size(values)),
    ).tally(),
  );
  return (given, constants) => counted(slots.values({ ...constants, ...given }));
}

/** A work-item of a group that stands for some, with how often what is counted happens to it. */
interface Lane {
  readonly place: readonly number[];
  readonly times: number;
}

/** A group that stands for some, and at which edges of the NDRange it lies. */
interface Place {
  readonly at: readonly number[];
  readonly times: number;
  readonly edges: readonly string[];
}

/** Something that repeats an access: a dimension of groups or of items, or a loop. */
interface Axis {
  readonly slot: number;
  readonly count: number;
  /** The first of them that is sure to make it. */
  readonly first: number;
}

/** One configuration is counted by one of these. */
class Counter {
  readonly #items: readonly number[];
  readonly #groups: readonly number[];
  readonly #itemSlots: readonly number[];
  readonly #groupSlots: readonly number[];
  readonly #parts: Countable;
  readonly #values: Values;
  #flops = 0;
  #barriers = 0;
  #isExact = true;
  #looked = 0;
  readonly #times = new Map<Access, number>();
  /** The fewest rounds that any item makes of a loop; absent where none gets there. */
  readonly #rounds = new Map<Counted, number>();
  /** Sides of branches that not all who come by take: in a group from the middle, or at an edge. */
  readonly #divided = new Set<string>();

  constructor(
    slots: Slots,
    parts: Countable,
    values: Values,
    items: readonly number[],
    groups: readonly number[],
  ) {
    this.#parts = parts;
    this.#values = values;
    this.#items = items;
    this.#groups = groups.map((count) => Math.max(0, Math.floor(count)));
    this.#itemSlots = ITEM.slice(0, items.length).map((name) => slots.of(name));
    this.#groupSlots = GROUP.slice(0, groups.length).map((name) => slots.of(name));
  }

  tally(): Tally {
    const { body } = this.#parts;
    const lanes = this.#lanes();
    for (const { at, times, edges } of this.#places()) {
      const here = placed(
        this.#values,
        this.#groupSlots.map((slot, axis) => [slot, at[axis] ?? 0] as const),
      );
      const own = lanes.map(({ place, times: of }) => ({ place, times: times * of }));
      this.#block(body, own, here, edges);
    }
    const bytes = this.#bytes(body);
    return {
      flops: this.#flops,
      barriers: this.#barriers,
      isExact: this.#isExact,
      ...bytes,
      accesses: [...this.#times]
        .map(([{ kind, space, name, span }, times]) => ({ kind, space, name, span, times }))
        .toSorted((a, b) => a.span.start - b.span.start),
    };
  }

  /** Items of a group; of very large groups some stand for all. */
  #lanes(): Lane[] {
    const [x = 1, y = 1] = this.#items;
    const all = productOf(this.#items);
    const taken = Math.min(all, MOST_ITEMS);
    if (taken < all) this.#isExact = false;
    return Array.from({ length: taken }, (_, index) => {
      const lid = Math.floor((index * all) / taken);
      return {
        place: [lid % x, Math.floor(lid / x) % y, Math.floor(lid / (x * y))],
        times: all / taken,
      };
    });
  }

  /** The first, a middle and the last group of each dimension, in all combinations. */
  *#places(): Generator<Place> {
    let all: Place[] = [{ at: [], times: 1, edges: [] }];
    for (const [axis, count] of this.#groups.entries()) {
      const ways = [
        { at: 0, times: Math.min(1, count), edges: [`first ${axis}`] },
        { at: Math.floor(count / 2), times: Math.max(0, count - 2), edges: [] },
        { at: count - 1, times: count > 1 ? 1 : 0, edges: [`last ${axis}`] },
      ].filter(({ times }) => times > 0);
      all = all.flatMap((one) =>
        ways.map(({ at, times, edges }) => ({
          at: [...one.at, at],
          times: one.times * times,
          edges: [...one.edges, ...edges],
        })),
      );
    }
    yield* all;
  }

  /** Values of a form for some lanes; one for all where they cannot differ. */
  #at(form: Form, lanes: readonly Lane[], values: Values): readonly number[] {
    if (!form.moving.some(({ slot }) => this.#itemSlots.includes(slot))) {
      this.#looked += 1;
      const same = form.compute(values);
      return lanes.map(() => same);
    }
    this.#looked += lanes.length;
    const own = new Float64Array(values);
    return lanes.map(({ place }) => {
      this.#itemSlots.forEach((slot, axis) => {
        own[slot] = place[axis] ?? 0;
      });
      return form.compute(own);
    });
  }

  /** @returns the lanes that go on after it. */
  #block(
    block: readonly Counted[],
    lanes: readonly Lane[],
    values: Values,
    edges: readonly string[],
  ): readonly Lane[] {
    let left = lanes;
    for (const node of block) {
      if (left.length === 0) return left;
      left = this.#node(node, left, values, edges);
    }
    return left;
  }

  #node(
    node: Counted,
    lanes: readonly Lane[],
    values: Values,
    edges: readonly string[],
  ): readonly Lane[] {
    switch (node.kind) {
      case 'work':
        this.#work(node.accesses, timesOf(lanes));
        return lanes;
      case 'barrier':
        this.#barriers += timesOf(lanes) / productOf(this.#items);
        return lanes;
      case 'return':
        return [];
      case 'loop':
        return this.#loop(node, lanes, values, edges);
      case 'branch': {
        const truths = this.#at(node.condition, lanes, values);
        const sides = [node.then, node.otherwise].map((side, index) => {
          const own = lanes.filter((_, at) => (truths[at] !== 0) === (index === 0));
          if (own.length < lanes.length)
            for (const edge of edges.length > 0 ? edges : [''])
              this.#divided.add(sideKey(this.#id(node), index, edge));
          return this.#block(side, own, values, edges);
        });
        return sides.flat();
      }
    }
  }

  readonly #ids = new Map<Counted, number>();
  #id(node: Counted): number {
    const found = this.#ids.get(node) ?? this.#ids.size;
    this.#ids.set(node, found);
    return found;
  }

  #work(accesses: readonly Access[], times: number): void {
    for (const access of accesses) {
      if (access.touched?.memory === 'private') continue;
      this.#times.set(access, (this.#times.get(access) ?? 0) + times);
      const { operations } = access;
      if (operations)
        this.#flops +=
          times *
          (operations.floating +
            operations.double +
            operations.contracted +
            operations.division +
            operations.function);
    }
  }

  #loop(
    loop: Extract<Counted, { kind: 'loop' }>,
    lanes: readonly Lane[],
    values: Values,
    edges: readonly string[],
  ): readonly Lane[] {
    const trips = this.#at(loop.trips, lanes, values).map((count) => Math.max(0, Math.ceil(count)));
    const least = Math.min(...trips);
    this.#rounds.set(loop, Math.min(this.#rounds.get(loop) ?? Infinity, least));
    if (!loop.varies) {
      const own = lanes.flatMap(({ place, times }, at) => {
        const count = trips[at] ?? 0;
        return count > 0 ? [{ place, times: times * count }] : [];
      });
      if (own.length > 0) this.#block(loop.body, own, placed(values, [[loop.slot, 0]]), edges);
      return lanes;
    }
    const most = Math.max(...trips);
    const taken = this.#looked > MOST_LOOKED_AT ? 8 : MOST_ROUNDS;
    const rounds = Math.min(most, taken);
    if (rounds < most) this.#isExact = false;
    for (let index = 0; index < rounds; index += 1) {
      const at = Math.floor((index * most) / rounds);
      const own = lanes.flatMap(({ place, times }, lane) =>
        at < (trips[lane] ?? 0) ? [{ place, times: (times * most) / rounds }] : [],
      );
      if (own.length > 0) this.#block(loop.body, own, placed(values, [[loop.slot, at]]), edges);
    }
    return lanes;
  }

  #bytes(
    body: readonly Counted[],
  ): Pick<Tally, 'global' | 'local' | 'read' | 'written' | 'isWhole'> {
    let [global, local, isWhole] = [0, 0, true];
    for (const [{ touched }, times] of this.#times) {
      if (!touched) continue;
      if (touched.memory === 'local') local += times * touched.bytes;
      else {
        global += times * touched.bytes;
        isWhole &&= touched.address !== undefined;
      }
    }
    const walks = new Map<string, { asked: number; readonly walks: Walk[] }>();
    this.#walks(body, this.#axes(), walks);
    const sum = (kind: string): number =>
      [...walks].reduce(
        (all, [key, { asked, walks: own }]) =>
          key.startsWith(kind) ? all + Math.min(asked, distinctBytes(own)) : all,
        0,
      );
    return { global, local, read: sum('load'), written: sum('store'), isWhole };
  }

  #axes(): readonly Axis[] {
    const axes = (slots: readonly number[], counts: readonly number[]): Axis[] =>
      slots.map((slot, at) => ({ slot, count: counts[at] ?? 1, first: 0 }));
    return [...axes(this.#itemSlots, this.#items), ...axes(this.#groupSlots, this.#groups)];
  }

  /** Walks of the accesses to global memory, by kind and array, through what is sure to be touched. */
  #walks(
    block: readonly Counted[],
    axes: readonly Axis[],
    into: Map<string, { asked: number; readonly walks: Walk[] }>,
  ): void {
    for (const node of block) {
      if (node.kind === 'loop') {
        const count = this.#rounds.get(node) ?? 0;
        if (count > 0)
          this.#walks(node.body, [...axes, { slot: node.slot, count, first: 0 }], into);
      } else if (node.kind === 'branch') {
        for (const [index, side] of [node.then, node.otherwise].entries())
          this.#walks(side, this.#narrowed(node, index, axes), into);
      } else if (node.kind === 'work')
        for (const access of node.accesses) this.#walk(access, axes, into);
    }
  }

  /** Without the groups at edges, and the items and rounds, that may not take a side. */
  #narrowed(
    node: Extract<Counted, { kind: 'branch' }>,
    side: number,
    axes: readonly Axis[],
  ): readonly Axis[] {
    const id = this.#id(node);
    const isDivided = (edge: string): boolean => this.#divided.has(sideKey(id, side, edge));
    const isEverywhere = isDivided('');
    return axes.map((axis) => {
      if (!node.condition.moving.some(({ slot }) => slot === axis.slot)) return axis;
      const dimension = this.#groupSlots.indexOf(axis.slot);
      if (dimension < 0) return isEverywhere ? { ...axis, count: 1 } : axis;
      if (isEverywhere) return { ...axis, first: Math.floor(axis.count / 2), count: 1 };
      const [first, last] = ['first', 'last'].map((edge) =>
        isDivided(`${edge} ${dimension}`) ? 1 : 0,
      );
      const count = Math.max(1, axis.count - (first ?? 0) - (last ?? 0));
      return { ...axis, first: axis.first + (first ?? 0), count };
    });
  }

  #walk(
    access: Access,
    axes: readonly Axis[],
    into: Map<string, { asked: number; readonly walks: Walk[] }>,
  ): void {
    const { touched, kind } = access;
    const times = this.#times.get(access) ?? 0;
    const form = this.#parts.addresses.get(access);
    if (!touched || touched.memory === 'local' || times === 0 || !form) return;
    const values = placed(
      this.#values,
      axes.map(({ slot, first }) => [slot, first] as const),
    );
    const start = attempt(() => form.compute(values));
    if (start === undefined) return;
    const strides = axes.flatMap(({ slot, count }) => {
      // Where no slope is known one place stands for all: the fewest bytes.
      const step = attempt(() => slopeAt(form, slot, values));
      return step === undefined ? [] : [{ step, count }];
    });
    const key = `${kind} ${touched.array}`;
    const found = into.get(key) ?? { asked: 0, walks: [] };
    found.asked += times * touched.bytes;
    found.walks.push({ start, width: touched.bytes, strides });
    into.set(key, found);
  }
}

const timesOf = (lanes: readonly Lane[]): number =>
  lanes.reduce((sum, { times }) => sum + times, 0);

const sideKey = (branch: number, side: number, edge: string): string => `${branch} ${side} ${edge}`;
