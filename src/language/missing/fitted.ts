/** A number that follows from those of the text. */
export interface Observation {
  /** Values of the tiles. */
  readonly tiles: Readonly<Record<string, number>>;
  readonly value: number;
}

/** An expression of tiles, and what must divide what for it to be whole. */
export interface Fitted {
  readonly text: string;
  readonly needs?: string;
}

/** The first simple expression of tiles that is true of all observations. */
export function fitted(observations: readonly Observation[]): Fitted | undefined {
  const [first] = observations;
  if (first === undefined) return undefined;
  const holds = (of: (tiles: Readonly<Record<string, number>>) => number): boolean =>
    observations.every(({ tiles, value }) => of(tiles) === value);
  if (holds(() => first.value)) return { text: String(first.value) };
  const names = Object.keys(first.tiles);
  const at = (tiles: Readonly<Record<string, number>>, name: string): number => tiles[name] ?? NaN;
  for (const one of names) {
    const factor = first.value / at(first.tiles, one);
    if (Number.isInteger(factor) && holds((tiles) => at(tiles, one) * factor))
      return { text: factor === 1 ? one : `${one} * ${factor}` };
    const part = 1 / factor;
    if (Number.isInteger(part) && holds((tiles) => at(tiles, one) / part))
      return { text: `${one} / ${part}`, needs: `${one} % ${part} == 0` };
    for (const other of names) {
      if (one === other) continue;
      if (holds((tiles) => at(tiles, one) / at(tiles, other)))
        return { text: `${one} / ${other}`, needs: `${one} % ${other} == 0` };
      if (holds((tiles) => at(tiles, one) * at(tiles, other))) return { text: `${one} * ${other}` };
    }
  }
  return undefined;
}
