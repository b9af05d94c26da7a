import type { Fix } from '../base/diagnostic.ts';
import type { Span } from '../base/span.ts';
import { type Expr, show } from '../front/expr.ts';
import type { Context } from './context.ts';

/** The reason a loop's rounds are not known. */
export interface Uncounted {
  readonly reason: string;
  /** It is known that it never ends. */
  readonly endless?: true;
  /** It runs no more often than this. */
  readonly most?: Expr;
  readonly hint?: string;
  readonly fixes?: readonly Fix[];
}

/** Reports that an unknown count is assumed. */
export function reportTaken(
  context: Context,
  head: Span,
  { reason, hint, fixes }: Uncounted,
  rounds: Expr,
): void {
  context.reports.warning(
    'unknown-trip-count',
    head,
    `How often this loop runs cannot be derived: ${reason}. ${show(rounds)} rounds are taken.`,
    hint ?? 'Say it in the line before the loop: #pragma tuner trips EXPRESSION',
    fixes ?? [{ line: `#pragma tuner trips ${show(rounds)}`, where: 'before' }],
  );
}

/** Reports an unknown or endless loop, which may be left out if it costs nothing. */
export function reportUncounted(
  context: Context,
  head: Span,
  why: Uncounted,
  costs: boolean,
): void {
  const { reason, hint = 'Say it in the line before the loop: #pragma tuner trips EXPRESSION' } =
    why;
  const fixes: readonly Fix[] = why.fixes ?? [{ line: '#pragma tuner trips 16', where: 'before' }];
  if (why.endless === true)
    context.reports.error(
      'never-ends',
      head,
      `This loop never ends: ${reason}.`,
      'Have its condition become false, leave it by a break, or say how often it runs: #pragma tuner trips EXPRESSION',
    );
  else if (costs)
    context.reports.error(
      'unknown-trip-count',
      head,
      `How often this loop runs cannot be derived: ${reason}.`,
      hint,
      fixes,
    );
  else
    context.reports.warning(
      'unknown-trip-count',
      head,
      `How often this loop runs cannot be derived (${reason}), so its time is not counted.`,
      hint,
      fixes,
    );
}
