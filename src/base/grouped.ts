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
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
