import type { ValueProgram } from '../program.ts';
import { objectsOf, type PointsTo } from './points-to.ts';
import { behind } from './regions.ts';

/** Tells whether what one group does behind an access may reach another before its own: by what the one may write
 * and the other may read. Else they race in the order in which they ran, whatever fences there are. */
export function handing(
  program: ValueProgram,
  points: PointsTo,
): (earlier: number, later: number) => boolean {
  const { code, objects } = program;
  const accesses = [...code.entries()].flatMap(([index, step]) =>
    step.kind === 'load' || step.kind === 'store' || step.kind === 'atomic'
      ? [{ index, kind: step.kind, of: objectsOf(points.of(step.address), program) }]
      : [],
  );
  const isTold = ({ kind, of }: (typeof accesses)[number]): boolean =>
    kind === 'atomic' || of.some((object) => objects[object]?.isVolatile);
  const isShared = (object: number): boolean => objects[object]?.space === 'global';
  return (earlier, later) => {
    const pair = accesses.filter(({ index }) => index === earlier || index === later);
    if (pair.some(isTold)) return true;
    const after = behind(code, earlier);
    const written = new Set(
      accesses.flatMap(({ index, kind, of }) =>
        kind !== 'load' && after.has(index) ? of.filter(isShared) : [],
      ),
    );
    return accesses.some(
      ({ index, kind, of }) =>
        kind !== 'store' &&
        of.some((object) => written.has(object)) &&
        behind(code, index).has(later),
    );
  };
}

/** Tells whether fences and atomics may order two accesses of a group's work-items: one is followed by a fence
 * and an atomic write, the other comes after an atomic read of the same object and a fence. */
export function passing(
  program: ValueProgram,
  points: PointsTo,
): (first: number, second: number) => boolean {
  const { code } = program;
  const known = new Map<number, ReadonlySet<number>>();
  const after = (start: number): ReadonlySet<number> => {
    const found = known.get(start) ?? behind(code, start);
    known.set(start, found);
    return found;
  };
  const fences = [...code.keys()].filter((index) => code[index]?.kind === 'fence');
  const isFencedBetween = (from: number, to: number): boolean =>
    fences.some((fence) => after(from).has(fence) && after(fence).has(to));
  const atomics = [...code.entries()].flatMap(([index, step]) =>
    step.kind === 'atomic'
      ? [{ index, step, of: objectsOf(points.of(step.address), program) }]
      : [],
  );
  const writing = atomics.filter(({ step }) => step.operation !== 'load');
  const reading = atomics.filter(({ step }) => step.operation !== 'store');
  const isPassed = (from: number, to: number): boolean =>
    writing.some(
      (write) =>
        isFencedBetween(from, write.index) &&
        reading.some(
          (read) =>
            read.of.some((object) => write.of.includes(object)) && isFencedBetween(read.index, to),
        ),
    );
  return (first, second) => isPassed(first, second) || isPassed(second, first);
}
