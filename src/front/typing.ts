import { BINARY, type InfixOperator, type PrefixSign } from '../base/operators.ts';
import {
  comparisonType,
  inLanes,
  isPointer,
  operandTypes,
  promotedType,
  usual,
} from './conversions.ts';
import { type Literal, literalOf, namedConstant } from './literal.ts';
import { callTypes } from './signatures.ts';
import type { Expression, Length, Of, Type } from './syntax.ts';
import {
  componentsOf,
  decayed,
  INT,
  sameType,
  scalarType,
  SIZE,
  type StructType,
  targetOf,
  vectorType,
  VOID,
} from './types.ts';

/** A function of the text, as a call needs it. */
export interface Head {
  readonly returns: Type;
  readonly takes: readonly Type[];
}

/** Types of the names and functions visible at an expression. */
export interface Names {
  variable(name: string): Type | undefined;
  declared(name: string): Head | undefined;
}

/** An expression's type from its parts' (OpenCL C 3.0, sections 6.3 and 6.4): integers convert as
 * usual, vectors work by component, `size_t` has 64 bits. Undefined where the text does not tell. */
export function typeOf(expression: Expression, names: Names): Type | undefined {
  switch (expression.kind) {
    case 'number':
      return ofLiteral(literalOf(expression.text));
    case 'string':
      return { kind: 'pointer', to: scalarType('char'), space: 'constant' };
    case 'name':
      return names.variable(expression.name) ?? ofLiteral(namedConstant(expression.name));
    case 'unary':
      return unaryType(expression.operator, expression.operand.type);
    case 'update':
      return expression.operand.type;
    case 'binary':
      return binaryType(expression.operator, expression.left.type, expression.right.type);
    case 'assign':
      return expression.target.type;
    case 'conditional':
      return chosenType(expression);
    case 'call':
      return callType(expression, names);
    case 'index': {
      const { array, index } = expression;
      const swapped = array.type?.kind === 'scalar';
      return targetOf(swapped ? index.type : array.type);
    }
    case 'member': {
      const { arrow, object, field } = expression;
      return memberType(arrow ? targetOf(object.type) : object.type, field);
    }
    case 'cast':
      return expression.type;
    case 'list':
      return expression.comma ? expression.items.at(-1)?.type : undefined;
    case 'sizeof':
      return SIZE;
    case 'unsupported':
      return undefined;
  }
}

const ofLiteral = (literal: Literal | undefined): Type | undefined =>
  literal?.type === 'pointer' ? { kind: 'pointer', to: VOID } : literal && scalarType(literal.type);

function unaryType(operator: PrefixSign, operand: Type | undefined): Type | undefined {
  if (operand === undefined) return operator === '!' ? INT : undefined;
  if (operator === '&') return { kind: 'pointer', to: operand };
  if (operator === '*') return targetOf(operand);
  if (operator === '!') return comparisonType(operand, operand);
  return promotedType(operand);
}

function binaryType(
  operator: InfixOperator,
  left: Type | undefined,
  right: Type | undefined,
): Type | undefined {
  const { result } = BINARY[operator];
  if (result === 'truth') return comparisonType(left, right);
  if (left === undefined || right === undefined) return undefined;
  if (isPointer(left) && isPointer(right)) return scalarType('long');
  if (isPointer(left) || isPointer(right)) return decayed(isPointer(left) ? left : right);
  return result === 'left' ? unaryType('+', left) : usual(left, right);
}

/** A vector condition chooses by component. */
function chosenType({ condition, then, otherwise }: Of<'conditional'>): Type | undefined {
  const type = usual(then.type, otherwise.type);
  return type && condition.type ? inLanes(type, condition.type) : type;
}

/** Struct members or vector components: `v.x`, `v.s01`, `v.hi`. */
function memberType(object: Type | undefined, field: string): Type | undefined {
  if (object?.kind === 'struct') return memberIn(object, field);
  if (object?.kind !== 'vector') return undefined;
  const found = componentsOf(field, object.lanes);
  return found && vectorType(object.scalar, found.length);
}

/** Also finds members of nameless structs inside. */
function memberIn({ members = [] }: StructType<Length>, field: string): Type | undefined {
  for (const { name, type } of members) {
    if (name === field) return type;
    const inner = name === '' && type.kind === 'struct' ? memberIn(type, field) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** From a function of the text, or a built-in one's signature. */
function callType({ callee, args }: Of<'call'>, names: Names): Type | undefined {
  if (callee.kind !== 'name') return undefined;
  const { name } = callee;
  const declared = names.declared(name);
  if (declared !== undefined) return declared.returns;
  return callTypes(
    name,
    args.map(({ type }) => type),
  )?.returns;
}

/** The value as its place needs it. */
export function become(expression: Expression, type: Type | undefined): Expression {
  const isSame = expression.type !== undefined && type !== undefined;
  if (type === undefined || (isSame && sameType(expression.type, type))) return expression;
  return { ...expression, becomes: type };
}

/** The expression, whose parts are told what they become in it (OpenCL C 3.0, section 6.2). */
export function withConversions(expression: Expression, names: Names): Expression {
  switch (expression.kind) {
    case 'unary': {
      const { operator, operand } = expression;
      if (operator === '!' || operator === '&' || operator === '*') return expression;
      return {
        ...expression,
        operand: become(operand, operand.type && promotedType(operand.type)),
      };
    }
    case 'binary': {
      const { operator, left, right } = expression;
      const [first, second] = operandTypes(operator, left.type, right.type);
      return { ...expression, left: become(left, first), right: become(right, second) };
    }
    case 'assign': {
      const { operator, target, value } = expression;
      if (operator === '=') return { ...expression, value: become(value, target.type) };
      const [first, second] = operandTypes(operator, target.type, value.type);
      return { ...expression, target: become(target, first), value: become(value, second) };
    }
    case 'conditional': {
      const { then, otherwise, type } = expression;
      return { ...expression, then: become(then, type), otherwise: become(otherwise, type) };
    }
    case 'call': {
      const { callee, args } = expression;
      if (callee.kind !== 'name') return expression;
      const types = args.map((arg) => arg.type);
      const { takes } = names.declared(callee.name) ?? callTypes(callee.name, types) ?? {};
      return takes
        ? { ...expression, args: args.map((arg, i) => become(arg, takes[i])) }
        : expression;
    }
    case 'cast': {
      const { type, operands } = expression;
      if (type.kind !== 'vector') return expression;
      const lane = scalarType(type.scalar);
      const parts = operands.map((each) =>
        each.type?.kind === 'vector' ? each : become(each, lane),
      );
      return { ...expression, operands: parts };
    }
    default:
      return expression;
  }
}
