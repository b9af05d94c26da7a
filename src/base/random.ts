/** Uniform in [0, 1), reproducible by seed (mulberry32, by T. Ettinger). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** At most `most` items in random order, chosen fairly. */
export function shuffled<T>(items: Iterable<T>, most: number, random: () => number): T[] {
  const chosen: T[] = [];
  let seen = 0;
  for (const item of items) {
    seen += 1;
    const place = Math.floor(random() * seen);
    if (chosen.length < most) {
      chosen.push(item);
      const last = chosen.length - 1;
      const there = chosen[place];
      if (there !== undefined) [chosen[place], chosen[last]] = [item, there];
    } else if (place < most) {
      chosen[place] = item;
    }
  }
  return chosen;
}
