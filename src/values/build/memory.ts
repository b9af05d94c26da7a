import type { Span } from '../../base/span.ts';
import type { MemoryObject, Space } from '../program.ts';
import type { Scalar } from '../scalar.ts';
import type { Input } from '../specification.ts';
import { bytesOf, cellsOf, type CType, lanesOf } from './types.ts';

/** A memory object that holds something of a type, or `elements` of it one after the other. */
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
    ...{ name, space, span, length, isArgument, isVolatile },
    bytes: bytesOf(type) * (elements ?? 1),
    ...(input !== undefined && { input }),
    ...(columns !== undefined && { columns }),
  };
  if (inner.kind !== 'struct') return { ...base, element: scalarOf(inner) };
  const members = cellsOf(inner).map((cell) => ({
    name: cell.path.replace(/^\./, ''),
    offset: cell.offset,
    type: cell.type,
  }));
  return { ...base, element: members[0]?.type ?? 'uchar', members, stride: inner.bytes };
}

function innermost(type: CType): CType {
  return type.kind === 'array' ? innermost(type.of) : type;
}

const scalarOf = (type: CType): Scalar => cellsOf(type)[0]?.type ?? 'uchar';

/** Elements of the innermost row of an array of arrays. */
function columnsOf(type: CType): number | undefined {
  if (type.kind !== 'array' || type.of.kind !== 'array') return undefined;
  if (type.of.of.kind === 'array') return columnsOf(type.of);
  return type.of.length * (type.of.of.kind === 'struct' ? 1 : roomOf(type.of.of));
}

/** Scalars that a vector takes the room of. */
const roomOf = (type: CType): number => {
  const lanes = lanesOf(type);
  return lanes === 3 ? 4 : lanes;
};
