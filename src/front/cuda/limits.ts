import type { TreeNode } from '../tree-node.ts';
import { isFloat, type Scalar, SCALARS } from '../scalar.ts';
import type { Expression, Type } from '../syntax.ts';
import type { Maker } from './rows.ts';

/** The first part of `INT_MAX` and its like. */
const PREFIX: Partial<Readonly<Record<Scalar, string>>> = {
  char: 'SCHAR',
  uchar: 'UCHAR',
  short: 'SHRT',
  ushort: 'USHRT',
  int: 'INT',
  uint: 'UINT',
  long: 'LONG',
  ulong: 'ULONG',
  half: 'HALF',
  float: 'FLT',
  double: 'DBL',
};

/** The type of `std::numeric_limits<T>`, if a name is inside of that. */
export function limitedBy(name: TreeNode | null): TreeNode | undefined {
  if (name?.type !== 'qualified_identifier') return undefined;
  const scope = name.childForFieldName('scope');
  if (scope?.childForFieldName('name')?.text === 'numeric_limits')
    return scope.childForFieldName('arguments')?.namedChildren[0] ?? undefined;
  return limitedBy(name.childForFieldName('name'));
}

/** `max()` and the like of a type; undefined for what is not known. */
export function limit(type: Type, name: string, make: Maker): Expression | undefined {
  const scalar = type.kind === 'scalar' ? type.scalar : undefined;
  const prefix = scalar && PREFIX[scalar];
  if (scalar === undefined || prefix === undefined) return undefined;
  const constant = (word: string): Expression => make.cast(type, make.name(word));
  const least = (): Expression =>
    isFloat(scalar)
      ? make.unary('-', constant(`${prefix}_MAX`))
      : SCALARS[scalar].kind === 'unsigned'
        ? make.cast(type, make.number(0))
        : constant(`${prefix}_MIN`);
  switch (name) {
    case 'max':
      return constant(`${prefix}_MAX`);
    case 'lowest':
      return least();
    case 'min':
      return isFloat(scalar) ? constant(`${prefix}_MIN`) : least();
    case 'epsilon':
      return isFloat(scalar) ? constant(`${prefix}_EPSILON`) : undefined;
    case 'infinity':
      return isFloat(scalar) ? constant('INFINITY') : undefined;
    case 'quiet_NaN':
      return isFloat(scalar) ? constant('NAN') : undefined;
    default:
      return undefined;
  }
}
