import { type Expression, partsOf, type Statement } from '../front/syntax.ts';

/** Its first part decides who comes to the others. */
export const isChoice = (expression: Expression): boolean =>
  expression.kind === 'conditional' ||
  (expression.kind === 'binary' && /^(?:&&|\|\|)$/.test(expression.operator));

export const isComparison = (operator: string): boolean => /^(?:[<>]=?|==)$/.test(operator);

/** Who comes to one does not come to what is behind it. */
export const JUMPS: ReadonlySet<Statement['kind']> = new Set(['return', 'break', 'continue']);

/** A loop's own variable. */
export function* loopOf({
  init,
  update,
}: Extract<Statement, { kind: 'loop' }>): Generator<
  readonly [string, { readonly start: Expression; readonly step: Expression }]
> {
  if (init?.kind !== 'declaration' || update === undefined) return;
  for (const [text, step] of stepsIn(update))
    for (const { name, init: start } of init.declarators)
      if (name === text && start !== undefined) yield [text, { start, step }];
}

/** Variables that a loop's update moves on. */
export function* stepsIn(update: Expression): Generator<readonly [string, Expression]> {
  if (update.kind === 'update' && update.operand.kind === 'name' && update.operator === '++')
    yield [update.operand.name, { kind: 'number', text: '1', span: update.span }];
  if (update.kind === 'assign' && update.target.kind === 'name' && update.operator === '+')
    yield [update.target.name, update.value];
  for (const part of partsOf(update)) yield* stepsIn(part);
}
