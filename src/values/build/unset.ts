import type { ValueProgram } from '../program.ts';
import { pointsTo } from '../run/points-to.ts';
import { writtenIn } from '../walk.ts';

/** Memory that the host allocates and never sets is no input where the kernel writes it too; where it only reads it,
 * any input stands for it. @param lines of the allocations */
export function withUnset(program: ValueProgram, lines: ReadonlyMap<string, number>): ValueProgram {
  if (lines.size === 0) return program;
  const { of } = pointsTo(program);
  const targets = new Set(
    program.code.flatMap((each) => {
      const address = writtenIn(each);
      const all = address && of(address);
      return all === undefined || all === 'any' ? [] : [...all];
    }),
  );
  const objects = program.objects.map((object, index) => {
    const line = object.isArgument && targets.has(index) ? lines.get(object.name) : undefined;
    return line === undefined || object.input?.kind !== 'unknown'
      ? object
      : { ...object, input: { kind: 'unset', line } as const };
  });
  return { ...program, objects };
}
