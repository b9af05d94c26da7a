import { lazy } from '../../base/lazy.ts';
import type { Instruction, Value, ValueProgram } from '../program.ts';
import { following, targetOf, valuesIn, valuesOf } from '../walk.ts';
import { type Atomic, type Choices, earlyEnds, onlySets } from './early-ends.ts';
import { flowOf, stepsBetween } from './flow.ts';
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
  const results = new Map(exchanges.map((each) => [each, spread(each, program, points)] as const));
  const choices = lazy(() => choicesIn(program));
  const ends = new Map<number, Choices>();
  for (const [index, instruction] of code.entries()) {
    if (instruction.kind !== 'load') continue;
    const place = onlyTarget(points.of(instruction.address));
    const checking = exchanges.filter((each) => {
      const exchange = code[each];
      return isExchange(exchange) && onlyTarget(points.of(exchange.address)) === place;
    });
    if (place === undefined || checking.length === 0) continue;
    const old = checking.map((each) => results.get(each));
    if (!ends.has(place)) ends.set(place, endsOf(program, points, place, checking));
    const chosen: Choices = new Map([...choices(), ...(ends.get(place) ?? [])]);
    const read = spread(index, program, points, (at, held) => {
      const branch = code[at];
      const asks = branch?.kind === 'branch' && asksIn(branch.condition, held, at, old);
      return asks ? undefined : chosen.get(at);
    });
    const asking = read && successChecks(code, checking, read, old, chosen);
    if (asking === undefined) continue;
    reads.add(index);
    for (const each of asking) retries.add(each);
  }
  return { reads, retries };
}

const endsOf = (
  program: ValueProgram,
  points: PointsTo,
  place: number,
  checking: readonly number[],
): Choices => {
  const exchanges = checking.flatMap((each) => {
    const exchange = program.code[each];
    return isExchange(exchange) ? [[each, exchange] as const] : [];
  });
  return earlyEnds(program, points, place, new Map(exchanges));
};

const isExchange = (instruction: Instruction | undefined): instruction is Atomic =>
  instruction?.kind === 'atomic' && instruction.operation === 'compare-exchange';

/** Nothing but the exchanges, and whether they succeeded, depends on what was read.
 * @returns the branches that ask whether they did; undefined where more depends on it. */
function successChecks(
  code: readonly Instruction[],
  checking: readonly number[],
  read: Spread,
  old: readonly (Spread | undefined)[],
  choices: Choices,
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
      case 'branch':
        if (asksIn(instruction.condition, held, index, old)) asking.push(index);
        else if (!choices.has(index)) return undefined;
        break;
      default:
        return undefined;
    }
  }
  return isExpected ? asking : undefined;
}

function choicesIn(program: ValueProgram): Choices {
  const flow = flowOf(program);
  const { code } = program;
  const found = new Map<number, ReadonlySet<number>>();
  for (const [block, { end, next }] of flow.blocks.entries()) {
    const meeting = flow.meets[block];
    if (next.length < 2 || meeting === undefined) continue;
    const steps = new Set(stepsBetween(flow, block, meeting));
    const isPlain = [...steps].every((at) => onlySets(code[at]));
    if (isPlain && !steps.has(end - 1)) found.set(end - 1, steps);
  }
  return found;
}

/** Before each instruction that an item comes to: the registers that hold what came of an
 * instruction's result, and as -1, -2, ... the objects. */
type Spread = ReadonlyMap<number, ReadonlySet<number>>;

/** Follows an instruction's result; undefined where others can see it.
 * @param chosenBy the instructions that a branch by what is held chooses from */
function spread(
  from: number,
  { code, objects }: ValueProgram,
  points: PointsTo,
  chosenBy: (at: number, held: ReadonlySet<number>) => ReadonlySet<number> | undefined = () =>
    undefined,
): Spread | undefined {
  const states = new Map<number, Set<number>>();
  const open: number[] = [];
  const chosen = new Set<number>();
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
    if (instruction.kind === 'branch' && mentions(instruction.condition, held))
      for (const at of chosenBy(index, held) ?? []) {
        const step = code[at];
        const set = step && targetOf(step);
        if (set !== undefined) held.add(set);
        if (!chosen.has(at) && states.has(at)) open.push(at);
        chosen.add(at);
      }
    const register = targetOf(instruction);
    if (register !== undefined) {
      if (chosen.has(index) || isHolding(instruction, held, points)) held.add(register);
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

/** The branch asks whether an exchange succeeded. @param old results of the exchanges */
function asksIn(
  condition: Value,
  held: ReadonlySet<number>,
  at: number,
  old: readonly (Spread | undefined)[],
): boolean {
  const results = old.flatMap((each) => each?.get(at) ?? []);
  const isResult = (value: Value): boolean => results.some((one) => mentions(value, one));
  return asksForSuccess(condition, (value) => mentions(value, held), isResult);
}

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
