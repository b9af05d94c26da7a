import { builtinOf } from './builtins.ts';
import type { Expression, Of, TypeName } from './syntax.ts';
import {
  floatBytes,
  type IntegerType,
  integerType,
  nameOfInteger,
  promoted,
  usualType,
  vectorOf,
} from './types.ts';

/** The type of an expression: a type with the dimensions of the array around it, as `float4 [2][8]` has two. */
export interface ValueType extends TypeName {
  readonly dimensions: number;
}

/** What names mean at the place of an expression. */
export interface TypeScope {
  variableType(name: string): ValueType | undefined;
  /** What a function of the text returns. */
  returnType(name: string): TypeName | undefined;
  /** The type of a member of `struct P`. */
  memberType(struct: string, field: string): ValueType | undefined;
  /** `typeOf` that remembers what it was asked: of a long sum, each part is asked for by all around it. */
  typeOf?(expression: Expression): ValueType | undefined;
}

const scalar = (base: string): ValueType => ({ base, pointers: 0, dimensions: 0 });
const INT_TYPE = scalar('int');
const SIZE = scalar('ulong');
const ofInteger = (type: IntegerType): ValueType => scalar(nameOfInteger(type));

/** The C type of an expression (OpenCL C 3.0, sections 6.3 and 6.4): integers are promoted and converted as usual,
 * vectors work by component, `size_t` has 64 bits. Undefined where the text does not tell. */
export function typeOf(expression: Expression, scope: TypeScope): ValueType | undefined {
  const of = (part: Expression): ValueType | undefined =>
    scope.typeOf ? scope.typeOf(part) : typeOf(part, scope);
  switch (expression.kind) {
    case 'number':
      return literalType(expression.text);
    case 'string':
      return { base: 'char', pointers: 1, space: 'constant', dimensions: 0 };
    case 'name':
      return scope.variableType(expression.name) ?? constantType(expression.name);
    case 'unary':
      return unaryType(expression.operator, of(expression.operand));
    case 'update':
      return of(expression.operand);
    case 'binary':
      return binaryType(expression.operator, of(expression.left), of(expression.right));
    case 'assign':
      return of(expression.target);
    case 'conditional':
      return usual(of(expression.then), of(expression.otherwise));
    case 'call':
      return callType(expression, scope);
    case 'index': {
      const array = of(expression.array);
      const swapped = array !== undefined && levels(array) === 0 && vectorOf(array) === undefined;
      return pointedType(swapped ? of(expression.index) : array);
    }
    case 'member': {
      const object = of(expression.object);
      const struct = expression.arrow ? pointedType(object) : object;
      return struct && memberType(struct, expression.field, scope);
    }
    case 'cast':
      return { ...expression.type, dimensions: 0 };
    case 'list': {
      const last = expression.items.at(-1);
      return expression.comma && last !== undefined ? of(last) : undefined;
    }
    case 'sizeof':
      return SIZE;
    case 'unsupported':
      return undefined;
  }
}

/** How often a value can be indexed: the dimensions of an array and the levels of a pointer. */
export const levels = ({ dimensions, pointers }: ValueType): number => dimensions + pointers;

/** What a pointer or an array holds, or a component of a vector. */
export function pointedType(type: ValueType | undefined): ValueType | undefined {
  if (type === undefined) return undefined;
  if (type.dimensions > 0) return { ...type, dimensions: type.dimensions - 1 };
  if (type.pointers > 0) return { ...type, pointers: type.pointers - 1 };
  const vector = vectorOf(type);
  return vector && scalar(vector.element);
}

/** The integer type of a value; undefined where it is none. */
export const integerOfType = (type: ValueType | undefined): IntegerType | undefined =>
  type === undefined || type.dimensions > 0 ? undefined : integerType(type);

/** The type of a literal, by its base, its suffix and its value (C99, section 6.4.4). */
function literalType(text: string): ValueType | undefined {
  const found = /^[-+]?(0[xX][\da-fA-F]+|0[bB][01]+|\d+)([uUlL]*)$/.exec(text);
  if (found === null) {
    if (/^[-+]?0[xX]/.test(text) || !/[fFhH]$/.test(text)) return scalar('double');
    return scalar(/[hH]$/.test(text) ? 'half' : 'float');
  }
  const [, digits = '0', suffix = ''] = found;
  const isDecimal = !/^0./.test(digits);
  const octal = /^0[0-7]+$/.test(digits);
  if (/^0\d/.test(digits) && !octal) return INT_TYPE;
  const value = BigInt(octal ? `0o${digits.slice(1)}` : digits);
  const isUnsigned = /u/i.test(suffix);
  const bits = /l/i.test(suffix) || value >> 32n > 0n ? 64 : 32;
  const top = BigInt(bits - 1);
  if (isUnsigned) return ofInteger({ bits, signed: false });
  if (value >> top === 0n) return ofInteger({ bits, signed: true });
  if (!isDecimal) return ofInteger({ bits, signed: false });
  return ofInteger({ bits: 64, signed: bits === 32 });
}

/** The types of what OpenCL C defines. */
function constantType(name: string): ValueType | undefined {
  if (/^(INFINITY|NAN|HUGE_VALF|MAXFLOAT|FLT_\w+|M_\w+_F)$/.test(name))
    return /^FLT_(DIG|MANT_DIG|MAX_\w+|MIN_\w+|RADIX)$/.test(name) ? INT_TYPE : scalar('float');
  if (/^(HUGE_VAL|DBL_\w+|M_\w+)$/.test(name)) return scalar('double');
  if (/^HALF_\w+$/.test(name)) return scalar('half');
  if (/^U(INT|LONG)_MAX$/.test(name)) return scalar(name.startsWith('UI') ? 'uint' : 'ulong');
  if (/^LONG_(MAX|MIN)$/.test(name)) return scalar('long');
  if (/^CLK_\w+$/.test(name)) return scalar('uint');
  return /^(U?(CHAR|SHRT)|SCHAR|INT)_(MAX|MIN|BIT)$|^CHAR_BIT$/.test(name) ? INT_TYPE : undefined;
}

function unaryType(operator: string, operand: ValueType | undefined): ValueType | undefined {
  if (operand === undefined) return operator === '!' ? INT_TYPE : undefined;
  if (operator === '&') return { ...operand, pointers: operand.pointers + 1 };
  if (operator === '*') return pointedType(operand);
  if (operator === '!') return comparisonType(operand, operand);
  const integer = integerOfType(operand);
  return integer === undefined ? operand : ofInteger(promoted(integer));
}

function binaryType(
  operator: string,
  left: ValueType | undefined,
  right: ValueType | undefined,
): ValueType | undefined {
  if (/^([<>]=?|[!=]=|&&|\|\|)$/.test(operator)) return comparisonType(left, right);
  if (left === undefined || right === undefined) return undefined;
  if (levels(left) > 0 || levels(right) > 0) {
    if (levels(left) > 0 && levels(right) > 0) return scalar('long');
    return decayed(levels(left) > 0 ? left : right);
  }
  if (operator === '<<' || operator === '>>') return unaryType('+', left);
  return usual(left, right);
}

/** An array in an expression is a pointer to its first element. */
const decayed = (type: ValueType): ValueType =>
  type.dimensions === 0
    ? type
    : { ...type, dimensions: type.dimensions - 1, pointers: type.pointers + 1 };

/** Scalars are compared to an `int`; vectors to a vector of integers that are as wide. */
function comparisonType(left: ValueType | undefined, right: ValueType | undefined): ValueType {
  const found = [left, right].flatMap((type) => (type && vectorOf(type)) ?? []);
  const [vector] = found;
  if (vector === undefined) return INT_TYPE;
  const { element, lanes } = vector;
  const integer = integerType({ base: element, pointers: 0 });
  const bytes = floatBytes({ base: element, pointers: 0 });
  const bits = integer?.bits ?? (bytes === 2 ? 16 : bytes === 8 ? 64 : 32);
  return scalar(`${nameOfInteger({ bits, signed: true })}${lanes}`);
}

/** What two operands are converted to: the vector, the wider float, the usual integer, or the pointer. */
function usual(left: ValueType | undefined, right: ValueType | undefined): ValueType | undefined {
  if (left === undefined || right === undefined) return undefined;
  if (levels(left) > 0) return decayed(left);
  if (levels(right) > 0) return decayed(right);
  if (vectorOf(left) !== undefined) return left;
  if (vectorOf(right) !== undefined) return right;
  const [a, b] = [floatBytes(left), floatBytes(right)];
  if (a !== undefined || b !== undefined) return (a ?? 0) >= (b ?? 0) ? left : right;
  const [first, second] = [integerOfType(left), integerOfType(right)];
  if (first !== undefined && second !== undefined) return ofInteger(usualType(first, second));
  return left.base === right.base ? left : undefined;
}

/** A member of a struct, or components of a vector: `v.x`, `v.s01`, `v.hi`. */
function memberType(struct: ValueType, field: string, scope: TypeScope): ValueType | undefined {
  const vector = vectorOf(struct);
  if (vector === undefined || levels(struct) > 0) return scope.memberType(struct.base, field);
  const { element, lanes } = vector;
  const count = /^(hi|lo|even|odd)$/.test(field)
    ? Math.ceil(lanes / 2)
    : /^[sS][\da-fA-F]+$/.test(field)
      ? field.length - 1
      : field.length;
  return scalar(count === 1 ? element : `${element}${count}`);
}

/** What a call gives: that of a function of the text, or of a built-in one by its signature. */
function callType({ callee, args }: Of<'call'>, scope: TypeScope): ValueType | undefined {
  if (callee.kind !== 'name') return undefined;
  const { name } = callee;
  const declared = scope.returnType(name);
  if (declared !== undefined) return { ...declared, dimensions: 0 };
  const converted = /^(?:convert|as)_(\w+?)(?:_sat)?(?:_rt[ezpn])?$/.exec(name)?.[1];
  if (converted !== undefined) return scalar(converted);
  const signature = builtinOf(name)?.signature;
  if (signature === undefined) return undefined;
  const types = args.map((argument) => typeOf(argument, scope));
  const [first] = types;
  const lanes = /(?:2|3|4|8|16)(?=_rt|$)/.exec(name)?.[0] ?? '';
  if (/^v(load|store)/.test(name)) {
    const pointer = pointedType(types.at(-1));
    return pointer && scalar(`${name.includes('half') ? 'float' : pointer.base}${lanes}`);
  }
  // Atomics give what they point to, others what they are given.
  const [returns = ''] = signature.split(/\s/);
  if (returns === 'C' || /^(atomic|atom)_/.test(name))
    return returns === 'bool' ? scalar('bool') : pointedType(first);
  if (returns === 'gentype') {
    if (/^(mul24|mad24)$/.test(name)) return first;
    return types.reduce<ValueType | undefined>((a, b) => usualOfBuiltin(a, b), first);
  }
  if (returns === 'gentypen' || returns === 'floatn' || returns === 'intn') return first;
  if (returns === 'T') return first;
  if (/^(dot|distance|length|fast_distance|fast_length)$/.test(name))
    return first && scalar(vectorOf(first)?.element ?? first.base);
  if (/^is|^(signbit|any|all)$/.test(name)) return first && comparisonType(first, first);
  return scalar(returns === 'size_t' ? 'ulong' : returns);
}

/** Built-in functions take one type; narrow integers are not promoted. */
const usualOfBuiltin = (
  a: ValueType | undefined,
  b: ValueType | undefined,
): ValueType | undefined => {
  if (a === undefined || b === undefined || levels(a) > 0 || levels(b) > 0) return a;
  return a.base === b.base ? a : usual(a, b);
};
