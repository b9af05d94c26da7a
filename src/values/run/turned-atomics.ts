import type { ValueProgram } from '../program.ts';
import { givenKey } from '../walk.ts';
import type { Facts } from './facts.ts';
import { objectsOf } from './points-to.ts';
import { behind } from './regions.ts';

/** An item does several atomics whose order matters, of different places, with no fence and no barrier between:
 * others may see those in another order than the item's, which no order of items comes to. */
export function maySeemTurned(
  program: ValueProgram,
  { ordered, rounded, points }: Pick<Facts, 'ordered' | 'rounded' | 'points'>,
  isOfOneGroup: boolean,
): boolean {
  const { code } = program;
  const isSeen = (object: number): boolean => ordered.has(object) && !rounded.has(object);
  const places = new Map<number, string | undefined>();
  for (const [index, step] of code.entries())
    if (step.kind === 'atomic' && objectsOf(points.of(step.address), program).some(isSeen))
      places.set(index, givenKey(program, step.address));
  const divides = (index: number): boolean => {
    const kind = code[index]?.kind;
    return kind === 'fence' || (isOfOneGroup && kind === 'barrier');
  };
  return [...places].some(([start, place]) => {
    const reached = behind(code, start, divides);
    return [...places].some(
      ([index, other]) => reached.has(index) && (place === undefined || place !== other),
    );
  });
}
