import { isComparison } from '../../base/operators.ts';
import type { Instruction, Value, ValueProgram } from '../program.ts';
import { pointerTo } from '../pointer.ts';
import type { Scalar } from '../../front/scalar.ts';
import {
  type Access,
  anywhere,
  atomicOperations,
  loadOperations,
  storeOperations,
} from './access.ts';
import { binaryOperation, unaryOperation } from './arithmetic.ts';
import { callOperation } from './built-ins.ts';
import { conversion, reinterpretation } from './conversion.ts';
import type { Facts } from './facts.ts';
import { valuesIn, targetOf, valuesOf } from '../walk.ts';
import { type Flow, isCollective } from './flow.ts';
import type { Machine } from './machine.ts';
import { type Operation, COMPUTED, isWide, setValue, SHADOW } from './registers.ts';
import type { Told, Tracer } from './tracer.ts';
import type { Store } from './store.ts';

/** The way on when a block's operations are done. */
export type Exit =
  | { readonly kind: 'jump'; readonly to: number }
  | {
      readonly kind: 'branch';
      readonly condition: number;
      readonly isShadowed: boolean;
      /** Registers of a comparison's sides, where inputs that nobody states may decide it. */
      readonly sides?: readonly [number, number];
      readonly then: number;
      readonly otherwise: number;
    }
  /** All items of the group meet here. Arguments are computed for the entered item. */
  | {
      readonly kind: 'collective';
      readonly prepare: Operation;
      readonly operands: readonly number[];
      readonly to: number;
    }
  | { readonly kind: 'end' };

export interface LoweredBlock {
  readonly operations: readonly Operation[];
  /** Instructions in it. */
  readonly steps: number;
  /** Its last instruction. */
  readonly last: number;
  readonly exit: Exit;
  /** Begins with an access before which others may come. */
  readonly yields: boolean;
}

/** An item's registers: the program's first, then these. */
export const IDENTITIES = ['local', 'group', 'global'] as const;

export const identityRegister = (
  program: ValueProgram,
  of: (typeof IDENTITIES)[number],
  dimension: number,
): number => program.registers.length + IDENTITIES.indexOf(of) * 3 + dimension;

/** Registers of which each item has its own. */
export const ownRegisters = ({ registers }: ValueProgram): number => registers.length + 9;

/** Registers for pointer accesses made during traced runs. */
const MOST_ANYWHERE = 4096;

/** The most registers a program can need, with those between two steps. */
export function registersNeeded(program: ValueProgram): number {
  let count = ownRegisters(program) + 8;
  for (const instruction of program.code)
    for (const value of valuesOf(instruction)) for (const _ of valuesIn(value)) count += 3;
  return count + program.code.length * 2 + MOST_ANYWHERE;
}

/** Makes operations on a machine's registers and stores. */
export function lower(
  program: ValueProgram,
  flow: Flow,
  facts: Facts,
  machine: Machine,
  tracer?: Tracer,
): readonly LoweredBlock[] {
  const lowering = new Lowering(program, facts, machine, tracer);
  return flow.blocks.map(({ first, end, next }): LoweredBlock => {
    const operations: Operation[] = [];
    for (let index = first; index < end; index += 1) {
      const instruction = program.code[index];
      if (instruction !== undefined) lowering.instruction(instruction, index, operations);
    }
    const last = program.code[end - 1];
    if (last === undefined) throw new Error('A block has no instruction.');
    return {
      exit: lowering.exit(last, end - 1, next, flow, operations),
      operations,
      steps: end - first,
      last: end - 1,
      yields: flow.yieldsAt.has(first),
    };
  });
}

type OperationsOf = (access: Access, store: Store) => readonly Operation[];

class Lowering {
  readonly #program: ValueProgram;
  readonly #facts: Facts;
  readonly #machine: Machine;
  readonly #tracer: Tracer | undefined;
  readonly #constants = new Map<string, number>();
  /** Registers that never change. */
  readonly #fixed = new Set<number>();
  #next: number;

  constructor(program: ValueProgram, facts: Facts, machine: Machine, tracer: Tracer | undefined) {
    this.#program = program;
    this.#facts = facts;
    this.#machine = machine;
    this.#tracer = tracer;
    this.#next = ownRegisters(program);
  }

  #newRegister(): number {
    const register = this.#next;
    if (register >= this.#machine.registers.numbers.length)
      throw new Error('A program has more registers than were counted.');
    this.#next += 1;
    return register;
  }

  /** Adds an instruction's effect, but not its way on. */
  instruction(instruction: Instruction, index: number, into: Operation[]): void {
    const site = (this.#facts.sites.get(index) ?? 0) * 2;
    switch (instruction.kind) {
      case 'set':
        this.#set(instruction.target, instruction.value, index, into);
        return;
      case 'load': {
        const { target, type } = instruction;
        this.#access(instruction.address, type, index, site, into, (access, store) => [
          ...loadOperations(access, store, target, instruction.copies === true),
          ...(store.watch.hasShadows || !this.#facts.shadowed.has(target)
            ? []
            : [this.#clear(target)]),
        ]);
        return;
      }
      case 'store': {
        const value = this.#shadowedValue(instruction.value, index, into);
        const isShadowed = this.#isShadowed(instruction.value);
        this.#access(instruction.address, instruction.type, index, site, into, (access, store) =>
          storeOperations(access, store, value, isShadowed, instruction.copies === true),
        );
        return;
      }
      case 'atomic':
        this.#atomic(instruction, index, site, into);
        return;
      case 'assert':
      case 'assume':
        this.#claim(instruction, index, into);
        return;
      default:
    }
  }

  #clear(target: number): Operation {
    const S = this.#machine.registers.shadows;
    return () => {
      S[target] = 0;
    };
  }

  #claim(
    instruction: Extract<Instruction, { kind: 'assert' | 'assume' }>,
    index: number,
    into: Operation[],
  ): void {
    const condition = this.#shadowedValue(instruction.condition, index, into);
    const { registers, listener } = this.#machine;
    const { numbers: R, shadows: S } = registers;
    const isShadowed = this.#isShadowed(instruction.condition);
    into.push(() => {
      if (R[condition] !== 0) return;
      if (instruction.kind === 'assume') listener.assumptionFailed(index);
      else listener.broken(index, isShadowed && ((S[condition] ?? 0) & SHADOW.unknown) !== 0);
    });
  }

  #atomic(
    instruction: Extract<Instruction, { kind: 'atomic' }>,
    index: number,
    site: number,
    into: Operation[],
  ): void {
    const operands = instruction.operands.map((each) => this.#shadowedValue(each, index, into));
    const { operation, target, type } = instruction;
    const isShadowed = instruction.operands.some((each) => this.#isShadowed(each));
    this.#access(instruction.address, type, index, site, into, (access, store) =>
      atomicOperations(access, store, {
        operation,
        operands,
        target,
        isOrdered: this.#facts.ordered.has(store.index),
        isShadowed,
      }),
    );
  }

  #set(target: number, value: Value, index: number, into: Operation[]): void {
    const isShadowed = this.#isShadowed(value);
    if (isShadowed) this.#pushShadow(target, value, into);
    const source = this.#value(value, index, into, target);
    if (source !== target) into.push(this.#move(value.type, target, source));
    if (!isShadowed && this.#facts.shadowed.has(target)) into.push(this.#clear(target));
    this.#traceTarget(index, into);
  }

  #move(type: Scalar, target: number, source: number): Operation {
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

  #isShadowed(value: Value): boolean {
    for (const part of valuesIn(value))
      if (part.kind === 'register' && this.#facts.shadowed.has(part.register)) return true;
    return false;
  }

  /** Derives a register's shadow from those its value is computed from. */
  #pushShadow(target: number, value: Value, into: Operation[]): void {
    const S = this.#machine.registers.shadows;
    const sources = new Set<number>();
    for (const part of valuesIn(value))
      if (part.kind === 'register' && this.#facts.shadowed.has(part.register))
        sources.add(part.register);
    const [first = 0, ...others] = sources;
    let plain = value;
    while (plain.kind === 'convert' || plain.kind === 'reinterpret') plain = plain.operand;
    if (plain.kind === 'register')
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

  /** A value and its shadow, in one register. */
  #shadowedValue(value: Value, index: number, into: Operation[]): number {
    const register = this.#value(value, index, into);
    if (value.kind === 'register' || !this.#isShadowed(value)) return register;
    const target = register < ownRegisters(this.#program) ? this.#newRegister() : register;
    if (target !== register) into.push(this.#move(value.type, target, register));
    this.#pushShadow(target, value, into);
    return target;
  }

  /** Accesses the address's known object, or any. */
  #access(
    address: Value,
    type: Scalar,
    index: number,
    site: number,
    into: Operation[],
    operationsOf: OperationsOf,
  ): void {
    const targets = this.#facts.points.of(address);
    const [only, ...others] = targets === 'any' ? [] : targets;
    const store = others.length > 0 || only === undefined ? undefined : this.#machine.stores[only];
    const isShadowed = this.#isShadowed(address);
    const direct = store === undefined ? undefined : this.#offset(address, index, into);
    const register = direct ?? this.#value(address, index, into);
    let at = register;
    if (isShadowed) {
      if (register < ownRegisters(this.#program)) {
        at = this.#newRegister();
        into.push(this.#move('pointer', at, register));
      }
      this.#pushShadow(at, address, into);
      into.push(this.#checkAddress(at, site, store));
    }
    const access: Access = {
      machine: this.#machine,
      site,
      type,
      address: at,
      bias: direct === undefined && store !== undefined ? pointerTo(store.index) : 0,
      place: this.#newRegister(),
    };
    const { kind } = this.#program.code[index] ?? {};
    const told = kind === 'load' ? 'read' : kind === 'store' ? 'write' : 'atomic';
    const traced = this.#traced(index, told, operationsOf);
    if (store === undefined) into.push(anywhere(access, traced));
    else into.push(...traced(access, store));
    this.#traceTarget(index, into);
  }

  /** The same operations, and what they did is told. */
  #traced(index: number, kind: Told, operationsOf: OperationsOf): OperationsOf {
    const tracer = this.#tracer;
    if (tracer === undefined) return operationsOf;
    const R = this.#machine.registers.numbers;
    return (access, store) => {
      // The address may be the target too, and changes then.
      const offset = this.#newRegister();
      return [
        () => {
          R[offset] = (R[access.address] ?? 0) - access.bias;
        },
        ...operationsOf(access, store),
        () => tracer.accessed(index, kind, store, R[offset] ?? 0, access.type),
      ];
    };
  }

  #traceTarget(index: number, into: Operation[]): void {
    const instruction = this.#program.code[index];
    const target = instruction === undefined ? undefined : targetOf(instruction);
    const tracer = this.#tracer;
    if (tracer === undefined || target === undefined) return;
    if (this.#program.registers[target]?.name === undefined) return;
    into.push(() => tracer.changed(index, target));
  }

  #checkAddress(register: number, site: number, store: Store | undefined): Operation {
    const { registers, listener } = this.#machine;
    const S = registers.shadows;
    return () => {
      const bits = S[register] ?? 0;
      if (bits === 0) return;
      if ((bits & SHADOW.garbage) !== 0)
        listener.unwritten(site, undefined, register, 'uses as an address');
      if ((bits & SHADOW.unknown) !== 0) listener.unknownAddress(site, store, bits);
    };
  }

  /** Register with the offset in the object that the address itself names. */
  #offset(address: Value, index: number, into: Operation[]): number | undefined {
    if (address.kind === 'address') return this.#constant('long', 0);
    if (address.kind !== 'offset') return undefined;
    const outer = this.#offset(address.pointer, index, into);
    if (outer === undefined) return undefined;
    const bytes = this.#value(address.bytes, index, into);
    if (address.pointer.kind === 'address') return bytes;
    return this.#apply(
      'long',
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
    const register = this.#newRegister();
    setValue(this.#machine.registers, register, type, value);
    this.#constants.set(key, register);
    this.#fixed.add(register);
    return register;
  }

  /** Adds an operation, or does it at once where all inputs are known. */
  #apply(
    _type: Scalar,
    operands: readonly number[],
    make: (target: number) => Operation,
    into: Operation[],
    wanted?: number,
  ): number {
    if (operands.every((operand) => this.#fixed.has(operand))) {
      const register = this.#newRegister();
      make(register)();
      this.#fixed.add(register);
      return register;
    }
    const target = wanted ?? this.#newRegister();
    into.push(make(target));
    return target;
  }

  /** Adds a value's computation. @returns the register that has it. @param wanted where it should
   * be. */
  #value(value: Value, index: number, into: Operation[], wanted?: number): number {
    const { registers, listener } = this.#machine;
    const apply = (operands: readonly number[], make: (target: number) => Operation): number =>
      this.#apply(value.type, operands, make, into, wanted);
    const inner = (part: Value): number => this.#value(part, index, into);
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
          divides && this.#isShadowed(value.right) ? this.#divisor(value.right, into) : -1;
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

  /** A condition, with the sides of its comparison kept. */
  #compared(
    value: Value,
    index: number,
    into: Operation[],
  ): { readonly condition: number; readonly sides?: readonly [number, number] } {
    if (value.kind !== 'binary' || !isComparison(value.operator))
      return { condition: this.#shadowedValue(value, index, into) };
    const left = this.#value(value.left, index, into);
    const right = this.#value(value.right, index, into);
    const { operator } = value;
    const condition = this.#newRegister();
    const { registers } = this.#machine;
    into.push(
      binaryOperation(registers, operator, value.left.type, condition, left, right, nothing),
    );
    this.#pushShadow(condition, value, into);
    return { condition, sides: [left, right] };
  }

  /** A register with what is known of a divisor. */
  #divisor(value: Value, into: Operation[]): number {
    const register = this.#newRegister();
    this.#pushShadow(register, value, into);
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

  exit(
    last: Instruction,
    index: number,
    next: readonly number[],
    flow: Flow,
    into: Operation[],
  ): Exit {
    const [to = 0] = next;
    if (last.kind === 'end') return { kind: 'end' };
    if (isCollective(last)) {
      const steps: Operation[] = [];
      const operands = valuesOf(last).map((value) => this.#shadowedValue(value, index, steps));
      return { kind: 'collective', prepare: () => steps.forEach((step) => step()), operands, to };
    }
    if (last.kind !== 'branch' || next.length < 2) return { kind: 'jump', to };
    const isShadowed = this.#isShadowed(last.condition);
    const { condition, sides } = isShadowed
      ? this.#compared(last.condition, index, into)
      : { condition: this.#value(last.condition, index, into) };
    return {
      kind: 'branch',
      condition,
      isShadowed,
      ...(sides && { sides }),
      then: flow.blockAt.get(last.then) ?? 0,
      otherwise: flow.blockAt.get(last.otherwise) ?? 0,
    };
  }
}

/** A built-in function that is not computed here. */
export class UnknownFunction extends Error {
  readonly function: string;

  constructor(name: string) {
    super(`There is no ${name} here.`);
    this.function = name;
  }
}

const nothing = (): void => undefined;
