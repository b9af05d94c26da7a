import type { Instruction, Value, ValueProgram } from '../program.ts';
import { targetOf, valuesIn, valuesOf } from '../walk.ts';
import { objectsOf, type PointsTo } from './points-to.ts';

/** Memory that the holders of a lock access. */

/** Addresses that an instruction accesses. */
export const addressesOf = (step: Instruction | undefined): readonly Value[] =>
  step === undefined
    ? []
    : step.kind === 'copy'
      ? [step.to, step.from]
      : 'address' in step
        ? [step.address]
        : [];

/** It may access the object. */
export const touches = (
  step: Instruction,
  program: ValueProgram,
  points: PointsTo,
  object: number,
): boolean =>
  addressesOf(step).some((each) => objectsOf(points.of(each), program).includes(object));

/** Without accesses of what others access outside of the lock, or by another name: of a place, not all accesses are
 * remembered. */
export function alone(
  program: ValueProgram,
  points: PointsTo,
  inside: ReadonlyMap<number, string>,
): ReadonlyMap<number, string> {
  const names = new Map<number, Set<string | undefined>>();
  const objectsAt = (step: Instruction | undefined): readonly number[] =>
    addressesOf(step).flatMap((each) => objectsOf(points.of(each), program));
  for (const [index, step] of program.code.entries())
    for (const object of objectsAt(step))
      names.set(object, (names.get(object) ?? new Set()).add(inside.get(index)));
  return new Map(
    [...inside].filter(([index]) =>
      objectsAt(program.code[index]).every((object) => names.get(object)?.size === 1),
    ),
  );
}

/** The objects that holders write, and what comes of them. Undefined where what they read from each other chooses
 * a place: places would be others in another order. */
export function guardedBy(
  { code, objects }: ValueProgram,
  points: PointsTo,
  inside: Iterable<number>,
): ReadonlySet<number> | undefined {
  const registers = new Set<number>();
  const memory = new Set<number>();
  const has = (value: Value): boolean =>
    [...valuesIn(value)].some((part) => part.kind === 'register' && registers.has(part.register));
  const targets = (value: Value): readonly number[] => {
    const all = points.of(value);
    return all === 'any' ? [...objects.keys()] : [...all];
  };
  for (const at of inside) {
    const step = code[at];
    if (step?.kind === 'store') for (const object of targets(step.address)) memory.add(object);
  }
  for (let size = -1; size !== registers.size + memory.size;) {
    size = registers.size + memory.size;
    for (const step of code) {
      const isRead =
        'address' in step &&
        step.kind !== 'store' &&
        targets(step.address).some((object) => memory.has(object));
      const target = targetOf(step);
      if (target !== undefined && (isRead || valuesOf(step).some(has))) registers.add(target);
      if (step.kind === 'store' && has(step.value))
        for (const object of targets(step.address)) memory.add(object);
    }
  }
  const isChosen = code.some(
    (step) =>
      ('address' in step && has(step.address)) ||
      (step.kind === 'copy' && valuesOf(step).some(has)),
  );
  return isChosen ? undefined : memory;
}
