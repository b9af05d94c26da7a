import { isMathematics } from './builtins.ts';
import type { Context } from './context.ts';
import { levels, type ValueType } from './expression-type.ts';
import type { Operations } from './ir.ts';
import { operationsOfKind } from './operations.ts';
import { type Expression, type Of, partsOf } from './syntax.ts';
import { vectorOf } from './types.ts';

/** How many operations of arithmetic an expression is itself, without the expressions in it: one for each
 * component of the vectors it works on, one where it works on scalars.
 *
 * Operators that compute or compare count, and the built-in functions of mathematics. What finds a place
 * does not (an index, a pointer that is moved, a member), for that is part of the access; nor does what
 * decides (`&&`, `||`, `?:`), converts, or is a constant for the compiler: numbers, tuning parameters and
 * constants of the platform, and operators on nothing else. */
export function operationsOf(context: Context, expression: Expression): number {
  switch (expression.kind) {
    case 'unary':
      return /^[-~!]$/.test(expression.operator)
        ? unless(context, expression, expression.operand)
        : 0;
    case 'update':
      return lanesOf(context, expression.operand);
    case 'binary': {
      const { operator, left, right } = expression;
      return operator === '&&' || operator === '||' ? 0 : unless(context, expression, left, right);
    }
    case 'assign':
      return expression.operator === '='
        ? 0
        : lanesOf(context, expression.target, expression.value);
    case 'call': {
      const { callee, args } = expression;
      if (callee.kind !== 'name' || !isMathematics(callee.name)) return 0;
      return context.functions.get(callee.name)?.body === undefined ? lanesOf(context, ...args) : 0;
    }
    default:
      return 0;
  }
}

const unless = (
  context: Context,
  expression: Expression,
  ...operands: readonly Expression[]
): number => (isConstant(context, expression) ? 0 : lanesOf(context, ...operands));

/** Components of the widest operand; none where one is a pointer. */
function lanesOf(context: Context, ...operands: readonly Expression[]): number {
  const types = operands.map((operand) => context.typeOf(operand));
  if (types.some((type) => type !== undefined && levels(type) > 0)) return 0;
  return Math.max(1, ...types.map(lanes));
}

const lanes = (type: ValueType | undefined): number => (type && vectorOf(type)?.lanes) ?? 1;

/** Whether a compiler knows the value. */
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

/** The operations that an expression is itself, `count` of them, by kind. */
export function kindsOf(context: Context, expression: Expression, count: number): Operations {
  const isFloat = operandsOf(expression).some((operand) => isFloating(context, operand));
  const isDivision = 'operator' in expression && /^[/%]$/.test(expression.operator);
  if (!isFloat) return operationsOfKind(isDivision ? 'integerDivision' : 'integer', count);
  if (isDivision) return operationsOfKind('division', count);
  if (expression.kind === 'call')
    return operationsOfKind(isSimple(expression) ? 'floating' : 'function', count);
  return operationsOfKind('floating', isContracted(context, expression) ? 0 : count);
}

/** What an operation works on. */
function operandsOf(expression: Expression): readonly Expression[] {
  if (expression.kind === 'call') return [...expression.args, expression];
  return partsOf(expression);
}

function isFloating(context: Context, expression: Expression): boolean {
  const type = context.typeOf(expression);
  if (type === undefined || levels(type) > 0) return false;
  const base = vectorOf(type)?.element ?? type.base;
  return /^(half|float|double)$/.test(base);
}

/** A sum of something and a product: one instruction with the product. */
function isContracted(context: Context, expression: Expression): boolean {
  if (expression.kind !== 'binary' && expression.kind !== 'assign') return false;
  if (!/^[+-]$/.test(expression.operator)) return false;
  const factors = expression.kind === 'binary' ? partsOf(expression) : [expression.value];
  return factors.some(
    (part) => part.kind === 'binary' && part.operator === '*' && isFloating(context, part),
  );
}

/** Functions that are one instruction for each component on every device. */
const isSimple = ({ callee }: Of<'call'>): boolean =>
  callee.kind === 'name' &&
  /^(fma|mad|f?min|f?max|fabs|abs|clamp|floor|ceil|trunc|rint|round|sign|step|select|mul24|mad24|isnan|isinf|any|all)$/.test(
    callee.name,
  );
