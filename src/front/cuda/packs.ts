import type { TreeNode } from '../tree-node.ts';
import { isInfix } from '../../base/operators.ts';
import type { Scope } from '../scope.ts';
import { named } from '../parsed.ts';
import type { Expression } from '../syntax.ts';
import { INT } from '../types.ts';
import { wholeOf } from './constants.ts';

/** Parameter packs of C++: `xs` has as many elements as `...xs` says, with names of their own. */

export const countName = (pack: string): string => `...${pack}`;

export const elementName = (pack: string, place: number): string => `${pack}_${place}`;

/** The name is that of a pack's element, or of their number. */
export const isOfPack = (pack: string, name: string): boolean =>
  name === countName(pack) ||
  (name.startsWith(`${pack}_`) && /^\d+$/.test(name.slice(pack.length + 1)));

export const isPack = (node: TreeNode): boolean => node.type.startsWith('variadic_');

export const countOf = (count: number, span: Expression['span']): Expression => ({
  kind: 'number',
  text: String(count),
  type: INT,
  span,
});

/** The elements of a pack in a scope; undefined where the name means no pack. */
export function packLength(scope: Scope, pack: string): number | undefined {
  const found = scope.find(countName(pack));
  if (found === undefined || !('stands' in found)) return undefined;
  const count = wholeOf(found.stands({ start: 0, end: 0 }));
  return count === undefined ? undefined : Number(count);
}

const NAMES = ['identifier', 'type_identifier'];

/** The packs that a pattern mentions. */
export const packsIn = (pattern: TreeNode, scope: Scope): readonly string[] => {
  const inside = NAMES.includes(pattern.type) ? [pattern] : pattern.descendantsOfType(NAMES);
  return [...new Set(inside.map(({ text }) => text))].filter(
    (name) => packLength(scope, name) !== undefined,
  );
};

/** `a + b + c` of a fold's values; undefined for operators of no expression, and for none of a value. */
export function folded(
  node: TreeNode,
  isPacked: (side: TreeNode) => boolean,
  of: {
    values(pattern: TreeNode): readonly Expression[];
    value(node: TreeNode): Expression;
    join(operator: string, left: Expression, right: Expression): Expression | undefined;
  },
): Expression | undefined {
  const operator = node.childForFieldName('operator')?.text ?? '';
  const [left, right] = named(node);
  const isLeft = node.childForFieldName('left')?.type === '...' || (right && isPacked(right));
  if (left === undefined) return undefined;
  const values =
    right === undefined
      ? of.values(left)
      : isPacked(right)
        ? [of.value(left), ...of.values(right)]
        : [...of.values(left), of.value(right)];
  if (!isInfix(operator) && operator !== ',') return undefined;
  const join = (one: Expression | undefined, other: Expression): Expression | undefined =>
    one && of.join(operator, one, other);
  const [first, ...rest] = isLeft === true ? values : values.toReversed();
  return rest.reduce(
    (made: Expression | undefined, next) =>
      isLeft === true ? join(made, next) : made && join(next, made),
    first,
  );
}
