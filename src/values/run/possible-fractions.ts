import { hull, type Interval, sure } from '../../base/interval.ts';
import { isFloat } from '../../front/scalar.ts';
import type { Value } from '../program.ts';
import { nextAfter } from './built-ins.ts';
import type { Guard } from './guards.ts';
import { pickIn } from './possible-operators.ts';
import { converted } from './registers.ts';

/** A fraction's numbers; it may be no number besides. */
export type OfFraction<Here> = (value: Value, here: Here, depth: number) => Interval;

interface Known<Here> {
  readonly deepest: number;
  readonly integer: (value: Value, here: Here, depth: number) => Interval | undefined;
  readonly setters: (
    register: number,
    here: Here,
    of: (value: Value, here: Here) => Interval,
  ) => Interval | undefined;
  readonly guards: (register: number, here: Here) => readonly Guard[];
}

/** All that is not narrower. */
const ANY = sure(-Infinity, Infinity);

/** Intervals of fractions, which are narrow where they are chosen, cut or compared. */
export function fractions<Here>(known: Known<Here>): OfFraction<Here> {
  const fraction: OfFraction<Here> = (value, here, depth) => {
    const found = depth > known.deepest ? ANY : rounded(ofParts(value, here, depth), value);
    return value.kind === 'register' ? guarded(value, found, here, depth) : found;
  };
  const guarded = (
    { register, type: own }: Extract<Value, { kind: 'register' }>,
    range: Interval,
    here: Here,
    depth: number,
  ): Interval => {
    let { low, high } = range;
    for (const { operator, other, type } of known.guards(register, here)) {
      if (!isFloat(type)) continue;
      const bound = fraction(other, here, depth + 8);
      if (operator === '<' || operator === '<=' || operator === '==')
        high = Math.min(high, operator === '<' ? -above(-bound.high, own) : bound.high);
      if (operator === '>' || operator === '>=' || operator === '==')
        low = Math.max(low, operator === '>' ? above(bound.low, own) : bound.low);
    }
    return low <= high ? sure(low, high) : range;
  };
  const ofParts = (value: Value, here: Here, depth: number): Interval => {
    const of = (part: Value): Interval => fraction(part, here, depth + 1);
    switch (value.kind) {
      case 'constant': {
        const number = Number(value.value);
        return Number.isNaN(number) ? ANY : sure(number, number);
      }
      case 'register':
        return (
          known.setters(value.register, here, (set, there) => fraction(set, there, depth + 1)) ??
          ANY
        );
      case 'convert':
        return isFloat(value.operand.type)
          ? of(value.operand)
          : (known.integer(value.operand, here, depth + 1) ?? ANY);
      case 'select': {
        const { then, otherwise } = value;
        const [one, other] = [of(then), of(otherwise)];
        const pick = pickIn(value);
        if (pick === undefined) return hull(one, other);
        const picked = sure(pick(one.low, other.low), pick(one.high, other.high));
        // Nothing is less than what is no number.
        return isNumber(then) ? picked : hull(picked, other);
      }
      case 'call':
        return called(value, of);
      case 'binary': {
        const rule = CORNERS[value.operator];
        if (rule === undefined) return ANY;
        const [a, b] = [of(value.left), of(value.right)];
        const corners = [a.low, a.high].flatMap((x) => [b.low, b.high].map((y) => rule(x, y)));
        return corners.some(Number.isNaN) ? ANY : sure(Math.min(...corners), Math.max(...corners));
      }
      case 'unary': {
        const { low, high } = of(value.operand);
        return value.operator === '-' ? sure(-high, -low) : ANY;
      }
      case 'id':
      case 'reinterpret':
      case 'offset':
      case 'address':
        return ANY;
    }
  };
  return fraction;
}

/** The next number of a type, or the same one where there is none. */
function above(value: number, type: Value['type']): number {
  if (!Number.isFinite(value)) return value;
  const near = converted(type, value);
  return near > value ? near : nextAfter(near, Infinity, type);
}

/** Rounding keeps the order of numbers. */
function rounded({ low, high }: Interval, { type }: Value): Interval {
  if (type === 'double') return sure(low, high);
  return type === 'float' ? sure(Math.fround(low), Math.fround(high)) : ANY;
}

const isNumber = (value: Value): boolean =>
  value.kind === 'constant'
    ? !Number.isNaN(Number(value.value))
    : value.kind === 'convert' && (!isFloat(value.operand.type) || isNumber(value.operand));

/** Functions that grow with each of their operands, or fall, so that ends lead to ends. */
const CORNERS: Readonly<Record<string, ((x: number, y: number) => number) | undefined>> = {
  '+': (x, y) => x + y,
  '-': (x, y) => x - y,
  '*': (x, y) => x * y,
};

const WHOLES: ReadonlyMap<string, (x: number) => number> = new Map([
  ['floor', Math.floor],
  ['trunc', Math.trunc],
  ['ceil', Math.ceil],
]);

function called(
  { name, args }: Extract<Value, { kind: 'call' }>,
  of: (value: Value) => Interval,
): Interval {
  const [x, y] = args;
  if (x === undefined) return ANY;
  const one = of(x);
  const whole = WHOLES.get(name);
  if (whole !== undefined) return sure(whole(one.low), whole(one.high));
  if (name === 'fabs') {
    const high = Math.max(-one.low, one.high);
    return sure(Math.max(0, one.low, -one.high), high);
  }
  const pick = name === 'fmin' ? Math.min : name === 'fmax' ? Math.max : undefined;
  if (pick === undefined || y === undefined) return ANY;
  const other = of(y);
  const picked = sure(pick(one.low, other.low), pick(one.high, other.high));
  // The other one where one is no number.
  const all = isNumber(x) ? picked : hull(picked, other);
  return isNumber(y) ? all : hull(all, one);
}
