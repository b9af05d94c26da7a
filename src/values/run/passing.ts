import type { ValueProgram } from '../program.ts';
import { objectsOf, type PointsTo } from './points-to.ts';
import { behind } from './regions.ts';

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
