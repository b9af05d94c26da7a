import type { Instruction, ValueProgram } from '../program.ts';
import { between, flowOf, isCollective } from './flow.ts';
import { pointsTo } from './points-to.ts';
import { possibilities } from './possible.ts';

/** Sides of conditions that no input takes are left out where a barrier stands in one: it would be taken for one
 * that some items reach. */
export function withoutDeadSides(program: ValueProgram): ValueProgram {
  const { code } = program;
  if (!code.some(isCollective)) return program;
  const flow = flowOf(program);
  const { mayBe } = possibilities(program, flow, pointsTo(program));
  const made = new Map<number, Instruction>();
  for (const [block, { end, next }] of flow.blocks.entries()) {
    const index = end - 1;
    const step = code[index];
    if (step?.kind !== 'branch' || next.some((to) => to <= block)) continue;
    const inside = [...between(flow, block, flow.meets[block])].flatMap((each) => {
      const { first = 0, end: last = 0 } = flow.blocks[each] ?? {};
      return code.slice(first, last);
    });
    if (!inside.some(isCollective)) continue;
    const { span } = step;
    if (!mayBe(index, true)) made.set(index, { kind: 'jump', to: step.otherwise, span });
    else if (!mayBe(index, false)) made.set(index, { kind: 'jump', to: step.then, span });
  }
  if (made.size === 0) return program;
  return { ...program, code: code.map((step, index) => made.get(index) ?? step) };
}
