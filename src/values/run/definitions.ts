import type { ValueProgram } from '../program.ts';
import { settersOf } from '../walk.ts';
import { between, type Flow, predecessors } from './flow.ts';

/** Where registers get their values. */
export interface Definitions {
  /** The one instruction whose result a register holds just before another; undefined where there
   * are several, or where an argument gives it. */
  readonly reaching: (register: number, at: number) => number | undefined;
  /** All instructions that set it. */
  readonly all: (register: number) => readonly number[];
  /** It can be come to again from itself. */
  readonly isRepeated: (instruction: number) => boolean;
}

export function definitionsOf({ code, registers }: ValueProgram, flow: Flow): Definitions {
  const setters = settersOf(code);
  const before = predecessors(flow);
  const blocks = new Map<number, number>();
  for (const [block, { first, end }] of flow.blocks.entries())
    for (let index = first; index < end; index += 1) blocks.set(index, block);
  const all = (register: number): readonly number[] => setters.get(register) ?? [];
  const isRepeated = (instruction: number): boolean => {
    const block = blocks.get(instruction) ?? -1;
    return between(flow, block, undefined).has(block);
  };
  return {
    all,
    isRepeated,
    reaching(register, at) {
      const found = all(register);
      const [only, another] = found;
      if (another === undefined) return registers[register]?.input === undefined ? only : undefined;
      const passed = new Set<number>();
      let block = blocks.get(at);
      let until = at;
      // Back along the only way there.
      while (block !== undefined && !passed.has(block)) {
        passed.add(block);
        const { first = 0 } = flow.blocks[block] ?? {};
        const last = found.findLast((index) => index >= first && index < until);
        if (last !== undefined) return last;
        const [from, other] = before[block] ?? [];
        if (other !== undefined) return undefined;
        block = from;
        until = from === undefined ? 0 : (flow.blocks[from]?.end ?? 0);
      }
      return undefined;
    },
  };
}
