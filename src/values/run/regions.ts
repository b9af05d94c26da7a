import type { Instruction, ValueProgram } from '../program.ts';

/** Instructions that may come next. */
export const nextOf = (each: Instruction | undefined, index: number): readonly number[] => {
  if (each === undefined || each.kind === 'end') return [];
  if (each.kind === 'jump') return [each.to];
  return each.kind === 'branch' ? [each.then, each.otherwise] : [index + 1];
};

/** Instructions that an item can come to behind one; `ends` are come to and not passed. */
export function behind(
  code: readonly Instruction[],
  start: number,
  ends: (index: number) => boolean = () => false,
): ReadonlySet<number> {
  const found = new Set(nextOf(code[start], start));
  // A set also visits what is added on the way.
  for (const index of found)
    if (!ends(index)) for (const next of nextOf(code[index], index)) found.add(next);
  return found;
}

/** An item may come to the instruction, to a barrier and to the instruction once more: else all items of a
 * group run it between the same two barriers, since they meet at each. */
export function isBetweenBarriersAgain({ code }: ValueProgram, instruction: number): boolean {
  const barriers = [...behind(code, instruction)].filter(
    (index) => code[index]?.kind === 'barrier',
  );
  return barriers.some((index) => behind(code, index).has(instruction));
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
    const regions = starts.map(
      (start) => new Set([start, ...(stops(start) ? [] : behind(code, start, stops))]),
    );
    made.set(space, regions);
    return regions;
  };
}

/** None of the instructions comes between two others. */
export function isKeptBetween(
  code: ValueProgram['code'],
  setters: readonly number[],
  from: number,
  to: number,
): boolean {
  const comesTo = (start: number, end: number): boolean =>
    end !== from && behind(code, start, (index) => index === from).has(end);
  return !setters.some((each) => comesTo(from, each) && comesTo(each, to));
}
