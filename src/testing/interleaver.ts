import type { FindingKind } from '../values/finding.ts';
import type { Instruction, Value, ValueProgram } from '../values/program.ts';
import { partsOf, valuesOf } from '../values/walk.ts';
import { SCALARS } from '../front/scalar.ts';
import { evaluated, read, updated, write } from './value-evaluator.ts';

type Number = number | bigint;

/** All behaviours of a tiny program under any order of accesses. */
export interface Interleaved {
  /** Faults in some order. */
  readonly findings: ReadonlySet<FindingKind>;
  /** All possible final contents of global memory in hexadecimal, and the initial ones. */
  readonly finals: ReadonlySet<string>;
  readonly states: number;
}

interface Item {
  at: number;
  registers: (Number | undefined)[];
  /** Registers with values that were made of what nobody has written. */
  spoilt: boolean[];
}

interface State {
  readonly items: readonly Item[];
  /** Per object, and per group if local. */
  readonly memory: readonly Uint8Array[];
  /** For each byte whether somebody has written it: 2 for what was made of unwritten values. */
  readonly written: readonly Uint8Array[];
}

interface Access {
  readonly memory: number;
  readonly offset: number;
  readonly bytes: number;
  readonly isAtomic: boolean;
  /** The value written; undefined for reads. */
  readonly leaves: string | undefined;
  readonly isLocal: boolean;
  /** It leaves what nobody has written, which is never the same as another. */
  readonly isMade: boolean;
  readonly group: number;
}

/** There are more states than were asked for. */
export class TooManyStates extends Error {}

/** Tries every order of the accesses of a program's items to memory that others see, one at a time, depth first,
 * with each state visited once. A race is where two items could make conflicting accesses next; two that write the
 * same are none. Private memory and copies are not followed.
 * @param inputs the bytes of each object at first. */
export function interleave(
  program: ValueProgram,
  inputs: readonly (Uint8Array | undefined)[],
  mostStates = 200_000,
): Interleaved {
  const { objects, code, registers: infos } = program;
  const size = program.local[0];
  const count = program.global[0];
  const groups = count / size;
  // Memory: global objects once, local ones for each group.
  const slots = objects.flatMap((object, index) =>
    object.space === 'local'
      ? Array.from({ length: groups }, (_, group) => ({ index, group }))
      : [{ index, group: -1 }],
  );
  const slotOf = (object: number, group: number): number =>
    slots.findIndex((slot) => slot.index === object && (slot.group < 0 || slot.group === group));
  const findings = new Set<FindingKind>();
  const finals = new Set<string>();
  const seen = new Set<string>();

  const valueOf = (value: Value, item: number, state: State): Number =>
    evaluated(value, state.items[item]?.registers ?? [], (of) =>
      BigInt({ local: item % size, group: Math.floor(item / size), global: item }[of]),
    );
  const isSpoilt = (value: Value, item: number, state: State): boolean => {
    if (value.kind === 'register') return state.items[item]?.spoilt[value.register] === true;
    if (value.kind !== 'select') return partsOf(value).some((part) => isSpoilt(part, item, state));
    const { condition, then, otherwise } = value;
    const chosen = Number(valueOf(condition, item, state)) === 0 ? otherwise : then;
    return isSpoilt(condition, item, state) || isSpoilt(chosen, item, state);
  };
  const isShared = (step: Instruction): boolean =>
    step.kind === 'load' || step.kind === 'store' || step.kind === 'atomic';
  const stepOf = (state: State, item: number): Instruction | undefined =>
    code[state.items[item]?.at ?? -1];

  /** Runs an item to its next visible action: an access, a barrier or the end. */
  const settle = (state: State, item: number): void => {
    const own = state.items[item];
    if (own === undefined) return;
    for (let steps = 0; steps < 10_000; steps += 1) {
      const step = code[own.at];
      if (step === undefined || isShared(step) || step.kind === 'barrier' || step.kind === 'end')
        return;
      own.at += 1;
      if (step.kind === 'set') {
        own.spoilt[step.target] = isSpoilt(step.value, item, state);
        own.registers[step.target] = valueOf(step.value, item, state);
      } else if (step.kind === 'jump') own.at = step.to;
      else if (step.kind === 'branch') {
        if (isSpoilt(step.condition, item, state)) findings.add('uninitialised');
        own.at = Number(valueOf(step.condition, item, state)) === 0 ? step.otherwise : step.then;
      } else if (step.kind !== 'fence') throw new Error(`${step.kind} is not followed`);
    }
    throw new Error('an item does not come to an access');
  };

  const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

  /** The next access; undefined if waiting, finished, or out of bounds. */
  const nextAccess = (state: State, item: number): Access | undefined => {
    const step = stepOf(state, item);
    if (step?.kind !== 'load' && step?.kind !== 'store' && step?.kind !== 'atomic')
      return undefined;
    const pointer = BigInt(valueOf(step.address, item, state));
    const object = Number(pointer >> 32n) - 1;
    const offset = Number((pointer & 0xffffffffn) - 0x80000000n);
    const group = Math.floor(item / size);
    const memory = slotOf(object, group);
    const bytes = SCALARS[step.type].bytes;
    const there = state.memory[memory];
    if (there === undefined || offset < 0 || offset + bytes > there.length) return undefined;
    const isLocal = objects[object]?.space === 'local';
    const isMade = isLocal && step.kind === 'store' && isSpoilt(step.value, item, state);
    const base = { memory, offset, bytes, group, isLocal, isMade };
    if (step.kind === 'load') return { ...base, isAtomic: false, leaves: undefined };
    const view = new DataView(there.slice(offset, offset + bytes).buffer);
    const value =
      step.kind === 'store'
        ? valueOf(step.value, item, state)
        : updated(
            step.operation,
            read(view, 0, step.type),
            ...two(step.operands.map((operand) => valueOf(operand, item, state))),
          );
    write(view, 0, step.type, value);
    return { ...base, isAtomic: step.kind === 'atomic', leaves: hex(new Uint8Array(view.buffer)) };
  };

  const conflicts = (state: State, a: Access, b: Access): boolean => {
    if (a.memory !== b.memory || (a.isAtomic && b.isAtomic)) return false;
    if (a.offset >= b.offset + b.bytes || b.offset >= a.offset + a.bytes) return false;
    const isSilent = ({ memory, offset, bytes, leaves, isAtomic, isMade }: Access): boolean =>
      leaves === undefined ||
      (!isAtomic &&
        !isMade &&
        leaves === hex(state.memory[memory]?.slice(offset, offset + bytes) ?? new Uint8Array()) &&
        state.written[memory]?.slice(offset, offset + bytes).every((is) => is === 1) === true);
    if (a.leaves === undefined || b.leaves === undefined) return a.leaves !== b.leaves;
    if (isSilent(a) && isSilent(b)) return false;
    const isSame = a.leaves === b.leaves && a.offset === b.offset && !a.isAtomic && !b.isAtomic;
    return !isSame || a.isMade || b.isMade;
  };

  const copyOf = (state: State): State => ({
    items: state.items.map(({ at, registers, spoilt }) => ({
      at,
      registers: [...registers],
      spoilt: [...spoilt],
    })),
    memory: state.memory.map((bytes) => bytes.slice()),
    written: state.written.map((bytes) => bytes.slice()),
  });

  /** Makes the next access of an item. */
  const perform = (state: State, item: number): void => {
    const own = state.items[item];
    const step = stepOf(state, item);
    const access = nextAccess(state, item);
    if (own === undefined || step === undefined || !isShared(step)) return;
    const [address, ...used] = valuesOf(step).map((value) => isSpoilt(value, item, state));
    if (address === true) findings.add('uninitialised');
    own.at += 1;
    if (access === undefined) {
      findings.add('bounds');
      if ('target' in step && step.target !== undefined) own.registers[step.target] = 0n;
      settle(state, item);
      return;
    }
    const { memory, offset, bytes, leaves, isLocal } = access;
    const there = state.memory[memory] ?? new Uint8Array();
    const written = state.written[memory] ?? new Uint8Array();
    if ('target' in step && step.target !== undefined && 'type' in step) {
      const isMade = written.slice(offset, offset + bytes).some((is) => is !== 1);
      if (isMade && step.kind === 'atomic') findings.add('uninitialised');
      own.spoilt[step.target] = isMade && step.kind === 'load';
      const view = new DataView(there.buffer, there.byteOffset, there.length);
      own.registers[step.target] = read(view, offset, step.type);
    }
    if (leaves !== undefined) {
      there.set(Buffer.from(leaves, 'hex'), offset);
      const isMade = used.includes(true);
      const isPassed = isLocal && step.kind === 'store';
      if (isMade && !isPassed) findings.add('uninitialised');
      written.fill(isMade && isPassed ? 2 : 1, offset, offset + bytes);
    }
    settle(state, item);
  };

  /** Releases groups whose items all wait at one barrier; reports those stuck forever. */
  const meet = (state: State): void => {
    for (let group = 0; group < groups; group += 1) {
      const members = Array.from({ length: size }, (_, item) => group * size + item);
      const steps = members.map((item) => stepOf(state, item));
      if (!steps.every((step) => step?.kind === 'barrier' || step?.kind === 'end')) continue;
      if (steps.every((step) => step?.kind === 'end')) continue;
      if (new Set(members.map((item) => state.items[item]?.at)).size > 1) {
        findings.add('divergence');
        continue;
      }
      for (const item of members) {
        const own = state.items[item];
        if (own !== undefined) own.at += 1;
        settle(state, item);
      }
      // They may be at the next one at once.
      group -= 1;
    }
  };

  const start: State = {
    items: Array.from({ length: count }, () => ({
      at: 0,
      registers: infos.map(({ input }) =>
        input?.kind === 'given' ? BigInt(input.values[0] ?? 0) : undefined,
      ),
      spoilt: infos.map(() => false),
    })),
    memory: slots.map(
      ({ index }) => inputs[index]?.slice() ?? new Uint8Array(objects[index]?.bytes ?? 0),
    ),
    written: slots.map(({ index }) =>
      new Uint8Array(objects[index]?.bytes ?? 0).fill(inputs[index] === undefined ? 0 : 1),
    ),
  };
  for (let item = 0; item < count; item += 1) settle(start, item);
  const waiting = [start];
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    meet(state);
    const key = JSON.stringify([
      state.items.map(({ at, registers, spoilt }) => [at, registers.map(String), spoilt]),
      state.memory.map(hex),
      state.written.map(hex),
    ]);
    if (seen.has(key)) continue;
    seen.add(key);
    if (seen.size > mostStates) throw new TooManyStates();
    const accesses = Array.from({ length: count }, (_, item) => nextAccess(state, item));
    for (const [first, a] of accesses.entries())
      for (const b of accesses.slice(first + 1))
        if (a !== undefined && b !== undefined && conflicts(state, a, b))
          findings.add(
            a.isLocal ? 'race-local' : a.group === b.group ? 'race-global' : 'race-between-groups',
          );
    let isDone = true;
    for (let item = 0; item < count; item += 1) {
      const step = stepOf(state, item);
      if (step === undefined || !isShared(step)) continue;
      isDone = false;
      const next = copyOf(state);
      perform(next, item);
      waiting.push(next);
    }
    if (isDone)
      finals.add(
        state.memory
          .filter((_, slot) => (slots[slot]?.group ?? 0) < 0)
          .map(hex)
          .join(' '),
      );
  }
  return { findings, finals, states: seen.size };
}

const two = ([first = 0n, second = 0n]: readonly Number[]): [Number, Number] => [first, second];
