import { groupedBy } from '../base/grouped.ts';
import { isFloat } from '../front/scalar.ts';
import type { Instruction, Value, ValueProgram } from './program.ts';

/** Work-groups of a program. */
export const groupsOf = ({ global, local }: Pick<ValueProgram, 'global' | 'local'>): number =>
  global.reduce((product, size, dimension) => product * (size / (local[dimension] ?? 1)), 1);

/** All groups meet at a step. */
export const isOfGrid = (step: Instruction | undefined): boolean =>
  step?.kind === 'barrier' && step.isOfGrid === true;

/** Groups wait for each other. */
export const hasGridBarrier = ({ code }: Pick<ValueProgram, 'code'>): boolean =>
  code.some(isOfGrid);

export function partsOf(value: Value): readonly Value[] {
  switch (value.kind) {
    case 'unary':
    case 'convert':
    case 'reinterpret':
      return [value.operand];
    case 'binary':
      return [value.left, value.right];
    case 'select':
      return [value.condition, value.then, value.otherwise];
    case 'offset':
      return [value.pointer, value.bytes];
    case 'call':
      return value.args;
    default:
      return [];
  }
}

/** The value and all its parts. */
export function* valuesIn(value: Value): Generator<Value> {
  yield value;
  for (const part of partsOf(value)) yield* valuesIn(part);
}

/** Indices that an id has in a dimension. */
export function countOf(
  { local, global }: ValueProgram,
  of: 'local' | 'group' | 'global',
  dimension: number,
): number {
  const items = global[dimension] ?? 1;
  const own = local[dimension] ?? 1;
  return { local: own, group: Math.ceil(items / own), global: items }[of];
}

export function* registersIn(value: Value): Generator<number> {
  for (const part of valuesIn(value)) if (part.kind === 'register') yield part.register;
}

/** The same for values that are computed alike. */
export const nameOf = (value: Value): string =>
  JSON.stringify(value, (_, part: unknown) => {
    const isPlain = typeof part !== 'number' || (Number.isFinite(part) && !Object.is(part, -0));
    if (isPlain && typeof part !== 'bigint') return part;
    return Object.is(part, -0) ? '-0' : String(part);
  });

/** Names a value that is made of arguments which nothing changes, the same for all items. */
export function givenKey({ code }: ValueProgram, value: Value): string | undefined {
  const isGiven = [...valuesIn(value)].every(
    (part) =>
      part.kind !== 'id' &&
      (part.kind !== 'register' || code.every((step) => targetOf(step) !== part.register)),
  );
  return isGiven ? nameOf(value) : undefined;
}

/** The steps that may follow one. */
export function following(step: Instruction, at: number): readonly number[] {
  switch (step.kind) {
    case 'jump':
      return [step.to];
    case 'branch':
      return [step.then, step.otherwise];
    case 'end':
      return [];
    default:
      return [at + 1];
  }
}

/** Divisors of integers in a value that are no constants. */
export const divisorsIn = (value: Value): readonly Value[] =>
  [...valuesIn(value)].flatMap((part) =>
    part.kind === 'binary' &&
    (part.operator === '/' || part.operator === '%') &&
    part.right.kind !== 'constant' &&
    !isFloat(part.right.type)
      ? [part.right]
      : [],
  );

/** The values that an instruction computes. */
export function valuesOf(instruction: Instruction): readonly Value[] {
  switch (instruction.kind) {
    case 'set':
      return [instruction.value];
    case 'load':
      return [instruction.address];
    case 'store':
      return [instruction.address, instruction.value];
    case 'atomic':
      return [instruction.address, ...instruction.operands];
    case 'copy':
      return [
        instruction.to,
        instruction.from,
        instruction.elements,
        instruction.toStride,
        instruction.fromStride,
        instruction.event,
      ];
    case 'wait':
      return instruction.events;
    case 'settle':
      return [instruction.keeps];
    case 'subscript':
      return [instruction.index];
    case 'follows':
      return instruction.values;
    case 'forget':
      return 'memory' in instruction ? [instruction.memory] : [];
    case 'meet':
      return [instruction.mask, ...(instruction.alike ? [instruction.alike] : [])];
    case 'barrier':
      return instruction.alike ? [instruction.alike] : [];
    case 'branch':
      return [instruction.condition];
    case 'assert':
    case 'assume':
      return [instruction.condition, ...(instruction.within ? [instruction.within.index] : [])];
    default:
      return [];
  }
}

/** The register that an instruction sets, if any. */
export const targetOf = (instruction: Instruction): number | undefined =>
  'target' in instruction ? instruction.target : undefined;

/** Fences and atomics may order groups, which is not followed. CUDA's volatile accesses are relaxed atomics. */
export const mayOrderGroups = ({ code, language, objects }: ValueProgram): boolean =>
  code.some(({ kind }) => kind === 'fence') &&
  (code.some(({ kind }) => kind === 'atomic') ||
    (language === 'cuda' &&
      objects.some(({ space, isVolatile }) => space === 'global' && isVolatile)));

/** Where lanes meet that nobody names: the active ones, which are the machine's affair. */
export const openMeeting = ({ code }: ValueProgram): ValueProgram['code'][number] | undefined =>
  code.find((step) => step.kind === 'meet' && step.isOpen === true);

/** A step with other values. */
export function withValues(step: Instruction, change: (value: Value) => Value): Instruction {
  switch (step.kind) {
    case 'set':
      return { ...step, value: change(step.value) };
    case 'load':
      return { ...step, address: change(step.address) };
    case 'store':
      return { ...step, address: change(step.address), value: change(step.value) };
    case 'atomic':
      return { ...step, address: change(step.address), operands: step.operands.map(change) };
    case 'copy':
      return {
        ...step,
        to: change(step.to),
        from: change(step.from),
        elements: change(step.elements),
        toStride: change(step.toStride),
        fromStride: change(step.fromStride),
        event: change(step.event),
      };
    case 'wait':
      return { ...step, events: step.events.map(change) };
    case 'settle':
      return { ...step, keeps: change(step.keeps) };
    case 'subscript':
      return { ...step, index: change(step.index) };
    case 'forget': {
      const memory = 'memory' in step ? change(step.memory) : undefined;
      return memory?.kind === 'address' ? { kind: 'forget', memory, span: step.span } : step;
    }
    case 'follows':
      return { ...step, values: step.values.map(change) };
    case 'meet':
      return { ...step, mask: change(step.mask), ...(step.alike && { alike: change(step.alike) }) };
    case 'barrier':
      return step.alike === undefined ? step : { ...step, alike: change(step.alike) };
    case 'assert':
    case 'assume':
      return {
        ...step,
        condition: change(step.condition),
        ...(step.within && { within: { ...step.within, index: change(step.within.index) } }),
      };
    case 'branch':
      return { ...step, condition: change(step.condition) };
    default:
      return step;
  }
}

/** A value with other parts. */
export function withParts(value: Value, change: (part: Value) => Value): Value {
  switch (value.kind) {
    case 'unary':
    case 'convert':
    case 'reinterpret':
      return { ...value, operand: change(value.operand) };
    case 'binary':
      return { ...value, left: change(value.left), right: change(value.right) };
    case 'select':
      return {
        ...value,
        condition: change(value.condition),
        then: change(value.then),
        otherwise: change(value.otherwise),
      };
    case 'offset':
      return { ...value, pointer: change(value.pointer), bytes: change(value.bytes) };
    case 'call':
      return { ...value, args: value.args.map(change) };
    default:
      return value;
  }
}

/** The address of the memory that a step writes. */
export const writtenIn = (step: Instruction): Value | undefined =>
  step.kind === 'store' || step.kind === 'atomic'
    ? step.address
    : step.kind === 'copy'
      ? step.to
      : undefined;

/** The instructions that set a register, by register. */
export const settersOf = (code: ValueProgram['code']): ReadonlyMap<number, readonly number[]> =>
  groupedBy(code.keys(), (index) => code[index] && targetOf(code[index]));

/** The value of a register that is set in one place and by no argument; none of one that its own rounds carry on. */
export function onlySetting({
  code,
  registers,
}: Pick<ValueProgram, 'code' | 'registers'>): (register: number) => Value | undefined {
  const setters = settersOf(code);
  const setBy = (register: number): Value | undefined => {
    const [only = -1, another] = setters.get(register) ?? [];
    const step = code[only];
    const isOne = another === undefined && registers[register]?.input === undefined;
    return isOne && step?.kind === 'set' ? step.value : undefined;
  };
  const isCarriedOn = (register: number): boolean => {
    const behind = new Set<number>();
    const waiting = [setBy(register)];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      for (const each of registersIn(next)) {
        const earlier = behind.has(each) ? undefined : setBy(each);
        behind.add(each);
        if (earlier) waiting.push(earlier);
      }
    return behind.has(register);
  };
  const found = new Map<number, Value | undefined>();
  return (register) => {
    if (!found.has(register))
      found.set(register, isCarriedOn(register) ? undefined : setBy(register));
    return found.get(register);
  };
}

/** Registers that are read where their block has not set them. */
export function crossingRegisters(
  { code }: ValueProgram,
  blocks: readonly { readonly first: number; readonly end: number }[],
): ReadonlySet<number> {
  const crossing = new Set<number>();
  for (const { first, end } of blocks) {
    const set = new Set<number>();
    for (const instruction of code.slice(first, end)) {
      for (const value of valuesOf(instruction))
        for (const part of valuesIn(value))
          if (part.kind === 'register' && !set.has(part.register)) crossing.add(part.register);
      const target = targetOf(instruction);
      if (target !== undefined) set.add(target);
    }
  }
  return crossing;
}
