import { isInteger } from '../../front/scalar.ts';
import type { Assumption } from '../finding.ts';
import type { MemoryObject, ValueProgram } from '../program.ts';
import { isCounter } from '../run/counted.ts';
import { freeIn } from '../run/locks.ts';
import { pointsTo, type PointsTo } from '../run/points-to.ts';

/** The number that an array begins with all over, if it is meant for one. */
type Beginning = (program: ValueProgram, points: PointsTo, object: number) => string | undefined;

/** Nobody has a lock before the kernel runs: whoever asks for it would wait for ever. */
export const withFreeLocks = (program: ValueProgram): ValueProgram =>
  beginning(program, freeIn, 'all others lead into waiting for ever');

/** Counters that are only added to count from 0 on. */
export const withEmptyCounters = (program: ValueProgram): ValueProgram =>
  beginning(
    program,
    (...asked) => (isCounter(...asked) ? '0' : undefined),
    'others may lead to other places',
  );

/** Arrays that nobody states begin with the number that they are meant for, and *right* says so. */
function beginning(program: ValueProgram, meant: Beginning, why: string): ValueProgram {
  if (!program.code.some(({ kind }) => kind === 'atomic')) return program;
  const isOpen = ({ isArgument, input, members }: MemoryObject): boolean =>
    isArgument && members === undefined && (input === undefined || input.kind === 'unknown');
  const points = pointsTo(program);
  const assumed: Assumption[] = [];
  const objects = program.objects.map((object, index): MemoryObject => {
    const number = isOpen(object) ? meant(program, points, index) : undefined;
    if (number === undefined) return object;
    const { name, element, span } = object;
    assumed.push({
      what: 'other inputs',
      why: `${name} was taken to hold ${number} at the beginning; ${why}.`,
      hint: `State it: #pragma tuner input ${name}[i] = ${number}`,
      span,
      weakens: false,
      touches: 'none',
      holdsIf: `${name} holds ${number} at the beginning`,
    });
    const value = isInteger(element) ? BigInt(number) : Number(number);
    return { ...object, input: { kind: 'given', values: [value] } };
  });
  if (assumed.length === 0) return program;
  return { ...program, objects, assumptions: [...(program.assumptions ?? []), ...assumed] };
}
