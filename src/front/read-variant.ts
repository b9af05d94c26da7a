import type { Diagnostic } from '../base/diagnostic.ts';
import { binary, not } from './algebra.ts';
import type { Constraint } from './configurations.ts';
import { type Expr, num } from './expr.ts';
import type { Declarations } from './facts.ts';
import type { Preprocessed } from './preprocess.ts';
import type { FunctionDeclaration, Program } from './syntax.ts';
import { conditionOf, type Decision } from './variants.ts';

/** A text with its #if conditions decided one way. */
export interface ReadVariant {
  readonly path: readonly Decision[];
  readonly prepared: Preprocessed;
  readonly declarations: Declarations;
  /** Absent where it does not parse. */
  readonly program?: Program;
  readonly diagnostics: readonly Diagnostic[];
}

export const kernelsOf = (program?: Program) =>
  program?.functions.filter(({ isKernel, body }) => isKernel && body !== undefined) ?? [];

/** The kernels of all variants, by their names. */
export const kernelsIn = (variants: readonly ReadVariant[]): readonly FunctionDeclaration[] => [
  ...new Map(
    variants.flatMap(({ program }) => kernelsOf(program).map((each) => [each.name, each])),
  ).values(),
];

/** Makes configurations invalid that the text refuses with an #error. */
export function refusalOf(
  path: readonly Decision[],
  { refusal }: Preprocessed,
): readonly Constraint[] {
  if (refusal === undefined) return [];
  const holds = path.map(conditionOf).reduce<Expr>((all, one) => binary('&&', all, one), num(1));
  return [{ condition: not(holds), ...refusal }];
}
