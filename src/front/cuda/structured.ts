import type { Node as TreeNode } from 'web-tree-sitter';
import { named } from '../parsed.ts';
import type { Length, Type } from '../syntax.ts';
import type { StructType } from '../types.ts';
import type { Expression } from '../syntax.ts';
import type { Maker } from './rows.ts';
import { elementsOf } from './std-array.ts';

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

/** The fields or elements of a value, in order; undefined where it has no parts. */
export function partsOf(object: Expression, make: Maker): readonly Expression[] | undefined {
  const whole = elementsOf(object, make);
  const { type } = whole;
  const { span } = make;
  const field = (name: string): Expression =>
    make.typed({ kind: 'member', object: whole, arrow: false, field: name, span });
  switch (type?.kind) {
    case 'struct':
      return type.union ? undefined : fieldsOf(type).map(field);
    case 'vector':
      return OF_VECTOR.slice(0, type.lanes).map(field);
    case 'array':
      return Array.from({ length: lengthOf(type) }, (_, i) =>
        make.typed({ kind: 'index', array: whole, index: make.number(i), span }),
      );
    default:
      return undefined;
  }
}

const lengthOf = ({ length }: Extract<Type, { kind: 'array' }>): number =>
  typeof length === 'number' ? length : 0;
