import type { Span } from '../../base/span.ts';
import type { Expression, FunctionDeclaration } from '../../front/syntax.ts';

/** Verification tools' functions, which a text may call undeclared. */

/** An `invariant` is a claim that only verifiers compute; `ensures` is about the end of a function. */
export type Check = 'assert' | 'assume' | 'invariant' | 'ensures';

const CHECKS: Readonly<Record<string, Check>> = {
  __assert: 'assert',
  assert: 'assert',
  __global_assert: 'assert',
  CUDA_KERNEL_ASSERT: 'assert',
  CUDA_KERNEL_ASSERT_MSG: 'assert',
  TORCH_CUDA_KERNEL_ASSERT: 'assert',
  __invariant: 'invariant',
  __global_invariant: 'invariant',
  loop_invariant: 'invariant',
  invariant: 'invariant',
  __ensures: 'ensures',
  __global_ensures: 'ensures',
  ensures: 'ensures',
  __requires: 'assume',
  requires: 'assume',
  __assume: 'assume',
  assume: 'assume',
  __global_requires: 'assume',
};

/** The text calls it to state a claim, or a fact to take for granted. */
export const checkOf = (name: string): Check | undefined =>
  Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined;

/** Other notes for such tools, which nobody judges. */
export const isAnnotation = (name: string): boolean =>
  /^(__(global_)?(function_wide_(candidate_)?invariant|candidate_invariant|barrier_invariant\w*|non_temporal_\w+|read|write|read_implies|write_implies|reads_from\w*|writes_to\w*|at_most_one|unroll))$/.test(
    name,
  );

/** Such tools' functions that are C operators by another name. */
export function logicOf(
  name: string,
  args: readonly Expression[],
  span: Span,
): Expression | undefined {
  const [a, b, c] = args;
  if (name === '__implies' && a !== undefined && b !== undefined)
    return {
      kind: 'binary',
      operator: '||',
      right: b,
      span,
      left: { kind: 'unary', operator: '!', operand: a, span },
    };
  if (/^__ite(_\w+)?$/.test(name) && a !== undefined && b !== undefined && c !== undefined)
    return { kind: 'conditional', condition: a, then: b, otherwise: c, span };
  return name === '__enabled' ? { kind: 'number', text: '1', span } : undefined;
}

/** Equations a kernel assumes at its start: `__requires(n == 64)`. */
export function requiredEquations({
  body,
}: FunctionDeclaration): readonly { readonly name: string; readonly value: Expression }[] {
  const statements = body?.kind === 'block' ? body.body : [];
  const found: { name: string; value: Expression }[] = [];
  const visit = (expression: Expression): void => {
    if (expression.kind !== 'binary') return;
    const { operator, left, right } = expression;
    if (operator === '&&') {
      visit(left);
      visit(right);
    }
    if (operator !== '==') return;
    if (left.kind === 'name') found.push({ name: left.name, value: right });
    if (right.kind === 'name') found.push({ name: right.name, value: left });
  };
  for (const statement of statements) {
    const call = statement.kind === 'expression' ? statement.value : undefined;
    if (call?.kind !== 'call' || call.callee.kind !== 'name') continue;
    if (checkOf(call.callee.name) === 'assume') call.args.forEach(visit);
  }
  return found;
}
