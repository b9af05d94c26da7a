import type { Instruction, Value, ValueProgram } from '../program.ts';
import { following, targetOf, valuesIn, valuesOf } from '../walk.ts';
import { onlyTarget, type PointsTo } from './points-to.ts';

/** Instructions around compare-exchanges that are tried again. */
export interface Guesses {
  /** Plain reads that only guess what the exchange expects. */
  readonly reads: ReadonlySet<number>;
  /** Branches that ask for its success: the failing side is another try. */
  readonly retries: ReadonlySet<number>;
}

/** Plain reads that only guess what a compare-exchange of the same place expects, as in the CUDA C++
 * Programming Guide's `atomicAdd` of `double`: a stale guess costs another turn, and nothing else. */
export function guessesOf(program: ValueProgram, points: PointsTo): Guesses {
  const { code } = program;
  const exchanges = [...code.keys()].filter((index) => isExchange(code[index]));
  const reads = new Set<number>();
  const retries = new Set<number>();
  if (exchanges.length === 0) return { reads, retries };
  const after = new Map<number, Spread | undefined>();
  const spreadOf = (index: number): Spread | undefined => {
    if (!after.has(index)) after.set(index, spread(index, program, points));
    return after.get(index);
  };
  for (const [index, instruction] of code.entries()) {
    if (instruction.kind !== 'load') continue;
    const place = onlyTarget(points.of(instruction.address));
    const checking = exchanges.filter((each) => {
      const exchange = code[each];
      return isExchange(exchange) && onlyTarget(points.of(exchange.address)) === place;
    });
    if (place === undefined || checking.length === 0) continue;
    const read = spreadOf(index);
    const asking = read && successChecks(code, checking, read, checking.map(spreadOf));
    if (asking === undefined) continue;
    reads.add(index);
    for (const each of asking) retries.add(each);
  }
  return { reads, retries };
}

type Atomic = Extract<Instruction, { kind: 'atomic' }>;

const isExchange = (instruction: Instruction | undefined): instruction is Atomic =>
  instruction?.kind === 'atomic' && instruction.operation === 'compare-exchange';

/** Nothing but the exchanges, and whether they succeeded, depends on what was read.
 * @returns the branches that ask whether they did; undefined where more depends on it. */
function successChecks(
  code: readonly Instruction[],
  checking: readonly number[],
  read: Spread,
  old: readonly (Spread | undefined)[],
): readonly number[] | undefined {
  const asking: number[] = [];
  let isExpected = false;
  for (const [index, held] of read) {
    const instruction = code[index];
    if (instruction === undefined) continue;
    const isRead = (value: Value): boolean => mentions(value, held);
    if (!valuesOf(instruction).some(isRead)) continue;
    if ('address' in instruction && isRead(instruction.address)) return undefined;
    switch (instruction.kind) {
      case 'set':
      case 'load':
      case 'store':
        // Where it goes on is followed.
        break;
      case 'atomic': {
        if (!checking.includes(index)) return undefined;
        const [expected] = instruction.operands;
        if (expected && isRead(expected)) isExpected = true;
        break;
      }
      case 'branch': {
        const results = old.flatMap((each) => each?.get(index) ?? []);
        const isResult = (value: Value): boolean => results.some((one) => mentions(value, one));
        if (!asksForSuccess(instruction.condition, isRead, isResult)) return undefined;
        asking.push(index);
        break;
      }
      default:
        return undefined;
    }
  }
  return isExpected ? asking : undefined;
}

/** Before each instruction that an item comes to: the registers that hold what came of an
 * instruction's result, and as -1, -2, ... the objects. */
type Spread = ReadonlyMap<number, ReadonlySet<number>>;

/** Follows an instruction's result; undefined where others can see it. */
function spread(
  from: number,
  { code, objects }: ValueProgram,
  points: PointsTo,
): Spread | undefined {
  const states = new Map<number, Set<number>>();
  const open: number[] = [];
  const come = (index: number, held: ReadonlySet<number>): void => {
    const before = states.get(index);
    const all = new Set([...(before ?? []), ...held]);
    if (before !== undefined && before.size === all.size) return;
    states.set(index, all);
    open.push(index);
  };
  const first = code[from];
  const target = first && targetOf(first);
  if (target === undefined) return new Map();
  come(from + 1, new Set([target]));
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const instruction = code[index];
    if (instruction === undefined) continue;
    const held = new Set(states.get(index));
    if (instruction.kind === 'store' && mentions(instruction.value, held)) {
      const object = onlyTarget(points.of(instruction.address));
      if (object === undefined || objects[object]?.space !== 'private') return undefined;
      held.add(-1 - object);
    }
    const register = targetOf(instruction);
    if (register !== undefined) {
      if (isHolding(instruction, held, points)) held.add(register);
      else held.delete(register);
    }
    if (held.size > 0) for (const next of following(instruction, index)) come(next, held);
  }
  return states;
}

/** The result comes of what is held. */
function isHolding(instruction: Instruction, held: ReadonlySet<number>, points: PointsTo): boolean {
  if (instruction.kind === 'set') return mentions(instruction.value, held);
  if (instruction.kind !== 'load') return false;
  const object = onlyTarget(points.of(instruction.address));
  return object !== undefined && held.has(-1 - object);
}

const mentions = (value: Value, held: ReadonlySet<number>): boolean =>
  [...valuesIn(value)].some((part) => part.kind === 'register' && held.has(part.register));

/** `old != expected`, which ends the loop. */
function asksForSuccess(
  condition: Value,
  isRead: (value: Value) => boolean,
  isResult: (value: Value) => boolean,
): boolean {
  const inside = (value: Value): boolean => asksForSuccess(value, isRead, isResult);
  if (condition.kind === 'unary' && condition.operator === '!') return inside(condition.operand);
  if (condition.kind === 'convert') return inside(condition.operand);
  if (condition.kind !== 'binary' || !['==', '!='].includes(condition.operator)) return false;
  const { left, right } = condition;
  if (right.kind === 'constant' && left.kind !== 'register') return inside(left);
  return (isResult(left) && isRead(right)) || (isResult(right) && isRead(left));
}
