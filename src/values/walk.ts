import type { Instruction, Value, ValueProgram } from './program.ts';

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
    case 'meet':
      return [instruction.mask];
    case 'branch':
    case 'assert':
    case 'assume':
      return [instruction.condition];
    default:
      return [];
  }
}

/** The register that an instruction sets, if any. */
export const targetOf = (instruction: Instruction): number | undefined =>
  'target' in instruction ? instruction.target : undefined;

/** Fences and atomics may order groups, which is not followed. */
export const mayOrderGroups = ({ code }: ValueProgram): boolean =>
  code.some(({ kind }) => kind === 'fence') && code.some(({ kind }) => kind === 'atomic');

/** Where lanes meet that nobody names: the active ones, which are the machine's affair. */
export const openMeeting = ({ code }: ValueProgram): ValueProgram['code'][number] | undefined =>
  code.find((step) => step.kind === 'meet' && step.isOpen === true);
