import type { Node as TreeNode } from 'web-tree-sitter';
import { named } from '../parsed.ts';
import type { StructType } from '../types.ts';
import type { Expression, Length } from '../syntax.ts';
import type { Maker } from './rows.ts';

/** `auto [x, y] = value;`: names for the parts of a struct or a vector. */

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
