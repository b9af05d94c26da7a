import type { TreeNode } from '../tree-node.ts';
import { named } from '../parsed.ts';
import type { StructType } from '../types.ts';
import type { Expression, Length } from '../syntax.ts';
import { wholeOf } from './constants.ts';
import type { Maker } from './rows.ts';

/** `auto [x, y] = value;`: names for the parts of a struct, a vector or an array. */

/** The names of a structured binding; undefined for other declarators. */
export function boundNames(node: TreeNode): readonly TreeNode[] | undefined {
  const [found] = node.descendantsOfType('structured_binding_declarator');
  const isOwn =
    found && found.startIndex < (node.childForFieldName('value')?.startIndex ?? Infinity);
  return isOwn ? named(found) : undefined;
}

/** Members of a struct, those of its bases first. */
const fieldsOf = (type: StructType<Length>): readonly string[] =>
  (type.members ?? []).flatMap(({ name, type: own }) =>
    name === '' && own.kind === 'struct' ? fieldsOf(own) : [name],
  );

const OF_VECTOR = ['x', 'y', 'z', 'w'] as const;

/** The fields of a value, in order; undefined where it has no parts. */
export function partsOf(object: Expression, make: Maker): readonly Expression[] | undefined {
  const { type } = object;
  const { span } = make;
  const field = (name: string): Expression =>
    make.typed({ kind: 'member', object, arrow: false, field: name, span });
  switch (type?.kind) {
    case 'struct':
      return type.union ? undefined : fieldsOf(type).map(field);
    case 'vector':
      return OF_VECTOR.slice(0, type.lanes).map(field);
    default:
      return undefined;
  }
}

/** The array of as many elements as there are names; undefined of what else. */
export function arrayOf(
  init: Expression | undefined,
  names: readonly TreeNode[],
): Expression | undefined {
  const isPlace = init?.kind === 'unary' && init.operator === '&';
  const array = isPlace ? init.operand : init;
  if (array?.type?.kind !== 'array') return undefined;
  const { length } = array.type;
  const count = typeof length === 'object' ? Number(wholeOf(length)) : length;
  return count === names.length ? array : undefined;
}
