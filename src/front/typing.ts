import { BINARY, type InfixOperator, isShift, type PrefixSign } from '../base/operators.ts';
import { builtinOf } from './builtins.ts';
import { type Literal, literalOf, namedConstant } from './literal.ts';
import type { Expression, Length, Of, Type } from './syntax.ts';
import {
  builtInType,
  common,
  type CType,
  componentsOf,
  decayed,
  INT,
  laneOf,
  lanesOf,
  maskOf,
  promoted,
  sameType,
  scalarType,
  SIZE,
  type StructType,
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

/** The target of a pointer, an array's element, or a vector's component. */
export function targetOf(type: Type | undefined): Type | undefined {
  if (type?.kind === 'array') return type.of;
  if (type?.kind === 'pointer') return type.to;
  return type?.kind === 'vector' ? scalarType(type.scalar) : undefined;
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

const isPointer = <L>(type: CType<L>): boolean => type.kind === 'pointer' || type.kind === 'array';

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

/** Scalars compare to an `int`; vectors to equally wide integers. */
function comparisonType(left: Type | undefined, right: Type | undefined): Type {
  const vector = [left, right].find((type) => type?.kind === 'vector');
  return vector === undefined ? INT : vectorType(maskOf(laneOf(vector)), lanesOf(vector));
}

/** Both operands become the vector, the wider scalar, or the pointer. */
export function usual<L>(
  left: CType<L> | undefined,
  right: CType<L> | undefined,
): CType<L> | undefined {
  if (left === undefined || right === undefined) return undefined;
  if (isPointer(left)) return decayed(left);
  if (isPointer(right)) return decayed(right);
  if (left.kind === 'vector') return left;
  if (right.kind === 'vector') return right;
  if (left.kind === 'scalar' && right.kind === 'scalar')
    return scalarType(common(left.scalar, right.scalar));
  return left.kind === right.kind ? left : undefined;
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
  const converted = /^(?:convert|as)_(\w+?)(?:_sat)?(?:_rt[ezpn])?$/.exec(name)?.[1];
  if (converted !== undefined) return builtInType(converted);
  const signature = builtinOf(name)?.signature;
  if (signature === undefined) return undefined;
  const types = args.map(({ type }) => type);
  const [first] = types;
  const lanes = Number(/(?:2|3|4|8|16)(?=_rt|$)/.exec(name)?.[0] ?? 1);
  if (name.startsWith('vstore')) return VOID;
  if (name.startsWith('vload')) {
    const target = targetOf(types.at(-1));
    return target && vectorType(name.includes('half') ? 'float' : laneOf(target), lanes);
  }
  // Atomics return their target's type, others their argument's.
  const [returns = ''] = signature.split(/\s/);
  if (returns === 'C' || (/^(atomic|atom)_/.test(name) && returns !== 'void'))
    return returns === 'bool' ? scalarType('bool') : targetOf(first);
  if (returns === 'gentype') {
    if (/^(mul24|mad24)$/.test(name)) return first;
    return types.reduce((a, b) => usualOfBuiltin(a, b), first);
  }
  if (returns === 'gentypen' || returns === 'floatn' || returns === 'intn') return first;
  if (returns === 'T') return first;
  if (/^(dot|distance|length|fast_distance|fast_length)$/.test(name))
    return first && scalarType(laneOf(first));
  if (/^is|^(signbit|any|all)$/.test(name)) return first && comparisonType(first, first);
  return builtInType(returns);
}

/** Built-in functions take one type and do not promote narrow integers. */
const usualOfBuiltin = (a: Type | undefined, b: Type | undefined): Type | undefined => {
  if (a === undefined || b === undefined || isPointer(a) || isPointer(b)) return a;
  return a.kind === 'scalar' && b.kind === 'scalar' && a.scalar === b.scalar ? a : usual(a, b);
};

export const promotedType = <L>(type: CType<L>): CType<L> =>
  type.kind === 'scalar' ? scalarType(promoted(type.scalar)) : type;

/** A scalar for each lane of a vector. */
const inLanes = <L>(type: CType<L>, of: CType<L>): CType<L> =>
  type.kind === 'scalar' ? vectorType(type.scalar, lanesOf(of)) : type;

/** What a binary operator makes of its operands; undefined where the text does not tell. */
export function operandTypes<L>(
  operator: InfixOperator,
  left: CType<L> | undefined,
  right: CType<L> | undefined,
): readonly [CType<L> | undefined, CType<L> | undefined] {
  if (left === undefined || right === undefined) return [left, right];
  const isVector = left.kind === 'vector' || right.kind === 'vector';
  if (!isVector && (operator === '&&' || operator === '||')) return [left, right];
  if (isPointer(left) || isPointer(right)) return [left, right];
  if (isShift(operator)) {
    const by = promotedType(right);
    return [promotedType(left), left.kind === 'vector' ? inLanes(by, left) : by];
  }
  const both = usual(left, right);
  return both?.kind === 'scalar' || both?.kind === 'vector' ? [both, both] : [left, right];
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
      const takes = callee.kind === 'name' ? names.declared(callee.name)?.takes : undefined;
      return takes
        ? { ...expression, args: args.map((arg, i) => become(arg, takes[i])) }
        : expression;
    }
    case 'cast': {
      const { type, operands } = expression;
      if (type.kind !== 'vector' || operands.length < 2) return expression;
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
