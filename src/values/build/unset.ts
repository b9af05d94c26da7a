import type { Instruction, Value, ValueProgram } from '../program.ts';
import { pointsTo } from '../run/points-to.ts';

/** An address that an instruction writes to. */
const written = (each: Instruction): readonly Value[] => {
  if (each.kind === 'copy') return [each.to];
  return each.kind === 'store' || (each.kind === 'atomic' && each.operation !== 'load')
    ? [each.address]
    : [];
};

/** Memory that the host allocates and never sets is no input where the kernel writes it too; where it only reads it,
 * any input stands for it. @param lines of the allocations */
export function withUnset(program: ValueProgram, lines: ReadonlyMap<string, number>): ValueProgram {
  if (lines.size === 0) return program;
  const { of } = pointsTo(program);
  const targets = new Set(
    program.code.flatMap(written).flatMap((address) => {
      const all = of(address);
      return all === 'any' ? [] : [...all];
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
