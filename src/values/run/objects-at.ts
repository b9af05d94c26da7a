import type { Span } from '../../base/span.ts';
import type { MemoryObject, ValueProgram } from '../program.ts';
import { elementsIn } from './names.ts';
import { objectsOf, pointsTo } from './points-to.ts';

/** Memory that the accesses at a place of the text are meant for, with its elements. */
export function objectsAt(
  program: ValueProgram,
  { start, end }: Span,
): readonly (MemoryObject & { readonly elements: number })[] {
  const { of } = pointsTo(program);
  const at = program.code.flatMap((step) =>
    'address' in step && step.span.start === start && step.span.end === end
      ? objectsOf(of(step.address), program)
      : [],
  );
  return [...new Set(at)].flatMap((index) => {
    const object = program.objects[index];
    return object === undefined ? [] : [{ ...object, elements: elementsIn(object, object.bytes) }];
  });
}
