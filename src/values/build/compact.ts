import type { Instruction, MemoryObject, RegisterInfo, Value } from '../program.ts';
import { partsOf, withParts, withValues } from '../walk.ts';

interface Parts {
  readonly code: readonly Instruction[];
  readonly registers: readonly RegisterInfo[];
  readonly objects: readonly MemoryObject[];
}

/** Drops registers and objects that no step mentions; arguments stay. */
export function compact({ code, registers, objects }: Parts): Parts {
  const mentioned = { registers: new Set<number>(), objects: new Set<number>() };
  const visit = (value: Value): void => {
    if (value.kind === 'register') mentioned.registers.add(value.register);
    if (value.kind === 'address') mentioned.objects.add(value.object);
    partsOf(value).forEach(visit);
  };
  for (const step of code) {
    if ('target' in step && step.target !== undefined) mentioned.registers.add(step.target);
    valuesOf(step).forEach(visit);
  }
  const kept = <T extends { readonly isArgument?: boolean | undefined }>(
    things: readonly T[],
    used: ReadonlySet<number>,
  ): Map<number, number> => {
    const numbers = new Map<number, number>();
    things.forEach((thing, i) => {
      if (used.has(i) || thing.isArgument === true) numbers.set(i, numbers.size);
    });
    return numbers;
  };
  const newRegisters = kept(registers, mentioned.registers);
  const newObjects = kept(objects, mentioned.objects);
  if (newRegisters.size === registers.length && newObjects.size === objects.length)
    return { code, registers, objects };
  const renumbered = (value: Value): Value => {
    if (value.kind === 'register')
      return { ...value, register: newRegisters.get(value.register) ?? 0 };
    if (value.kind === 'address') return { ...value, object: newObjects.get(value.object) ?? 0 };
    return withParts(value, renumbered);
  };
  return {
    code: code.map((step) => {
      const made = withValues(step, renumbered);
      return 'target' in made && made.target !== undefined
        ? { ...made, target: newRegisters.get(made.target) ?? 0 }
        : made;
    }),
    registers: registers.filter((_, i) => newRegisters.has(i)),
    objects: objects.filter((_, i) => newObjects.has(i)),
  };
}

/** The values that a step computes. */
function valuesOf(step: Instruction): readonly Value[] {
  const values: Value[] = [];
  withValues(step, (value) => {
    values.push(value);
    return value;
  });
  return values;
}
