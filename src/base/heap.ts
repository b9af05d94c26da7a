/** A priority queue: adding and taking are logarithmic. */
export class Heap<Item> {
  readonly #items: Item[] = [];
  readonly #order: (one: Item, other: Item) => number;

  /** @param order negative if the first comes before the second. */
  constructor(order: (one: Item, other: Item) => number, items: Iterable<Item> = []) {
    this.#order = order;
    for (const item of items) this.add(item);
  }

  get size(): number {
    return this.#items.length;
  }

  add(item: Item): void {
    const items = this.#items;
    let at = items.push(item) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const other = items[above];
      if (other === undefined || this.#order(item, other) >= 0) break;
      items[at] = other;
      at = above;
    }
    items[at] = item;
  }

  /** Takes the least away; nothing where there is none. */
  take(): Item | undefined {
    const items = this.#items;
    const [first] = items;
    const last = items.pop();
    if (last === undefined || items.length === 0) return first;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const [one, other] = [items[left], items[left + 1]];
      if (one === undefined) break;
      const isRight = other !== undefined && this.#order(other, one) < 0;
      const least = isRight ? other : one;
      if (this.#order(last, least) <= 0) break;
      items[at] = least;
      at = isRight ? left + 1 : left;
    }
    items[at] = last;
    return first;
  }

  /** All that is there, in no order. */
  all(): readonly Item[] {
    return this.#items;
  }
}
