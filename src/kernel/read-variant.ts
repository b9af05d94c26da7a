import type { Diagnostic, Result } from '../base/diagnostic.ts';
import { binary, not } from './algebra.ts';
import { type Expr, num, show } from './expr.ts';
import type { Declarations } from './facts.ts';
import { type Assembled, lineIn } from './includes.ts';
import type { Constraint, Kernel } from './ir.ts';
import { lowerKernel } from './lower.ts';
import { noKernel } from './parser-reports.ts';
import type { Preprocessed } from './preprocess.ts';
import type { FunctionDeclaration, Program } from './syntax.ts';
import { conditionOf, type Decision } from './variants.ts';

/** What costs time, besides memory and barriers. */
export interface Charged {
  /** Whether arithmetic does: AT ticks for each operation. */
  readonly arithmetic?: boolean;
  /** Whether the IR says which memory each access touches (`touched`) and what is computed (`operations`). */
  readonly accesses?: boolean;
}

/** A text where some conditions of its #if directives hold and others do not. */
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

/** A variant that knows what costs time. */
export const withCharges = (
  variant: ReadVariant,
  { arithmetic = false, accesses = false }: Charged,
): ReadVariant => {
  const { declarations, prepared } = variant;
  const facts = { ...declarations.facts, arithmetic, accesses, unrolls: prepared.unrolls };
  return { ...variant, declarations: { ...declarations, facts } };
};

export function lowerVariant(
  { path, program, prepared, declarations }: ReadVariant,
  kernels: readonly FunctionDeclaration[],
  wanted: string | undefined,
  { assembled, watch }: { readonly assembled: Assembled; readonly watch: (share: number) => void },
): Result<Kernel> {
  if (program === undefined) return { ok: false, diagnostics: [] };
  const kernel = kernelsOf(program).find(({ name }) => name === wanted);
  if (kernel === undefined)
    return { ok: false, diagnostics: noKernel(assembled.text, kernels, wanted) };
  const conditions = path.map((decision): Constraint => {
    const condition = conditionOf(decision);
    return { condition, text: show(condition), span: decision.span };
  });
  return lowerKernel(program, kernel, declarations, {
    ...{ clean: prepared.clean, lineOf: (span) => lineIn(assembled, span), conditions, watch },
  });
}

/** What makes the configurations invalid that the text refuses with an #error. */
export function refusalOf(
  path: readonly Decision[],
  { refusal }: Preprocessed,
): readonly Constraint[] {
  if (refusal === undefined) return [];
  const holds = path.map(conditionOf).reduce<Expr>((all, one) => binary('&&', all, one), num(1));
  return [{ condition: not(holds), ...refusal }];
}
