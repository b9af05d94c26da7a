import { pointsTo } from './points-to.ts';
import type { ValueProgram } from '../program.ts';
import { groupsOf, writtenIn } from '../walk.ts';
import { Budget, OutOfBudget } from './budget.ts';
import type { Filling } from './inputs.ts';
import { inputsOf } from './inputs.ts';
import { hasChoices } from './open-inputs.ts';
import { ASCENDING, type Order } from './order.ts';
import { orders } from './orders.ts';
import { SHADOW } from './registers.ts';
import { OtherLayout } from './other-layout.ts';
import { AssumptionFailed } from './assumption-failed.ts';
import { Report } from './report.ts';
import { prepare, Session } from './session.ts';
import type { Layout, Store } from './store.ts';

/** Steps of all runs. */
const BUDGET = 1e8;
/** Fillings of what nobody states. */
const MOST_FILLINGS = 6;

/** Contents that a right program leaves in the arrays that it writes, by their numbers: undefined where that depends on
 * inputs that nobody states, on choices, or on the order of atomics. */
export function leftBy(
  program: ValueProgram,
  layout: Layout,
): ReadonlyMap<number, Uint8Array | undefined> {
  const written = writtenArrays(program);
  const unknown = new Map([...written].map((index) => [index, undefined] as const));
  const inputs = inputsOf(program, layout, 1);
  if (hasChoices(program) && inputs.count > 1) return unknown;
  const prepared = prepare(program);
  const report = new Report(program, prepared.facts, {});
  const groups = Array.from({ length: groupsOf(program) }, (_, group) => group);
  let left: Map<number, Uint8Array | undefined> | undefined;
  const run = (filling: Filling | undefined, order: Order, turned: readonly number[]): void => {
    if (filling === undefined) return;
    const session = new Session(prepared, layout, report, new Budget(BUDGET));
    session.fill(filling);
    const isDone = session.run(turned, order);
    const found = new Map(
      [...written].map((index) => {
        const store = session.stores[index];
        return [index, isDone && store ? contentsOf(store) : undefined] as const;
      }),
    );
    left =
      left === undefined
        ? found
        : new Map([...left].map(([index, bytes]) => [index, same(bytes, found.get(index))]));
  };
  try {
    const first = inputs.filling(0);
    run(first, ASCENDING, groups);
    for (let number = 1; number < Math.min(inputs.count, MOST_FILLINGS); number += 1)
      run(inputs.filling(number), ASCENDING, groups);
    if (report.ordered.size > 0)
      for (const order of orders(1))
        run(first, order, order.reverses ? groups.toReversed() : groups);
  } catch (error) {
    const isOpen =
      error instanceof OutOfBudget ||
      error instanceof OtherLayout ||
      error instanceof AssumptionFailed;
    if (!isOpen) throw error;
    return unknown;
  }
  return left ?? unknown;
}

/** Arrays that outlive the kernel and that it may write. */
export function writtenArrays(program: ValueProgram): ReadonlySet<number> {
  const { code, objects } = program;
  const { of } = pointsTo(program);
  const isLasting = (index: number): boolean => objects[index]?.space === 'global';
  const written = new Set<number>();
  for (const step of code) {
    const address = writtenIn(step);
    if (address === undefined) continue;
    const targets = of(address);
    const all = targets === 'any' ? objects.map((_, index) => index) : [...targets];
    for (const index of all) if (isLasting(index)) written.add(index);
  }
  return written;
}

function contentsOf({ bytes, u8, shadows, grainShift }: Store): Uint8Array | undefined {
  const open = SHADOW.unknown | SHADOW.garbage | SHADOW.unwritten | SHADOW.contents;
  const cells = Math.ceil(bytes / 2 ** grainShift);
  const isKnown = shadows.subarray(0, cells).every((bits) => (bits & open) === 0);
  return isKnown ? u8.slice(0, bytes) : undefined;
}

const same = (
  one: Uint8Array | undefined,
  other: Uint8Array | undefined,
): Uint8Array | undefined =>
  one !== undefined && other !== undefined && one.every((byte, at) => byte === other[at])
    ? one
    : undefined;
