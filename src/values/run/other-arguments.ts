import { productOf } from '../../base/product.ts';
import type { ValueProgram } from '../program.ts';
import { argumentsIn } from './dependence.ts';

/** More arguments would take too many runs. */
const MOST_APART = 6;

/** One argument small and the others large, and the other way round: a guard that compares two lets
 * most items through for some of these. */
export function apart(
  count: number,
  usual: (place: number) => number,
): readonly ((place: number) => number)[] {
  if (count < 2 || count > MOST_APART) return [];
  const small = [() => 0, () => 1, () => 2];
  const pairs = [...small.map((own) => [own, usual] as const), [usual, () => 0] as const];
  const turns = pairs.flatMap(([own, others]) =>
    Array.from(
      { length: count },
      (_, one) => (place: number) => (place === one ? own : others)(place),
    ),
  );
  // By 1, as a step that is a difference may have to be.
  return [...turns, (place) => count - place, (place) => place + 1];
}

/** Arguments that only limit, and make no address, as large as all work-items of several dimensions together: no
 * larger, since arrays are taken to have an element for each of these. */
export function ofAllItems(
  program: ValueProgram,
  names: readonly string[],
  usual: (place: number) => number,
): readonly ((place: number) => number)[] {
  const items = productOf(program.global);
  if (items === program.global[0]) return [];
  const addresses = program.code.flatMap((step) => ('address' in step ? [step.address] : []));
  const making = new Set(argumentsIn(program)(addresses));
  if (names.every((name) => making.has(name))) return [];
  return [(place) => (making.has(names[place] ?? '') ? usual(place) : items)];
}
