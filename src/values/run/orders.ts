import type { Order } from './order.ts';
import { scrambled } from './inputs.ts';

/** An order of items, perhaps with the groups reversed. */
export interface Turned extends Order {
  readonly reverses: boolean;
}

/** Besides the usual order: backwards, in turns, and two by chance.
 * @param seed of the latter. */
export function orders(seed: number): readonly Turned[] {
  let draw = seed;
  const shuffled = (ready: readonly number[]): readonly number[] => {
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
  return [
    { next: (ready) => ready.toReversed(), yields: false, reverses: true },
    { next: (ready) => ready, yields: true, reverses: false },
    { next: shuffled, yields: true, reverses: false },
    { next: shuffled, yields: true, reverses: true },
  ];
}
