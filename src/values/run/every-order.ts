import type { Order } from './order.ts';

/** Choices in one run; what needs more does not come to an end. */
const MOST_CHOICES = 100;

/**
 * One item after the other does its next atomic, in every order there is: each run takes the next one. Between atomics
 * nothing that items do meets another, or it is a race and told as such.
 */
export class EveryOrder implements Order {
  readonly yields = true;
  /** Choices of this run from its beginning, and how many there were each time. */
  readonly #chosen: number[];
  readonly #of: number[] = [];
  #depth = 0;
  #inGroup = 0;
  #most = 0;
  #isWhole = true;

  /** @param chosen the choices of a run to come again. */
  constructor(chosen: readonly number[] = []) {
    this.#chosen = [...chosen];
  }

  get chosen(): readonly number[] {
    return this.#chosen.slice(0, this.#depth);
  }

  /** No run was left unfinished by too many choices. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** The most atomics of a group in any run. */
  get most(): number {
    return this.#most;
  }

  readonly begin = (): void => {
    this.#inGroup = 0;
  };

  readonly next: Order['next'] = (ready, isBefore) => {
    const free = ready.filter((item) => !isBefore(item));
    if (free.length > 0) return free;
    this.#inGroup += 1;
    this.#most = Math.max(this.#most, this.#inGroup);
    return [ready[this.#choose(ready.length)] ?? 0];
  };

  #choose(of: number): number {
    if (of < 2) return 0;
    const at = this.#depth;
    if (at >= MOST_CHOICES) {
      this.#isWhole = false;
      return 0;
    }
    this.#depth += 1;
    this.#of[at] = of;
    return (this.#chosen[at] ??= 0);
  }

  /** Begins the next run. @returns false where all have come. */
  advance(): boolean {
    let last = this.#depth - 1;
    while (last >= 0 && (this.#chosen[last] ?? 0) + 1 >= (this.#of[last] ?? 0)) last -= 1;
    this.#chosen.length = Math.max(0, last + 1);
    this.#depth = 0;
    if (last < 0) return false;
    this.#chosen[last] = (this.#chosen[last] ?? 0) + 1;
    return true;
  }
}
