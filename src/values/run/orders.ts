import { EveryOrder } from './every-order.ts';
import { scrambled } from './filled-arrays.ts';
import { type Filling } from './inputs.ts';
import { ASCENDING, type Order } from './order.ts';
import type { Session } from './session.ts';
import type { Sighting } from './trial.ts';

/** An order of items, perhaps with the groups reversed. */
export interface Turned extends Order {
  readonly reverses: boolean;
}

/** Seeds of orders by chance of groups that take turns. */
const SHUFFLED_TURNS = [1, 2, 3, 4].map((each) => each * 2 ** 16);

/** Another order by chance each time. */
function shuffle(seed: number): (ready: readonly number[]) => readonly number[] {
  let draw = seed;
  return (ready) => {
    const items = [...ready];
    for (let last = items.length - 1; last > 0; last -= 1) {
      draw += 1;
      const other = scrambled(draw) % (last + 1);
      const item = items[last] ?? 0;
      items[last] = items[other] ?? 0;
      items[other] = item;
    }
    return items;
  };
}

/** Besides the usual order: backwards, in turns, two by chance, and with groups in turns.
 * @param seed of those by chance. */
export function orders(seed: number, takesTurns = true): readonly Turned[] {
  const same = (ready: readonly number[]): readonly number[] => ready;
  const shuffled = shuffle(seed);
  const turns = takesTurns ? [same, ...SHUFFLED_TURNS.map((each) => shuffle(seed + each))] : [];
  return [
    { next: (ready) => ready.toReversed(), yields: false, reverses: true },
    { next: same, yields: true, reverses: false },
    { next: shuffled, yields: true, reverses: false },
    { next: shuffled, yields: true, reverses: true },
    ...turns.map((inTurns): Turned => ({ next: same, yields: true, reverses: false, inTurns })),
  ];
}

/** Inputs for which `orders` are tried. */
const MOST_INPUTS = 16;
/** Groups that come in each order. */
const MOST_GROUPS = 4;
/** Runs in search of all orders. */
const MOST_RUNS = 3000;

interface Asked {
  readonly session: Session;
  readonly groups: readonly number[];
  readonly seed: number;
  readonly inputs: Iterable<Filling>;
  /** Each order of the atomics is to come, where they are few. */
  readonly isEvery: boolean;
  /** They are of memory that each group has for itself. */
  readonly isLocal: boolean;
  /** Runs and judges. @returns false where it is enough. */
  readonly run: (
    filling: Filling,
    groups: readonly number[],
    order?: Order,
    turned?: Sighting['turned'],
  ) => boolean;
}

const permutations = (all: readonly number[]): readonly (readonly number[])[] =>
  all.length < 2
    ? [all]
    : all.flatMap((first, index) =>
        permutations(all.toSpliced(index, 1)).map((rest) => [first, ...rest]),
      );

/** Tries orders of atomics. */
export function tryOrders({ session, groups, seed, inputs, isEvery, isLocal, run }: Asked): {
  /** Some left other contents. */
  readonly isOther: boolean;
  /** Each order came, for each input. */
  readonly isAll: boolean;
  readonly tried: number;
} {
  let isOther = false;
  let isAll = isEvery;
  let tried = 0;
  const left = (): readonly Uint8Array[] =>
    session.stores
      .filter(({ object }) => object.space === 'global')
      .map(({ u8, spare }) => u8.slice(0, spare));
  /** @returns false where it is enough. */
  const ofInput = (filling: Filling, isFirst: boolean): boolean => {
    if (!run(filling, groups, { ...ASCENDING })) return false;
    const before = left();
    const goesOn = (...way: Parameters<Asked['run']>): boolean => {
      const isMore = run(...way);
      tried += 1;
      isOther ||= left().some((bytes, at) =>
        bytes.some((byte, offset) => byte !== before[at]?.[offset]),
      );
      return isMore;
    };
    for (const [order, turned] of isFirst ? orders(seed, session.takesTurns).entries() : []) {
      const way = turned.reverses ? groups.toReversed() : groups;
      if (!goesOn(filling, way, turned, { order, yieldsAt: [] })) return false;
    }
    if (!isEvery) return true;
    const isFew = groups.length <= MOST_GROUPS;
    isAll &&= isLocal || isFew;
    for (const way of isLocal || !isFew ? [groups] : permutations(groups)) {
      const every = new EveryOrder();
      do {
        if (tried >= MOST_RUNS || !goesOn(filling, way, every)) return false;
      } while (every.advance());
      // Groups that do more than one may take turns at them.
      isAll &&= every.isWhole && (isLocal || groups.length === 1 || every.most <= 1);
    }
    return true;
  };
  let count = 0;
  for (const filling of inputs) {
    if (!ofInput(filling, count < MOST_INPUTS)) {
      isAll = false;
      break;
    }
    count += 1;
  }
  return { isOther, isAll, tried: tried + 1 };
}
