import { toJson } from '../../base/json-text.ts';
import { pointsTo } from './points-to.ts';
import type { Instruction, Value, ValueProgram } from '../program.ts';
import type { Gap } from '../specification.ts';
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
/** Gaps of an array that are told. */
const MOST_GAPS = 4096;
/** Fillings of what nobody states. */
const MOST_FILLINGS = 6;

/** An array after a launch. */
export interface Left {
  /** Undefined where they depend on inputs that nobody states, on choices, or on the order of atomics. */
  readonly bytes: Uint8Array | undefined;
  /** Those that are as empty as nobody has set them; undefined where nobody tells them. */
  readonly gaps: readonly Gap[] | undefined;
}

/** Nobody tells what it has left. */
export const LOST: Left = { bytes: undefined, gaps: undefined };

export interface LeavesOptions {
  /** It writes the same places for all inputs. */
  readonly isForAll: boolean;
  /** For all runs together. */
  readonly steps?: number | undefined;
  readonly isOutOfTime?: (() => boolean) | undefined;
}

/** Contents that a right program leaves in the arrays that it writes, by their numbers. */
export function leftBy(
  program: ValueProgram,
  layout: Layout,
  { isForAll, steps = BUDGET, isOutOfTime }: LeavesOptions,
): ReadonlyMap<number, Left> {
  const written = writtenArrays(program);
  const unknown = new Map([...written].map((index) => [index, LOST] as const));
  const inputs = inputsOf(program, layout, 1);
  const isSame = isForAll || inputs.count === 1;
  if (hasChoices(program) && inputs.count > 1) return unknown;
  const prepared = prepare(program);
  const report = new Report(program, prepared.facts, {});
  const budget = new Budget(steps, isOutOfTime);
  report.budget = budget;
  const groups = Array.from({ length: groupsOf(program) }, (_, group) => group);
  let left: Map<number, Left> | undefined;
  const run = (filling: Filling | undefined, order: Order, turned: readonly number[]): void => {
    if (filling === undefined) return;
    const session = new Session(prepared, layout, report, budget);
    session.fill(filling);
    const isDone = session.run(turned, order);
    const found = new Map(
      [...written].map((index) => {
        const store = session.stores[index];
        if (!isDone || !store) return [index, LOST] as const;
        const gaps = gapsIn(store);
        // Other inputs may leave others.
        const isTold = isSame || gaps?.length === 0;
        return [index, { bytes: contentsOf(store), gaps: isTold ? gaps : undefined }] as const;
      }),
    );
    left =
      left === undefined
        ? found
        : new Map([...left].map(([index, its]) => [index, both(its, found.get(index) ?? LOST)]));
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
export const writtenArrays = (program: ValueProgram): ReadonlySet<number> =>
  arraysIn(program, writtenIn);

/** The same of those that it may read. */
export const readArrays = (program: ValueProgram): ReadonlySet<number> =>
  arraysIn(program, (step) => {
    if (step.kind === 'load' || step.kind === 'atomic') return step.address;
    return step.kind === 'copy' ? step.from : undefined;
  });

function arraysIn(
  program: ValueProgram,
  addressIn: (step: Instruction) => Value | undefined,
): ReadonlySet<number> {
  const { code, objects } = program;
  const { of } = pointsTo(program);
  const isLasting = (index: number): boolean => objects[index]?.space === 'global';
  const found = new Set<number>();
  for (const step of code) {
    const address = addressIn(step);
    if (address === undefined) continue;
    const targets = of(address);
    const all = targets === 'any' ? objects.map((_, index) => index) : [...targets];
    for (const index of all) if (isLasting(index)) found.add(index);
  }
  return found;
}

function contentsOf({ bytes, u8, shadows, grainShift }: Store): Uint8Array | undefined {
  const open = SHADOW.unknown | SHADOW.garbage | SHADOW.unwritten | SHADOW.contents;
  const cells = Math.ceil(bytes / 2 ** grainShift);
  const isKnown = shadows.subarray(0, cells).every((bits) => (bits & open) === 0);
  return isKnown ? u8.slice(0, bytes) : undefined;
}

/** Elements in a row that nobody has written. */
function gapsIn({ bytes, shadows, grainShift }: Store): Left['gaps'] {
  const gaps: Gap[] = [];
  const cells = Math.ceil(bytes / 2 ** grainShift);
  for (let cell = 0; cell < cells; cell += 1) {
    const from = cell;
    while (cell < cells && ((shadows[cell] ?? 0) & SHADOW.unwritten) !== 0) cell += 1;
    const to = Math.min(bytes, cell * 2 ** grainShift);
    if (cell > from) gaps.push({ from: from * 2 ** grainShift, to });
    if (gaps.length > MOST_GAPS) return undefined;
  }
  return gaps;
}

/** After two runs that may have gone otherwise. */
function both(one: Left, other: Left): Left {
  const [a, b] = [one.bytes, other.bytes];
  const isSame = a !== undefined && b !== undefined && a.every((byte, at) => byte === b[at]);
  return {
    bytes: isSame ? a : undefined,
    gaps: toJson(one.gaps ?? 0) === toJson(other.gaps ?? 0) ? one.gaps : undefined,
  };
}
