import type { Snapshot } from './cycles.ts';
import type { Items } from './items.ts';

/** Meetings at one place before the items' states are looked at. */
const MANY = 256;

/** Notices items that meet again and again, where nothing that decides has changed. */
export class MeetingRounds {
  readonly #rounds = new Map<number, number>();
  #before: readonly Snapshot[] = [];

  begin(): void {
    this.#rounds.clear();
    this.#before = [];
  }

  /** All meet at a block. @returns the first item's state, if all have been there with theirs before */
  again(block: number, items: Items): Snapshot | undefined {
    const rounds = (this.#rounds.get(block) ?? 0) + 1;
    this.#rounds.set(block, rounds);
    if (rounds < MANY || items.stops.includes('ended')) return undefined;
    const [first] = this.#before;
    if (first?.block === block && items.areBack(this.#before)) return first;
    // States of a longer way around are kept for as long.
    if (Number.isInteger(Math.log2(rounds))) this.#before = items.watchAll();
    return undefined;
  }
}
