/** A message on its way, or just arrived. */
export interface Flight {
  readonly event: number;
  /** Way, from 0 to 1. */
  readonly way: number;
  /** Opacity, from 1 to 0. */
  readonly shown: number;
}

/** Where the cursor has come to. */
interface Arrival {
  readonly event: number;
  /** The messages that it has gone over, the last one where it is. */
  readonly passed: readonly number[];
  /** It did not go there step by step: what was under way is no more. */
  readonly jumped: boolean;
  /** For those who want no motion a message is there at once. */
  readonly still: boolean;
}

/** Milliseconds that a message travels, and that its line stays when another has been sent. */
const TRAVEL = 420;
const LINGER = 260;
/** Messages under way at most; of more nobody could follow any. */
const MOST = 24;

/** Messages under way, several at once. The cursor's stays where it arrived. */
export class Flights {
  #sent: { readonly event: number; readonly began: number }[] = [];
  #current = -1;

  arrive({ event, passed, jumped, still }: Arrival, now: number): void {
    this.#current = event;
    const began = still ? -Infinity : now;
    const more = jumped ? [event] : passed;
    const before = jumped || still ? [] : this.#sent.filter((each) => !more.includes(each.event));
    this.#sent = [...before, ...more.map((each) => ({ event: each, began }))].slice(-MOST);
  }

  /** Flights at a time. Finished ones are forgotten. */
  at(now: number): Flight[] {
    this.#sent = this.#sent.filter(
      ({ event, began }) => event === this.#current || now - began < TRAVEL + LINGER,
    );
    return this.#sent.map(({ event, began }) => {
      const way = Math.min(1, Math.max(0, now - began) / TRAVEL);
      const over = event === this.#current ? 0 : Math.max(0, now - began - TRAVEL) / LINGER;
      // Slow at both ends.
      return { event, way: way * way * (3 - 2 * way), shown: 1 - Math.min(1, over) };
    });
  }

  isMoving(now: number): boolean {
    return this.#sent.some(
      ({ event, began }) => now - began < TRAVEL + (event === this.#current ? 0 : LINGER),
    );
  }
}
