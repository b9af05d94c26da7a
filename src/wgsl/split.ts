import type { Instruction, RegisterInfo, Value, ValueProgram } from '../values/program.ts';
import { flowOf } from '../values/run/flow.ts';
import {
  crossingRegisters,
  targetOf,
  valuesIn,
  valuesOf,
  withParts,
  withValues,
} from '../values/walk.ts';

/** The same program, in which registers that serve one value after the other inside of blocks are one for
 * each value: a pointer is then of one array. */
export function split(given: ValueProgram): ValueProgram {
  const program = pointersApart(given);
  const { blocks } = flowOf(program);
  const crossing = crossingRegisters(program, blocks);
  const registers: RegisterInfo[] = [...program.registers];
  const code: Instruction[] = [];
  for (const { first, end } of blocks) {
    const now = new Map<number, number>();
    for (const instruction of program.code.slice(first, end)) {
      const renamed = withRegisters(instruction, (register) => now.get(register) ?? register);
      const target = targetOf(instruction);
      const info = target === undefined ? undefined : registers[target];
      if (target === undefined || info === undefined || crossing.has(target)) {
        code.push(renamed);
        continue;
      }
      now.set(target, registers.length);
      code.push({ ...renamed, target: registers.length } as Instruction);
      registers.push(info);
    }
  }
  return { ...program, registers, code };
}

type Definitions = ReadonlyMap<number, ReadonlySet<number>>;

/** Pointers that never meet get registers of their own: of each call of a helper, say. */
function pointersApart(program: ValueProgram): ValueProgram {
  const { code } = program;
  const { blocks } = flowOf(program);
  const isPointer = (register: number): boolean => program.registers[register]?.type === 'pointer';
  const into = reaching(program, blocks, isPointer);
  const webs = new Webs();
  /** Visits the steps of a block with the definitions that reach each. */
  const visit = (
    block: number,
    seen: (index: number, of: (register: number) => ReadonlySet<number> | undefined) => void,
  ): void => {
    const { first = 0, end = 0 } = blocks[block] ?? {};
    const now = new Map(into[block]);
    for (let index = first; index < end; index += 1) {
      const instruction = code[index];
      if (instruction === undefined) continue;
      seen(index, (register) => now.get(register));
      const target = targetOf(instruction);
      if (target !== undefined && isPointer(target)) now.set(target, new Set([index]));
    }
  };
  for (const block of blocks.keys())
    visit(block, (index, of) => {
      const instruction = code[index];
      for (const value of instruction === undefined ? [] : valuesOf(instruction))
        for (const part of valuesIn(value))
          if (part.kind === 'register') webs.join([...(of(part.register) ?? [])]);
    });
  const registers: RegisterInfo[] = [...program.registers];
  const made = new Map<number, number>();
  const registerOf = (definition: number, register: number): number => {
    const web = webs.of(definition);
    const known = made.get(web);
    const info = program.registers[register];
    if (known !== undefined || info === undefined) return known ?? register;
    made.set(web, registers.length);
    return registers.push(info) - 1;
  };
  const apart: Instruction[] = [...code];
  for (const block of blocks.keys())
    visit(block, (index, of) => {
      const instruction = code[index];
      if (instruction === undefined) return;
      const renamed = withRegisters(instruction, (register) => {
        const [definition] = of(register) ?? [];
        return definition === undefined ? register : registerOf(definition, register);
      });
      const target = targetOf(instruction);
      apart[index] =
        target !== undefined && isPointer(target) && 'target' in renamed
          ? { ...renamed, target: registerOf(index, target) }
          : renamed;
    });
  return { ...program, registers, code: apart };
}

/** Definitions of some registers that reach the start of each block. */
function reaching(
  { code }: ValueProgram,
  blocks: readonly {
    readonly first: number;
    readonly end: number;
    readonly next: readonly number[];
  }[],
  isMeant: (register: number) => boolean,
): readonly Definitions[] {
  const into = blocks.map(() => new Map<number, Set<number>>());
  for (let changed = true; changed;) {
    changed = false;
    for (const [block, { first, end, next }] of blocks.entries()) {
      const out = new Map<number, ReadonlySet<number>>(into[block]);
      for (let index = first; index < end; index += 1) {
        const instruction = code[index];
        const target = instruction && targetOf(instruction);
        if (target !== undefined && isMeant(target)) out.set(target, new Set([index]));
      }
      for (const follower of next) {
        const known = into[follower];
        for (const [register, definitions] of out) {
          const there = known?.get(register) ?? new Set();
          const before = there.size;
          for (const definition of definitions) there.add(definition);
          known?.set(register, there);
          if (there.size > before) changed = true;
        }
      }
    }
  }
  return into;
}

/** Definitions that some use cannot tell apart. */
class Webs {
  readonly #parents = new Map<number, number>();

  of(definition: number): number {
    let at = definition;
    for (let up = this.#parents.get(at); up !== undefined; up = this.#parents.get(at)) at = up;
    return at;
  }

  join([first, ...others]: readonly number[]): void {
    if (first === undefined) return;
    for (const other of others) {
      const [a, b] = [this.of(first), this.of(other)];
      if (a !== b) this.#parents.set(b, a);
    }
  }
}

type Rename = (register: number) => number;

/** The step with other registers in what it computes. */
const withRegisters = (instruction: Instruction, rename: Rename): Instruction =>
  withValues(instruction, (value) => renamedIn(value, rename));

function renamedIn(value: Value, rename: Rename): Value {
  return value.kind === 'register'
    ? { ...value, register: rename(value.register) }
    : withParts(value, (part) => renamedIn(part, rename));
}
