import type { Operations } from './ir.ts';

const NONE: Operations = {
  floating: 0,
  double: 0,
  contracted: 0,
  division: 0,
  function: 0,
  integer: 0,
  integerDivision: 0,
  conversion: 0,
};

export type OperationKind = keyof Operations;

/** So many operations of one kind. */
export const operationsOfKind = (kind: OperationKind, count: number): Operations => ({
  ...NONE,
  [kind]: count,
});

/** The operations of two together. */
export const added = (a: Operations = NONE, b: Operations = NONE): Operations => ({
  floating: a.floating + b.floating,
  double: a.double + b.double,
  contracted: a.contracted + b.contracted,
  division: a.division + b.division,
  function: a.function + b.function,
  integer: a.integer + b.integer,
  integerDivision: a.integerDivision + b.integerDivision,
  conversion: a.conversion + b.conversion,
});
