import { type Machine, memoryWidth } from '../machine.ts';
import { slopeAt } from './form.ts';
import type { Home } from './home.ts';
import { isUnrolled, togetherOf, tripsOf } from './gather.ts';
import type { Plan, PlanElement, PlanLoop } from './plan.ts';
import { inside, isOfItems, type Setting } from './setting.ts';

/** The memory that holds so many bytes of a unit beside what is asked for: latency, and bytes a cycle of the way there,
 * none where that is the first cache. */
export function memoryFor(
  machine: Machine,
  bytes: number,
): { readonly latency: number; readonly width?: number } {
  const { l1Bytes, l1Latency, l2Bytes, l2Latency, l2Width, memoryLatency, units } = machine;
  if (bytes <= l1Bytes) return { latency: l1Latency };
  if (bytes * units <= l2Bytes) return { latency: l2Latency, width: l2Width };
  return { latency: memoryLatency, width: Math.min(memoryWidth(machine), l2Width) };
}

/** Rounds of the loops around that are left, by slot. */
type Rolled = ReadonlyMap<number, number>;

/** Registers cannot be indexed but by constants, or as a compiler knows: where a private array's index moves with a loop
 * that is not wholly unrolled, or is not derived, the whole array moves (CUDA C++ Programming Guide, device memory
 * accesses: local memory; LLVM, AMDGPUPromoteAlloca).
 * @param sizes 32-bit words of each array */
export function homesOf(
  setting: Setting,
  plan: Plan,
  sizes: ReadonlyMap<string, number>,
): ReadonlyMap<string, Home> {
  const homes = new Map<string, Home>();
  if (!setting.terms.indexing) return homes;
  const { choosesRounds, indexesRegisters } = setting.compiler;
  const home = (access: PlanElement, at: Setting, rolled: Rolled): Home | undefined => {
    const { form, name } = access;
    let rounds = 1;
    if (form === undefined || isOfItems(at, form)) rounds = Infinity;
    for (const [slot, count] of rolled)
      if (form !== undefined && slopeAt(form, slot, at.values) !== 0) rounds *= count;
    if (rounds <= 1) return undefined;
    const words = sizes.get(name) ?? Infinity;
    if (words <= indexesRegisters) return { kind: 'registers', comparisons: 0 };
    if (rounds <= choosesRounds) return { kind: 'registers', comparisons: Math.ceil(rounds) };
    return { kind: 'memory' };
  };
  const loop = (at: Setting, node: PlanLoop, rolled: Rolled): void => {
    const count = tripsOf(at, node);
    if (count <= 0) return;
    const rounds = isUnrolled(at, node) ? 1 : count / togetherOf(at, node, count);
    const inner = inside(at, [{ slot: node.slot, count }]);
    visit(inner, node.body, rounds > 1 ? new Map([...rolled, [node.slot, rounds]]) : rolled);
  };
  const visit = (at: Setting, nodes: Plan, rolled: Rolled): void => {
    for (const node of nodes)
      switch (node.kind) {
        case 'work':
          for (const access of node.own) {
            const found = home(access, at, rolled);
            if (found !== undefined && homes.get(access.name)?.kind !== 'memory')
              homes.set(access.name, found);
          }
          break;
        case 'loop':
          loop(at, node, rolled);
          break;
        case 'branch': {
          const isOpen = node.condition.moving.length > 0;
          const holds = isOpen || node.condition.compute(at.values) !== 0;
          if (holds) visit(at, node.then, rolled);
          if (isOpen || !holds) visit(at, node.otherwise, rolled);
          break;
        }
        default:
      }
  };
  visit(setting, plan, new Map());
  return homes;
}
