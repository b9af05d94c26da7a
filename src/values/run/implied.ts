import type { ValueProgram } from '../program.ts';
import { nameOf, valuesIn } from '../walk.ts';
import type { Definitions } from './definitions.ts';
import { dominators, type Flow, predecessors } from './flow.ts';

/** A side of a branch's condition. */
interface Taken {
  readonly block: number;
  readonly isTrue: boolean;
  readonly condition: string | undefined;
}

/** Whoever comes to the first instruction has been at the second: the same conditions lead to both. */
export type Implied = (at: number, earlier: number) => boolean;

export function impliedBy(
  { code, registers }: ValueProgram,
  flow: Flow,
  definitions: Definitions,
): Implied {
  const { blocks, blockAt, meets } = flow;
  const before = predecessors(flow);
  const above = dominators(
    0,
    blocks.map(({ next }) => next),
    before,
  );
  const blockOf = (index: number): number =>
    blocks.findIndex(({ first, end }) => first <= index && index < end);
  const dominates = (one: number, other: number): boolean => {
    for (let block: number | undefined = other; block !== undefined; block = above[block]) {
      if (block === one) return true;
      if (above[block] === block) return false;
    }
    return false;
  };
  const isMetFrom = (from: number, block: number): boolean => {
    for (let each = meets[from]; each !== undefined; each = meets[each])
      if (each === block) return true;
    return false;
  };
  /** One value in all of an item's run. */
  const isKept = (register: number): boolean => {
    const [only, another] = definitions.all(register);
    if (registers[register]?.input !== undefined) return only === undefined;
    return another === undefined && only !== undefined && !definitions.isRepeated(only);
  };
  /** Sides that lead to a block, from the nearest, and whether they alone do. */
  const waysTo = (to: number): { readonly taken: readonly Taken[]; readonly isAll: boolean } => {
    const taken: Taken[] = [];
    let isAll = true;
    for (let block = to; block !== 0;) {
      const from = above[block];
      if (from === undefined || from === block) return { taken, isAll: false };
      const last = code[(blocks[from]?.end ?? 0) - 1];
      if (before[block]?.length !== 1) isAll &&= isMetFrom(from, block);
      else if (last?.kind === 'branch' && last.then !== last.otherwise) {
        const { condition } = last;
        const isTold = [...valuesIn(condition)].every(
          (part) => part.kind !== 'register' || isKept(part.register),
        );
        taken.push({
          block: from,
          isTrue: blockAt.get(last.then) === block,
          condition: isTold ? nameOf(condition) : undefined,
        });
      }
      block = from;
    }
    return { taken, isAll };
  };
  return (at, earlier) => {
    const [own, other] = [waysTo(blockOf(at)), waysTo(blockOf(earlier))];
    if (!other.isAll || definitions.isRepeated(earlier)) return false;
    const isSame = (one: Taken, by: Taken): boolean =>
      one.isTrue === by.isTrue &&
      (one.block === by.block || (one.condition !== undefined && one.condition === by.condition));
    const isCommon = ({ block }: Taken): boolean => own.taken.some((each) => each.block === block);
    // A condition behind the outermost is asked whenever that holds.
    const outermost = other.taken.findLast((each) => !isCommon(each));
    return (
      other.taken.every((one) => own.taken.some((by) => isSame(one, by))) &&
      (outermost === undefined || dominates(outermost.block, blockOf(at)))
    );
  };
}
