import type { CopyEnd, Instruction, Value, ValueProgram } from '../program.ts';
import { pointerTo } from '../pointer.ts';
import { SCALARS, type Scalar } from '../../front/scalar.ts';
import { type Access, anywhere, loadOperations, storeOperations } from './access.ts';
import { atomicOperations } from './atomic-access.ts';
import type { Facts } from './facts.ts';
import { valuesIn, targetOf, valuesOf } from '../walk.ts';
import { type Flow, isCollective } from './flow.ts';
import type { Exit, LoweredBlock } from './lowered-block.ts';
import type { Machine } from './machine.ts';
import { type Operation, SHADOW } from './registers.ts';
import { isOfTruths, ownRegisters, Values } from './lower-value.ts';
import { beginCopy, commitCopies, follow, settleCopies, touchCopies } from './own-copies.ts';
import {
  checkAddress,
  clearShadow,
  forget,
  openShadow,
  spreadToCells,
  spreadToTarget,
} from './shadows.ts';
import type { Told, Tracer } from './tracer.ts';
import type { Store } from './store.ts';

/** Registers for pointer accesses made during traced runs. */
const MOST_ANYWHERE = 4096;

/** A condition is computed once more, with shadows for its parts. */
function neededBy(value: Value): number {
  const deciding = value.kind === 'select' ? value.condition : isOfTruths(value) && value;
  return deciding ? 16 + 6 * [...valuesIn(deciding)].length : 3;
}

/** The most registers a program can need, with those between two steps. */
export function registersNeeded(program: ValueProgram): number {
  let count = ownRegisters(program) + 8;
  for (const instruction of program.code)
    for (const value of valuesOf(instruction))
      for (const part of valuesIn(value)) count += neededBy(part);
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
  const blocks = flow.blocks.map(({ first, end, next }): LoweredBlock => {
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
  machine.registersUsed = lowering.registersUsed;
  return blocks;
}

type OperationsOf = (access: Access, store: Store) => readonly Operation[];

class Lowering {
  readonly #program: ValueProgram;
  readonly #facts: Facts;
  readonly #machine: Machine;
  readonly #tracer: Tracer | undefined;
  readonly #values: Values;
  readonly #hasOwnCopies: boolean;

  constructor(program: ValueProgram, facts: Facts, machine: Machine, tracer: Tracer | undefined) {
    this.#program = program;
    this.#facts = facts;
    this.#machine = machine;
    this.#tracer = tracer;
    this.#values = new Values(program, facts, machine);
    this.#hasOwnCopies = program.code.some(
      ({ kind }) => kind === 'commit' || kind === 'settle' || kind === 'follows',
    );
  }

  get registersUsed(): number {
    return this.#values.count;
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
          ...this.#touches(access, store, instruction.isUnderWay === true, index),
          ...(store.watch.hasShadows || !this.#facts.shadowed.has(target)
            ? []
            : [clearShadow(this.#machine, target)]),
          ...(this.#facts.openResults.has(index) ? [openShadow(this.#machine, target)] : []),
        ]);
        return;
      }
      case 'store': {
        const value = this.#values.shadowedValue(instruction.value, index, into);
        const isShadowed = this.#values.isShadowed(instruction.value);
        this.#access(instruction.address, instruction.type, index, site, into, (access, store) => [
          ...storeOperations(access, store, value, isShadowed, instruction),
          ...this.#touches(access, store, instruction.isUnderWay !== undefined, index),
          ...(instruction.isUnderWay === undefined
            ? []
            : [this.#begins(access, store, instruction.isUnderWay)]),
        ]);
        return;
      }
      case 'commit':
        into.push(() => commitCopies(this.#machine));
        return;
      case 'settle': {
        const keeps = this.#values.value(instruction.keeps, index, into);
        const { numbers } = this.#machine.registers;
        into.push(() => settleCopies(this.#machine, numbers[keeps] ?? 0, instruction.by));
        return;
      }
      case 'follows': {
        const { what, values } = instruction;
        const registers = values.map((each) => this.#values.value(each, index, into));
        const { numbers } = this.#machine.registers;
        into.push(() =>
          follow(
            this.#machine,
            index,
            what,
            registers.map((each) => numbers[each] ?? 0),
          ),
        );
        return;
      }
      case 'forget':
        into.push(forget(this.#machine, instruction));
        return;
      case 'atomic':
        this.#atomic(instruction, index, site, into);
        return;
      case 'assert':
      case 'assume':
        this.#claim(instruction, index, into);
        return;
      case 'subscript':
        this.#subscript(instruction, index, into);
        return;
      default:
    }
  }

  /** Where there are asynchronous copies, accesses are held against those under way. */
  #touches(
    { site, type, place }: Access,
    store: Store,
    isCopy: boolean,
    index: number,
  ): Operation[] {
    if (!this.#hasOwnCopies) return [];
    const { numbers } = this.#machine.registers;
    const { bytes: width } = SCALARS[type];
    const isWrite = this.#program.code[index]?.kind !== 'load';
    return [
      () => {
        const piece = { store, at: numbers[place] ?? 0, width, site };
        touchCopies(this.#machine, piece, isWrite, isCopy, index);
      },
    ];
  }

  #begins({ site, type, place }: Access, store: Store, by: CopyEnd): Operation {
    const { numbers } = this.#machine.registers;
    const { bytes } = SCALARS[type];
    return () => {
      const at = numbers[place] ?? 0;
      if (at !== store.spare) beginCopy(this.#machine, { store, at, width: bytes, site }, by);
    };
  }

  #claim(
    instruction: Extract<Instruction, { kind: 'assert' | 'assume' }>,
    index: number,
    into: Operation[],
  ): void {
    const condition = this.#values.shadowedValue(instruction.condition, index, into);
    const { registers, listener } = this.#machine;
    const { numbers: R, shadows: S } = registers;
    const isShadowed = this.#values.isShadowed(instruction.condition);
    const steps: Operation[] = [];
    const at = instruction.within && this.#values.value(instruction.within.index, index, steps);
    into.push(() => {
      if (R[condition] !== 0) return;
      if (instruction.kind === 'assume') return listener.assumptionFailed(index);
      for (const step of steps) step();
      const bits = isShadowed ? (S[condition] ?? 0) : 0;
      listener.broken(index, (bits & SHADOW.unknown) !== 0, R[at ?? -1]);
    });
  }

  /** Inputs that nobody states show nothing. */
  #subscript(
    { index: given, elements }: Extract<Instruction, { kind: 'subscript' }>,
    index: number,
    into: Operation[],
  ): void {
    const { low = -1, high = elements } = this.#facts.possible.range(given, index) ?? {};
    if (low >= 0 && high < elements) return;
    const register = this.#values.shadowedValue(given, index, into);
    const { registers, listener } = this.#machine;
    const { numbers: R, shadows: S } = registers;
    const isShadowed = this.#values.isShadowed(given);
    into.push(() => {
      const at = R[register] ?? 0;
      if ((at < 0 || at >= elements) && !(isShadowed && S[register] !== 0))
        listener.leavesRow(index, at);
    });
  }

  #atomic(
    instruction: Extract<Instruction, { kind: 'atomic' }>,
    index: number,
    site: number,
    into: Operation[],
  ): void {
    const operands = instruction.operands.map((each) =>
      this.#values.shadowedValue(each, index, into),
    );
    const { operation, target, type } = instruction;
    const isShadowed = instruction.operands.some((each) => this.#values.isShadowed(each));
    this.#access(instruction.address, type, index, site, into, (access, store) => [
      ...atomicOperations(access, store, {
        operation,
        operands,
        target,
        isOrdered: this.#facts.ordered.has(store.index),
        isShadowed,
        open: this.#facts.openResults.get(index),
      }),
      ...this.#touches(access, store, false, index),
    ]);
  }

  #set(target: number, value: Value, index: number, into: Operation[]): void {
    const isShadowed = this.#values.isShadowed(value);
    if (isShadowed) this.#values.pushShadow(target, value, index, into);
    const source = this.#values.value(value, index, into, target);
    if (source !== target) into.push(this.#values.move(value.type, target, source));
    if (!isShadowed && this.#facts.shadowed.has(target))
      into.push(clearShadow(this.#machine, target));
    this.#traceTarget(index, into);
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
    const isShadowed = this.#values.isShadowed(address);
    const direct = store === undefined ? undefined : this.#values.offset(address, index, into);
    const register = direct ?? this.#values.value(address, index, into);
    let at = register;
    if (isShadowed) {
      if (register < ownRegisters(this.#program)) {
        at = this.#values.newRegister();
        into.push(this.#values.move('pointer', at, register));
      }
      this.#values.pushShadow(at, address, index, into);
      into.push(checkAddress(this.#machine, at, site, store));
    }
    const instruction = this.#program.code[index];
    const access: Access = {
      machine: this.#machine,
      site,
      type,
      aligned: (instruction && 'aligned' in instruction ? instruction.aligned : undefined) ?? 1,
      address: at,
      bias: direct === undefined && store !== undefined ? pointerTo(store.index) : 0,
      place: this.#values.newRegister(),
    };
    const kind = instruction?.kind;
    const told = kind === 'load' ? 'read' : kind === 'store' ? 'write' : 'atomic';
    const traced = this.#traced(index, told, operationsOf);
    const read =
      instruction?.kind === 'load' && this.#facts.shadowed.has(instruction.target)
        ? instruction.target
        : undefined;
    if (store === undefined) into.push(anywhere(access, traced, read));
    else into.push(...traced(access, store));
    if (isShadowed && instruction) {
      const target = targetOf(instruction);
      if (target !== undefined && this.#facts.shadowed.has(target))
        into.push(spreadToTarget(this.#machine, at, target));
      if (instruction.kind !== 'load')
        into.push(spreadToCells(this.#machine, at, store, this.#facts.possible.offsets(index)));
    }
    this.#traceTarget(index, into);
  }

  /** The same operations, and what they did is told. */
  #traced(index: number, kind: Told, operationsOf: OperationsOf): OperationsOf {
    const tracer = this.#tracer;
    if (tracer === undefined) return operationsOf;
    const R = this.#machine.registers.numbers;
    return (access, store) => {
      // The address may be the target too, and changes then.
      const offset = this.#values.newRegister();
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
      const operands = valuesOf(last).map((value) =>
        this.#values.shadowedValue(value, index, steps),
      );
      return { kind: 'collective', prepare: () => steps.forEach((step) => step()), operands, to };
    }
    if (last.kind !== 'branch' || next.length < 2) return { kind: 'jump', to };
    const isShadowed = this.#values.isShadowed(last.condition);
    const { condition, sides } = isShadowed
      ? this.#values.compared(last.condition, index, into)
      : { condition: this.#values.value(last.condition, index, into) };
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
