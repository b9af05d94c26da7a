import { BINARY, faultOf } from '../../base/operators.ts';
import { bigIntegerOf } from '../lexer.ts';
import { isInteger, SCALARS } from '../scalar.ts';
import type { Expression, Type } from '../syntax.ts';
import { roomOf } from '../types.ts';

/** A whole number that the text alone decides, with the widths of its types: for `if constexpr`, lengths, and the
 * names of instances. */
export function wholeOf(expression: Expression): bigint | undefined {
  const { kind, type, becomes } = expression;
  const own = inType(computed(expression), type, kind === 'cast');
  return inType(own, becomes, true);
}

/** @param isConverted a signed type wraps it; results of signed arithmetic do not. */
function inType(
  value: bigint | undefined,
  type: Type | undefined,
  isConverted: boolean,
): bigint | undefined {
  if (value === undefined || type?.kind !== 'scalar') return value;
  const { scalar } = type;
  if (scalar === 'bool') return value === 0n ? 0n : 1n;
  if (!isInteger(scalar)) return undefined;
  const { bytes, kind } = SCALARS[scalar];
  if (kind === 'unsigned') return BigInt.asUintN(8 * bytes, value);
  const wrapped = BigInt.asIntN(8 * bytes, value);
  return isConverted || wrapped === value ? wrapped : undefined;
}

function computed(expression: Expression): bigint | undefined {
  switch (expression.kind) {
    case 'number':
      return bigIntegerOf(expression.text);
    case 'unary': {
      const value = wholeOf(expression.operand);
      if (value === undefined) return undefined;
      if (expression.operator === '-') return -value;
      if (expression.operator === '!') return value === 0n ? 1n : 0n;
      return expression.operator === '+' ? value : undefined;
    }
    case 'binary': {
      const [left, right] = [wholeOf(expression.left), wholeOf(expression.right)];
      const { exact, decides } = BINARY[expression.operator];
      if (left !== undefined && decides === (left !== 0n)) return left === 0n ? 0n : 1n;
      if (left === undefined || right === undefined) return undefined;
      const isDefined = faultOf(expression.operator, right) === undefined;
      return isDefined ? exact(left, right) : undefined;
    }
    case 'conditional': {
      const asked = wholeOf(expression.condition);
      if (asked === undefined) return undefined;
      return wholeOf(asked === 0n ? expression.otherwise : expression.then);
    }
    case 'cast':
      return expression.operands.length === 1 && expression.operands[0]
        ? wholeOf(expression.operands[0])
        : undefined;
    case 'sizeof': {
      const type = expression.of ?? expression.operand?.type;
      return type?.kind === 'scalar' || type?.kind === 'vector'
        ? BigInt(SCALARS[type.scalar].bytes * roomOf(type))
        : undefined;
    }
    default:
      return undefined;
  }
}
