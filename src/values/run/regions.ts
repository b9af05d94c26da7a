import type { Instruction, ValueProgram } from '../program.ts';

/** Instructions that may come next. */
export const nextOf = (each: Instruction | undefined, index: number): readonly number[] => {
  if (each === undefined || each.kind === 'end') return [];
  if (each.kind === 'jump') return [each.to];
  return each.kind === 'branch' ? [each.then, each.otherwise] : [index + 1];
};

/** An item may come to the instruction, to a barrier and to the instruction once more: else all items of a
 * group run it between the same two barriers, since they meet at each. */
export function isBetweenBarriersAgain({ code }: ValueProgram, instruction: number): boolean {
  const behind = (start: number): ReadonlySet<number> => {
    const found = new Set<number>();
    const waiting = [...nextOf(code[start], start)];
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      if (found.has(index)) continue;
      found.add(index);
      waiting.push(...nextOf(code[index], index));
    }
    return found;
  };
  const barriers = [...behind(instruction)].filter((index) => code[index]?.kind === 'barrier');
  return barriers.some((index) => behind(index).has(instruction));
}

/** Instructions that an item can come to from the start or from one barrier without passing the
 * next. Only barriers that order the space count. */
export function regionsOf({
  code,
}: ValueProgram): (space: 'local' | 'global') => readonly ReadonlySet<number>[] {
  const made = new Map<string, readonly ReadonlySet<number>[]>();
  return (space) => {
    const known = made.get(space);
    if (known !== undefined) return known;
    const stops = (index: number): boolean => {
      const each = code[index];
      return each?.kind === 'barrier' && each[space];
    };
    const starts = [0, ...[...code.keys()].filter(stops).map((index) => index + 1)];
    const regions = starts.map((start) => {
      const found = new Set<number>();
      const waiting = [start];
      for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
        if (found.has(index)) continue;
        found.add(index);
        if (!stops(index)) waiting.push(...nextOf(code[index], index));
      }
      return found;
    });
    made.set(space, regions);
    return regions;
  };
}
