import type { EmptyArgument } from '../../front/syntax.ts';
import type { MemoryObject, ValueProgram } from '../program.ts';
import { pointsTo } from '../run/points-to.ts';
import { writtenIn } from '../walk.ts';

/** The part of an array that the host's text leaves unset, or what it tells and is not followed. */
interface Left {
  readonly is: EmptyArgument['is'];
  readonly line: number;
  /** Bytes that are set from the beginning, of all. */
  readonly part?: EmptyArgument['part'];
}

/** Memory that the host allocates and never sets is no input where the kernel writes it too; where it only reads it,
 * any input stands for it. */
export function withUnset(program: ValueProgram, left: ReadonlyMap<string, Left>): ValueProgram {
  if (left.size === 0) return program;
  const { of } = pointsTo(program);
  const targets = new Set(
    program.code.flatMap((each) => {
      const address = writtenIn(each);
      const all = address && of(address);
      return all === undefined || all === 'any' ? [] : [...all];
    }),
  );
  const objects = program.objects.map((object, index): MemoryObject => {
    const { is, line, part } = (object.isArgument && left.get(object.name)) || {};
    if (line === undefined || object.input?.kind !== 'unknown') return object;
    if (is === 'told otherwise') return { ...object, input: { kind: 'unknown', isTold: true } };
    if (part === undefined)
      return targets.has(index) ? { ...object, input: { kind: 'unset', line } } : object;
    return part.all === object.bytes
      ? { ...object, input: { kind: 'unknown', unset: { from: part.set, line } } }
      : object;
  });
  return { ...program, objects };
}
