import type { InfixOperator } from '../../base/operators.ts';
import type { Span } from '../../base/span.ts';
import type { Scalar } from '../scalar.ts';
import type { Expression, Type } from '../syntax.ts';
import { scalarType } from '../types.ts';
import { type Lanes, WARP_SIZE } from '../warp.ts';

/** Makes typed expressions at one place. */
export class Maker {
  readonly span: Span;
  /** The warp's size. */
  readonly lanes: Lanes;
  readonly #typed: (expression: Expression) => Expression;

  constructor(span: Span, typed: (expression: Expression) => Expression, lanes: Lanes) {
    this.span = span;
    this.lanes = lanes;
    this.#typed = typed;
  }

  /** A set of a warp's lanes; without one, all of them. */
  mask(set?: Expression): Expression {
    const isWide = this.lanes > WARP_SIZE;
    return set === undefined
      ? this.number(isWide ? '0xfffffffffffffffful' : '0xffffffffu')
      : this.cast(scalarType(isWide ? 'ulong' : 'uint'), set);
  }

  typed(expression: Expression): Expression {
    return this.#typed(expression);
  }

  name(name: string): Expression {
    return this.#typed({ kind: 'name', name, span: this.span });
  }

  number(value: number | string): Expression {
    return this.#typed({ kind: 'number', text: String(value), span: this.span });
  }

  call(name: string, args: readonly Expression[]): Expression {
    const callee: Expression = { kind: 'name', name, span: this.span };
    return this.#typed({ kind: 'call', callee, args, span: this.span });
  }

  cast(type: Type, ...operands: readonly Expression[]): Expression {
    return this.#typed({ kind: 'cast', type, operands, span: this.span });
  }

  binary(operator: InfixOperator, left: Expression, right: Expression): Expression {
    return this.#typed({ kind: 'binary', operator, left, right, span: this.span });
  }

  unary(operator: '*' | '&' | '!' | '-', operand: Expression): Expression {
    return this.#typed({ kind: 'unary', operator, operand, span: this.span });
  }

  choose(condition: Expression, then: Expression, otherwise: Expression): Expression {
    return this.#typed({ kind: 'conditional', condition, then, otherwise, span: this.span });
  }
}

export type Row = (args: readonly Expression[], make: Maker) => Expression | undefined;

export const FLOAT = scalarType('float');

/** The same arguments, another name. */
export const named =
  (name: string): Row =>
  (args, make) =>
    make.call(name, args);

/** Functions of floating numbers of one type, whatever they are given. */
export const of =
  (scalar: Scalar, name: string): Row =>
  (args, make) =>
    make.call(
      name,
      args.map((arg) => inScalar(make, arg, scalar)),
    );

export const inScalar = (make: Maker, arg: Expression, scalar: Scalar): Expression =>
  arg.type?.kind === 'scalar' && arg.type.scalar !== scalar
    ? make.cast(scalarType(scalar), arg)
    : arg;

export const infix =
  (operator: InfixOperator): Row =>
  ([left, right], make) =>
    left && right && make.binary(operator, left, right);

export const to =
  (type: Type): Row =>
  ([arg], make) =>
    arg && make.cast(type, arg);

export const converted =
  (call: string, scalar: Scalar): Row =>
  ([arg], make) =>
    arg && make.call(call, [inScalar(make, arg, scalar)]);

const ROUNDED = ['rn', 'rz', 'ru', 'rd'] as const;

/** A row for each way of rounding, which the model does not tell apart. */
export const rounded = (name: string, row: Row): readonly (readonly [string, Row])[] =>
  ROUNDED.map((how) => [`${name}_${how}`, row]);

const TO_INT = { rn: 'rte', rz: 'rtz', ru: 'rtp', rd: 'rtn' } as const;

export const toInteger = (from: 'half' | 'float' | 'double', word: string, scalar: Scalar) =>
  ROUNDED.map((how): readonly [string, Row] => [
    `__${from}2${word}_${how}`,
    converted(`convert_${scalar}_${TO_INT[how]}`, from === 'half' ? 'float' : from),
  ]);

export const INTEGER_WORDS = { int: 'int', uint: 'uint', ll: 'long', ull: 'ulong' } as const;

export const entriesOf = <K extends string, V>(record: Readonly<Record<K, V>>): [K, V][] =>
  // Object.entries forgets the keys' type.
  (Object.keys(record) as K[]).map((key) => [key, record[key]]);
