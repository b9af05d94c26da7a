import { BINARY } from '../../base/operators.ts';
import { isInteger, isSigned, SCALARS } from '../../front/scalar.ts';
import type { Value, ValueProgram } from '../program.ts';
import { targetOf } from '../walk.ts';
import type { Definitions } from './definitions.ts';
import type { Flow } from './flow.ts';
import { type Way, waysOf } from './guards.ts';
import type { Possible } from './possible.ts';
import { boundsOf } from './register-settings.ts';
import { isKeptBetween } from './regions.ts';
import { constantIn } from './steps.ts';

/** A sum of registers and a number. */
export interface Linear {
  readonly terms: ReadonlyMap<number, number>;
  readonly rest: number;
}

/** Places as sums of what registers hold when they are come to. */
export interface LinearPlaces {
  /** The atomic access whose result a register holds, or a copy of it made right behind. */
  readonly atomicOf: (register: number, at: number) => number | undefined;
  /** Bytes into its object.
   * @param way the instructions on the only way there */
  readonly address: (pointer: Value, at: number, way: readonly number[]) => Linear | undefined;
  /** A register is not set between two instructions. */
  readonly isKept: (register: number, from: number, to: number) => boolean;
  readonly ways: (instruction: number) => Way;
}

export function linearPlaces({
  program,
  flow,
  definitions,
  possible,
}: {
  readonly program: ValueProgram;
  readonly flow: Flow;
  readonly definitions: Definitions;
  /** Products that may wrap around are left out where it is there. */
  readonly possible?: Possible;
}): LinearPlaces {
  const { code } = program;
  const ways = waysOf(program, flow);
  const atomicOf = (register: number, at: number, isCopied = false): number | undefined => {
    const setter = definitions.reaching(register, at);
    const step = setter === undefined ? undefined : code[setter];
    if (setter === undefined || step === undefined) return undefined;
    if (isCopied && !ways(at).passed.includes(setter)) return undefined;
    if (step.kind === 'atomic') return setter;
    const of = step.kind === 'set' ? wholeRegisterIn(step.value) : undefined;
    return of === undefined ? undefined : atomicOf(of, setter, true);
  };
  const mayWrap = (value: Extract<Value, { kind: 'binary' }>, at: number): boolean => {
    if (possible === undefined || isSigned(value.type)) return false;
    const [left, right] = [value.left, value.right].map((each) => possible.range(each, at));
    const whole = left && right && BINARY[value.operator].interval(left, right);
    const bounds = boundsOf(value.type);
    return !whole || !bounds || whole.low < bounds.low || whole.high > bounds.high;
  };
  const linear = (value: Value, at: number, way: readonly number[]): Linear | undefined => {
    const inner = (part: Value): Linear | undefined => linear(part, at, way);
    const constant = constantIn(value);
    if (constant !== undefined) return { terms: new Map(), rest: constant };
    if (value.kind === 'convert') return isWidened(value) ? inner(value.operand) : undefined;
    if (value.kind === 'register') {
      const setter = definitions.reaching(value.register, at);
      const step = setter === undefined ? undefined : code[setter];
      const set =
        setter !== undefined && step?.kind === 'set' && way.includes(setter)
          ? linear(step.value, setter, way)
          : undefined;
      if (set !== undefined) return set;
      // Read further back, it must be the same here.
      const since = way.slice(0, Math.max(0, way.indexOf(at)));
      const isSet = since.some((each) => code[each] && targetOf(code[each]) === value.register);
      return isSet ? undefined : { terms: new Map([[value.register, 1]]), rest: 0 };
    }
    if (value.kind !== 'binary') return undefined;
    const [left, right] = [inner(value.left), inner(value.right)];
    if (left === undefined || right === undefined) return undefined;
    if (value.operator === '+') return plus(left, right);
    const by = right.terms.size === 0 ? right : left;
    const of = right.terms.size === 0 ? left : right;
    if (mayWrap(value, at)) return undefined;
    if (value.operator === '*' && by.terms.size === 0) return times(of, by.rest);
    return value.operator === '<<' && right.terms.size === 0
      ? times(left, 2 ** right.rest)
      : undefined;
  };
  const address = (pointer: Value, at: number, way: readonly number[]): Linear | undefined => {
    if (pointer.kind === 'address') return { terms: new Map(), rest: 0 };
    if (pointer.kind === 'register') {
      // Lanes of a vector share where it begins.
      const setter = definitions.reaching(pointer.register, at) ?? -1;
      const step = code[setter];
      return step?.kind === 'set' && way.includes(setter)
        ? address(step.value, setter, way)
        : undefined;
    }
    if (pointer.kind !== 'offset') return undefined;
    const [start, by] = [address(pointer.pointer, at, way), linear(pointer.bytes, at, way)];
    return start && by && plus(start, by);
  };
  const isKept = (register: number, from: number, to: number): boolean =>
    isKeptBetween(code, definitions.all(register), from, to);
  return { atomicOf, address, isKept, ways };
}

const plus = (left: Linear, right: Linear): Linear => {
  const terms = new Map(left.terms);
  for (const [register, by] of right.terms) terms.set(register, (terms.get(register) ?? 0) + by);
  return { terms, rest: left.rest + right.rest };
};

const times = ({ terms, rest }: Linear, by: number): Linear => ({
  terms: new Map([...terms].map(([register, each]) => [register, each * by])),
  rest: rest * by,
});

const isWidened = ({ type, operand }: Extract<Value, { kind: 'convert' }>): boolean =>
  isInteger(type) &&
  isInteger(operand.type) &&
  SCALARS[type].bytes >= Math.max(4, SCALARS[operand.type].bytes);

export const wholeRegisterIn = (value: Value): number | undefined => {
  if (value.kind === 'convert' && isWidened(value)) return wholeRegisterIn(value.operand);
  return value.kind === 'register' ? value.register : undefined;
};
