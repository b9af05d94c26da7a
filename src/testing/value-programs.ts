import type { Instruction, MemoryObject, Value, ValueProgram } from '../values/program.ts';
import { SCALARS, type Scalar } from '../front/scalar.ts';
import type { Input, Term } from '../values/specification.ts';

const span = { start: 0, end: 1 };

/** A number of a type. */
export const num = (value: number, type: Scalar = 'int'): Value => ({
  kind: 'constant',
  type,
  value: type === 'long' || type === 'ulong' ? BigInt(value) : value,
});
export const lid: Value = { kind: 'id', type: 'ulong', of: 'local', dimension: 0 };
export const gid: Value = { kind: 'id', type: 'ulong', of: 'global', dimension: 0 };
export const groupId: Value = { kind: 'id', type: 'ulong', of: 'group', dimension: 0 };
export const to = (type: Scalar, operand: Value): Value => ({ kind: 'convert', type, operand });
export const op = (
  operator: Extract<Value, { kind: 'binary' }>['operator'],
  left: Value,
  right: Value,
  type: Scalar = left.type,
): Value => ({ kind: 'binary', type, operator, left, right });

/** Writes a program step by step, for tests without a text. Spans are the numbers of the steps. */
export class ProgramBuilder {
  readonly #objects: MemoryObject[] = [];
  readonly #registers: { type: Scalar; name?: string }[] = [];
  readonly #code: Instruction[] = [];
  readonly #ensures: { term: Term; text: string; span: typeof span }[] = [];
  readonly #sizes: readonly [number, number];

  /** @param sizes items of a group, and in all. */
  constructor(...sizes: readonly [number, number]) {
    this.#sizes = sizes;
  }

  array(
    name: string,
    space: MemoryObject['space'],
    length: number,
    input?: Input,
    element: Scalar = 'int',
  ): number {
    const bytes = length * SCALARS[element].bytes;
    const rest = { length: 'stated', isArgument: true, isVolatile: false, span } as const;
    return this.#objects.push({ name, space, bytes, element, input, ...rest }) - 1;
  }

  register(name?: string, type: Scalar = 'int'): Extract<Value, { kind: 'register' }> {
    const register = this.#registers.push({ type, ...(name !== undefined && { name }) }) - 1;
    return { kind: 'register', type, register };
  }

  /** The place of an element; the index is a `long` or `ulong`. */
  at(object: number, index: Value): Value {
    const each = SCALARS[this.#objects[object]?.element ?? 'int'].bytes;
    const bytes = op('*', to('long', index), num(each, 'long'));
    return {
      kind: 'offset',
      type: 'pointer',
      pointer: { kind: 'address', type: 'pointer', object },
      bytes,
    };
  }

  /** The number of the next step. */
  get here(): number {
    return this.#code.length;
  }

  /** Adds a step of any kind; gives its number. */
  step(step: DistributiveOmit<Instruction, 'span'>): number {
    const at = this.here;
    return this.#code.push({ ...step, span: { start: at, end: at + 1 } }) - 1;
  }

  set(target: { register: number }, value: Value): number {
    return this.step({ kind: 'set', target: target.register, value });
  }

  load(target: { register: number; type: Scalar }, address: Value): number {
    const { register, type } = target;
    return this.step({ kind: 'load', target: register, type, address, text: 'load' });
  }

  store(address: Value, value: Value): number {
    return this.step({ kind: 'store', type: value.type, address, value, text: 'store' });
  }

  barrier(local = true, global = false): number {
    return this.step({ kind: 'barrier', local, global });
  }

  /** `if (condition) body`. */
  when(condition: Value, body: () => void): void {
    const at = this.step({ kind: 'jump', to: 0 });
    body();
    this.#code[at] = {
      kind: 'branch',
      condition,
      then: at + 1,
      otherwise: this.here,
      span: { start: at, end: at + 1 },
    };
  }

  /** `for (variable = from; variable < end; variable++) body`. */
  loop(
    variable: Extract<Value, { kind: 'register' }>,
    from: Value,
    end: Value,
    body: () => void,
  ): void {
    this.set(variable, from);
    const head = this.step({ kind: 'jump', to: 0 });
    body();
    this.set(variable, op('+', variable, num(1, variable.type)));
    this.step({ kind: 'jump', to: head });
    this.#code[head] = {
      kind: 'branch',
      condition: op('<', variable, end, 'int'),
      then: head + 1,
      otherwise: this.here,
      loop: true,
      span: { start: head, end: head + 1 },
    };
  }

  ensures(term: Term, text = 'claim'): void {
    this.#ensures.push({ term, text, span });
  }

  build(configuration: Readonly<Record<string, number>> = {}): ValueProgram {
    this.step({ kind: 'end' });
    return {
      kernel: 'k',
      language: 'opencl',
      lanes: 32,
      span,
      configuration,
      local: [this.#sizes[0], 1, 1],
      global: [this.#sizes[1], 1, 1],
      dimensions: 1,
      objects: this.#objects,
      registers: this.#registers,
      code: this.#code,
      ensures: this.#ensures,
      twins: [],
    };
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
