import { isComparison } from '../../base/operators.ts';
import { isFloat, type Scalar } from '../../front/scalar.ts';
import { pointerTo } from '../pointer.ts';
import type { Value, ValueProgram } from '../program.ts';
import { partsOf, valuesIn } from '../walk.ts';
import { binaryOperation, unaryOperation } from './arithmetic.ts';
import { callOperation } from './built-ins.ts';
import { conversion, reinterpretation } from './conversion.ts';
import type { Facts } from './facts.ts';
import type { Machine } from './machine.ts';
import { COMPUTED, isWide, type Operation, setValue, SHADOW } from './registers.ts';

/** An item's registers: the program's first, then these. */
export const IDENTITIES = ['local', 'group', 'global'] as const;

export const identityRegister = (
  program: ValueProgram,
  of: (typeof IDENTITIES)[number],
  dimension: number,
): number => program.registers.length + IDENTITIES.indexOf(of) * 3 + dimension;

/** Registers of which each item has its own. */
export const ownRegisters = ({ registers }: ValueProgram): number => registers.length + 9;

/** A built-in function that is not computed here. */
export class UnknownFunction extends Error {
  readonly function: string;

  constructor(name: string) {
    super(`There is no ${name} here.`);
    this.function = name;
  }
}

const nothing = (): void => undefined;

const isTruth = (value: Value): boolean =>
  value.type === 'bool' ||
  (value.kind === 'convert' && isTruth(value.operand)) ||
  (value.kind === 'unary' && value.operator === '!') ||
  (value.kind === 'binary' && isComparison(value.operator)) ||
  isOfTruths(value);

/** `a & b`, as `a && b` is written where both are without effect. */
export const isOfTruths = (value: Value): value is Extract<Value, { kind: 'binary' }> =>
  value.kind === 'binary' && value.operator === '&' && isTruth(value.left) && isTruth(value.right);

/** Makes the operations that compute values, and finds them registers. */
export class Values {
  readonly #program: ValueProgram;
  readonly #facts: Facts;
  readonly #machine: Machine;
  readonly #constants = new Map<string, number>();
  /** Registers that never change. */
  readonly #fixed = new Set<number>();
  #next: number;

  constructor(program: ValueProgram, facts: Facts, machine: Machine) {
    this.#program = program;
    this.#facts = facts;
    this.#machine = machine;
    this.#next = ownRegisters(program);
  }

  /** Registers that have a use so far. */
  get count(): number {
    return this.#next;
  }

  newRegister(): number {
    const register = this.#next;
    if (register >= this.#machine.registers.numbers.length)
      throw new Error('A program has more registers than were counted.');
    this.#next += 1;
    return register;
  }

  move(type: Scalar, target: number, source: number): Operation {
    const { numbers: R, big } = this.#machine.registers;
    if (!isWide(type))
      return () => {
        R[target] = R[source] ?? 0;
      };
    return () => {
      const value = R[source] ?? 0;
      R[target] = value;
      if (Number.isNaN(value)) big[target] = big[source] ?? 0n;
    };
  }

  isShadowed(value: Value): boolean {
    for (const part of valuesIn(value))
      if (part.kind === 'register' && this.#facts.shadowed.has(part.register)) return true;
    return false;
  }

  /** Derives a register's shadow from those its value is computed from. */
  pushShadow(target: number, value: Value, index: number, into: Operation[]): void {
    const S = this.#machine.registers.shadows;
    const [first = 0, ...others] = this.#sources(value, index, into);
    let plain = value;
    while (plain.kind === 'convert' || plain.kind === 'reinterpret') plain = plain.operand;
    if (plain.kind === 'register' || plain.kind === 'select')
      into.push(() => {
        S[target] = S[first] ?? 0;
      });
    else if (others.length === 0)
      into.push(() => {
        S[target] = COMPUTED[S[first] ?? 0] ?? 0;
      });
    else
      into.push(() => {
        let bits = S[first] ?? 0;
        for (const other of others) bits |= S[other] ?? 0;
        S[target] = COMPUTED[bits] ?? 0;
      });
  }

  /** Registers whose shadows make a value's; one for each choice in it. */
  #sources(value: Value, index: number, into: Operation[]): ReadonlySet<number> {
    if (value.kind === 'register')
      return new Set(this.#facts.shadowed.has(value.register) ? [value.register] : []);
    if (value.kind === 'select' && this.isShadowed(value))
      return new Set([this.#chosenShadow(value, index, into)]);
    if (isOfTruths(value) && this.isShadowed(value))
      return new Set([this.#maskedShadow(value, index, into)]);
    return new Set(partsOf(value).flatMap((part) => [...this.#sources(part, index, into)]));
  }

  /** What is not chosen may be unwritten; but others may choose it. */
  #chosenShadow(
    { condition, then, otherwise }: Extract<Value, { kind: 'select' }>,
    index: number,
    into: Operation[],
  ): number {
    const { numbers: R, shadows: S } = this.#machine.registers;
    const [asked = 0, one = 0, other = 0] = [condition, then, otherwise].map((part) =>
      this.#shadowOf(part, index, into),
    );
    const decides = this.value(condition, index, into);
    const target = this.newRegister();
    into.push(() => {
      const isTrue = R[decides] !== 0;
      const chosen = S[isTrue ? one : other] ?? 0;
      const left = (S[isTrue ? other : one] ?? 0) & SHADOW.unknown;
      S[target] = (COMPUTED[S[asked] ?? 0] ?? 0) | chosen | left;
    });
    return target;
  }

  /** Nothing is left of an unknown value where the other is 0. */
  #maskedShadow(value: Value, index: number, into: Operation[]): number {
    const { numbers: R, shadows: S } = this.#machine.registers;
    const sides = partsOf(value).map((part) => ({
      number: this.value(part, index, into),
      shadow: this.#shadowOf(part, index, into),
    }));
    const target = this.newRegister();
    into.push(() => {
      let bits = 0;
      let isZero = false;
      for (const { number, shadow } of sides) {
        const own = S[shadow] ?? 0;
        bits |= own;
        isZero ||= R[number] === 0 && (own & SHADOW.unknown) === 0;
      }
      S[target] = COMPUTED[isZero ? bits & ~SHADOW.unknown : bits] ?? 0;
    });
    return target;
  }

  #shadowOf(part: Value, index: number, into: Operation[]): number {
    const register = this.newRegister();
    if (this.isShadowed(part)) this.pushShadow(register, part, index, into);
    return register;
  }

  /** A value and its shadow, in one register. */
  shadowedValue(value: Value, index: number, into: Operation[]): number {
    const register = this.value(value, index, into);
    if (value.kind === 'register' || !this.isShadowed(value)) return register;
    const target = register < ownRegisters(this.#program) ? this.newRegister() : register;
    if (target !== register) into.push(this.move(value.type, target, register));
    this.pushShadow(target, value, index, into);
    return target;
  }

  /** A condition, with the sides of its comparison kept. */
  compared(
    value: Value,
    index: number,
    into: Operation[],
  ): { readonly condition: number; readonly sides?: readonly [number, number] } {
    if (value.kind !== 'binary' || !isComparison(value.operator))
      return { condition: this.shadowedValue(value, index, into) };
    const left = this.value(value.left, index, into);
    const right = this.value(value.right, index, into);
    const { operator } = value;
    const condition = this.newRegister();
    const { registers } = this.#machine;
    into.push(
      binaryOperation(registers, operator, value.left.type, condition, left, right, nothing),
    );
    this.pushShadow(condition, value, index, into);
    return { condition, sides: [left, right] };
  }

  /** Register with the offset in the object that the address itself names. */
  offset(address: Value, index: number, into: Operation[]): number | undefined {
    if (address.kind === 'address') return this.#constant('long', 0);
    if (address.kind !== 'offset') return undefined;
    const outer = this.offset(address.pointer, index, into);
    if (outer === undefined) return undefined;
    const bytes = this.value(address.bytes, index, into);
    if (address.pointer.kind === 'address') return bytes;
    return this.#apply(
      [outer, bytes],
      (target) =>
        binaryOperation(this.#machine.registers, '+', 'long', target, outer, bytes, nothing),
      into,
    );
  }

  #constant(type: Scalar, value: number | bigint): number {
    const key = `${type} ${Object.is(value, -0) ? '-0' : value}`;
    const known = this.#constants.get(key);
    if (known !== undefined) return known;
    const register = this.newRegister();
    setValue(this.#machine.registers, register, type, value);
    this.#constants.set(key, register);
    this.#fixed.add(register);
    return register;
  }

  /** Adds an operation, or does it at once where all inputs are known. */
  #apply(
    operands: readonly number[],
    make: (target: number) => Operation,
    into: Operation[],
    wanted?: number,
  ): number {
    if (operands.every((operand) => this.#fixed.has(operand))) {
      const register = this.newRegister();
      make(register)();
      this.#fixed.add(register);
      return register;
    }
    const target = wanted ?? this.newRegister();
    into.push(make(target));
    return target;
  }

  /** Adds a value's computation. @returns the register that has it. @param wanted where it should
   * be. */
  value(value: Value, index: number, into: Operation[], wanted?: number): number {
    const { registers, listener } = this.#machine;
    const apply = (operands: readonly number[], make: (target: number) => Operation): number =>
      this.#apply(operands, make, into, wanted);
    const inner = (part: Value): number => this.value(part, index, into);
    switch (value.kind) {
      case 'constant':
        return this.#constant(value.type, value.value);
      case 'register':
        return value.register;
      case 'id':
        return identityRegister(this.#program, value.of, value.dimension);
      case 'address':
        return this.#constant('pointer', pointerTo(value.object));
      case 'unary': {
        const operand = inner(value.operand);
        const { operator } = value;
        const type = operator === '!' ? value.operand.type : value.type;
        return apply([operand], (target) =>
          unaryOperation(registers, operator, type, target, operand),
        );
      }
      case 'binary': {
        const left = inner(value.left);
        const right = inner(value.right);
        const divides = value.operator === '/' || value.operator === '%';
        // Division is left to the run, which reports where it fails.
        const operands = divides ? [-1] : [left, right];
        const { operator } = value;
        const S = registers.shadows;
        const known =
          divides && !isFloat(value.right.type) && this.isShadowed(value.right)
            ? this.#divisor(value.right, index, into)
            : -1;
        if (known >= 0)
          into.push(() => {
            if (((S[known] ?? 0) & SHADOW.unknown) !== 0)
              listener.divides(index, registers.numbers[right] ?? 0);
          });
        return apply(operands, (target) =>
          binaryOperation(registers, operator, value.left.type, target, left, right, () => {
            listener.dividedByZero(index, (S[known] ?? 0) & SHADOW.unknown);
          }),
        );
      }
      case 'convert': {
        const operand = inner(value.operand);
        const trial = conversion(registers, value, operand, operand);
        if (trial === undefined) return operand;
        return apply([operand], (target) => conversion(registers, value, target, operand) ?? trial);
      }
      case 'reinterpret': {
        const operand = inner(value.operand);
        const { type } = value;
        const from = value.operand.type;
        const trial = reinterpretation(registers, type, from, operand, operand);
        if (trial === undefined) return operand;
        return apply(
          [operand],
          (target) => reinterpretation(registers, type, from, target, operand) ?? trial,
        );
      }
      case 'select': {
        const condition = inner(value.condition);
        const then = inner(value.then);
        const otherwise = inner(value.otherwise);
        return apply([condition, then, otherwise], (target) =>
          this.#select(value.type, target, condition, then, otherwise),
        );
      }
      case 'offset': {
        const pointer = inner(value.pointer);
        const bytes = inner(value.bytes);
        const R = registers.numbers;
        return apply([pointer, bytes], (target) => () => {
          const by = R[bytes] ?? 0;
          // Farther than any object is long is nowhere.
          const far = !(by > -(2 ** 31) && by < 2 ** 31);
          R[target] = far ? 0 : (R[pointer] ?? 0) + by;
        });
      }
      case 'call': {
        const args = value.args.map(inner);
        const { type, name } = value;
        const from = value.args[0]?.type ?? type;
        return apply(args, (target) => {
          const operation = callOperation(registers, name, type, target, args, from);
          if (operation === undefined) throw new UnknownFunction(name);
          return operation;
        });
      }
    }
  }

  /** A register with what is known of a divisor. */
  #divisor(value: Value, index: number, into: Operation[]): number {
    const register = this.newRegister();
    this.pushShadow(register, value, index, into);
    return register;
  }

  #select(
    type: Scalar,
    target: number,
    condition: number,
    then: number,
    otherwise: number,
  ): Operation {
    const { numbers: R, big } = this.#machine.registers;
    if (!isWide(type))
      return () => {
        R[target] = (R[condition] === 0 ? R[otherwise] : R[then]) ?? 0;
      };
    return () => {
      const source = R[condition] === 0 ? otherwise : then;
      const value = R[source] ?? 0;
      R[target] = value;
      if (Number.isNaN(value)) big[target] = big[source] ?? 0n;
    };
  }
}
