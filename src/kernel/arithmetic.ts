import { isMathematics } from '../front/mathematics.ts';
import type { Context } from './context.ts';
import type { Operations } from './ir.ts';
import { operationsOfKind } from './operations.ts';
import { type Expression, type Of, partsOf } from '../front/syntax.ts';
import { isFloat } from '../front/scalar.ts';
import { laneOf, lanesOf as lanes } from '../front/types.ts';

/** Arithmetic of the expression itself, without those in it: one operation per vector component.
 * Finding a place (an index, a pointer moved, a member) is part of the access. Deciding (`&&`,
 * `||`, `?:`), converting and what the compiler folds (numbers, parameters, platform constants) are
 * free. */
export function operationsOf(context: Context, expression: Expression): number {
  switch (expression.kind) {
    case 'unary':
      return /^[-~!]$/.test(expression.operator)
        ? unless(context, expression, expression.operand)
        : 0;
    case 'update':
      return lanesOf(expression.operand);
    case 'binary': {
      const { operator, left, right } = expression;
      return operator === '&&' || operator === '||' ? 0 : unless(context, expression, left, right);
    }
    case 'assign':
      return expression.operator === '=' ? 0 : lanesOf(expression.target, expression.value);
    case 'call': {
      const { callee, args } = expression;
      if (callee.kind !== 'name' || !isMathematics(callee.name)) return 0;
      return context.functions.get(callee.name)?.body === undefined ? lanesOf(...args) : 0;
    }
    default:
      return 0;
  }
}

const unless = (
  context: Context,
  expression: Expression,
  ...operands: readonly Expression[]
): number => (isConstant(context, expression) ? 0 : lanesOf(...operands));

/** Components of the widest operand; none where one is a pointer. */
function lanesOf(...operands: readonly Expression[]): number {
  const types = operands.flatMap(({ type }) => type ?? []);
  if (types.some(({ kind }) => kind === 'pointer' || kind === 'array')) return 0;
  return Math.max(1, ...types.map((type) => lanes(type)));
}

/** Known to the compiler, which folds it. */
function isConstant(context: Context, expression: Expression): boolean {
  const is = (part: Expression): boolean => isConstant(context, part);
  switch (expression.kind) {
    case 'number':
    case 'sizeof':
      return true;
    case 'name': {
      const { name } = expression;
      return (
        context.facts.known.has(name) && context.scope.find(name) === context.globals.find(name)
      );
    }
    case 'unary':
      return /^[-+~!]$/.test(expression.operator) && is(expression.operand);
    case 'binary':
      return is(expression.left) && is(expression.right);
    case 'conditional':
      return is(expression.condition) && is(expression.then) && is(expression.otherwise);
    case 'cast':
      return expression.operands.every(is);
    default:
      return false;
  }
}

/** Components of its operands that change between whole and floating. */
export function conversionsOf(context: Context, expression: Expression): number {
  const all = (operands: readonly Expression[], into: readonly Expression[]): number =>
    operands.reduce((sum, operand) => sum + conversionsTo(context, operand, into), 0);
  switch (expression.kind) {
    case 'binary':
      return /^(&&|[|][|])$/.test(expression.operator)
        ? 0
        : all(partsOf(expression), partsOf(expression));
    case 'assign':
      return all([expression.value], [expression.target]);
    case 'cast':
      return all(expression.operands, [expression]);
    case 'call': {
      const { callee, args } = expression;
      return callee.kind === 'name' && callee.name.startsWith('convert_')
        ? all(args, [expression])
        : 0;
    }
    default:
      return 0;
  }
}

/** The same of one that others stand beside, floating where one of them is. */
export function conversionsTo(
  context: Context,
  operand: Expression,
  into: readonly Pick<Expression, 'type'>[],
): number {
  const isNumber = ({ type }: Pick<Expression, 'type'>): boolean =>
    type !== undefined && laneOf(type) !== 'pointer';
  if (![operand, ...into].every(isNumber)) return 0;
  return isFloating(operand) === into.some(isFloating) ? 0 : unless(context, operand, operand);
}

/** All `count` operations are of one kind. */
export function kindsOf(expression: Expression, count: number): Operations {
  const isFloat = operandsOf(expression).some((operand) => isFloating(operand));
  const isDivision = 'operator' in expression && /^[/%]$/.test(expression.operator);
  if (!isFloat) return operationsOfKind(isDivision ? 'integerDivision' : 'integer', count);
  if (isDivision) return operationsOfKind('division', count);
  const floating = operandsOf(expression).some(isDouble) ? 'double' : 'floating';
  if (expression.kind === 'call') {
    const own = operationsOfKind(isSimple(expression) ? floating : 'function', count);
    return isProductAndSum(expression) ? { ...own, contracted: count } : own;
  }
  return operationsOfKind(isContracted(expression) ? 'contracted' : floating, count);
}

function operandsOf(expression: Expression): readonly Expression[] {
  if (expression.kind === 'call') return [...expression.args, expression];
  return partsOf(expression);
}

const isFloating = ({ type }: Pick<Expression, 'type'>): boolean =>
  type !== undefined && isFloat(laneOf(type));

const isDouble = ({ type }: Expression): boolean => type !== undefined && laneOf(type) === 'double';

/** A sum with a product: one fused instruction. */
function isContracted(expression: Expression): boolean {
  if (expression.kind !== 'binary' && expression.kind !== 'assign') return false;
  if (!/^[+-]$/.test(expression.operator)) return false;
  const factors = expression.kind === 'binary' ? partsOf(expression) : [expression.value];
  return factors.some(
    (part) => part.kind === 'binary' && part.operator === '*' && isFloating(part),
  );
}

const isProductAndSum = ({ callee }: Of<'call'>): boolean =>
  callee.kind === 'name' && /^(fma|mad)$/.test(callee.name);

/** One instruction per component on every device. */
const isSimple = ({ callee }: Of<'call'>): boolean =>
  callee.kind === 'name' &&
  /^(fma|mad|f?min|f?max|fabs|abs|clamp|floor|ceil|trunc|rint|round|sign|step|select|mul24|mad24|isnan|isinf|any|all)$/.test(
    callee.name,
  );
