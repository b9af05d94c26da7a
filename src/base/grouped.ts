/** Items by their keys, in the order of the first ones; an item without a key is in no group. */
export function groupedBy<Item, Key extends number | string>(
  items: Iterable<Item>,
  keyOf: (item: Item, at: number) => Key | undefined,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  let at = 0;
  for (const item of items) {
    const key = keyOf(item, at++);
    if (key === undefined) continue;
    madeIfAbsent(groups, key, (): Item[] => []).push(item);
  }
  return groups;
}

/** The value of a key; made and kept where there is none. */
export function madeIfAbsent<Key, Value>(
  known: Pick<Map<Key, Value>, 'get' | 'set'>,
  key: Key,
  make: () => Value,
): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}
