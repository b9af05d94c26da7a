import type { Span } from '../../base/span.ts';
import type { MemoryObject, Space } from '../program.ts';
import type { Scalar } from '../../front/scalar.ts';
import type { Input } from '../specification.ts';
import { bytesOf, cellsOf } from '../../front/layout.ts';
import { type CType, innermost, roomOf } from '../../front/types.ts';

/** Holds one value of a type, or `elements` in a row. */
export function objectOf(
  name: string,
  type: CType,
  about: {
    readonly space: Space;
    readonly span: Span;
    readonly length: 'stated' | 'assumed';
    readonly elements?: number;
    readonly isArgument?: boolean;
    readonly isVolatile?: boolean;
    readonly input?: Input;
  },
): MemoryObject {
  const { space, span, length, elements, isArgument = false, isVolatile = false, input } = about;
  const inner = innermost(type);
  const columns = columnsOf(elements === undefined ? type : { kind: 'array', of: type, length: 0 });
  const base = {
    name,
    space,
    span,
    length,
    isArgument,
    isVolatile,
    bytes: bytesOf(type) * (elements ?? 1),
    ...(input !== undefined && { input }),
    ...(columns !== undefined && { columns }),
  };
  const lanes = roomOf(inner);
  if (inner.kind !== 'struct')
    return { ...base, element: scalarOf(inner), ...(lanes > 1 && { lanes }) };
  const members = cellsOf(inner).map((cell) => ({
    name: cell.path.replace(/^\./, ''),
    offset: cell.offset,
    type: cell.type,
  }));
  return { ...base, element: members[0]?.type ?? 'uchar', members, stride: bytesOf(inner) };
}

const scalarOf = (type: CType): Scalar => cellsOf(type)[0]?.type ?? 'uchar';

/** Length of an array of arrays' innermost row. */
function columnsOf(type: CType): number | undefined {
  if (type.kind !== 'array' || type.of.kind !== 'array') return undefined;
  if (type.of.of.kind === 'array') return columnsOf(type.of);
  return type.of.length * (type.of.of.kind === 'struct' ? 1 : roomOf(type.of.of));
}
