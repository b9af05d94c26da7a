import { lazy } from '../../base/lazy.ts';
import type { Comparison } from '../../base/operator-row.ts';
import { isComparison } from '../../base/operators.ts';
import { isFloat, isInteger, isSigned, SCALARS, type Scalar } from '../../front/scalar.ts';
import { constant } from '../build/make.ts';
import type { Value, ValueProgram } from '../program.ts';
import { settersOf, targetOf, valuesIn } from '../walk.ts';
import { definitionsOf } from './definitions.ts';
import { dominators, type Flow, predecessors } from './flow.ts';
import { isKeptBetween } from './regions.ts';

/** A comparison that holds: the register stands on its left. */
export interface Guard {
  readonly operator: Comparison;
  readonly other: Value;
  /** The type in which it is compared. */
  readonly type: Scalar;
}

export type Guards = ReadonlyMap<number, readonly Guard[]>;

const OPPOSITE: Readonly<Record<Comparison, Comparison>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

const TURNED: Readonly<Record<Comparison, Comparison>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

export interface Limit {
  readonly value: Value;
  readonly operator: '<' | '<=' | '==' | '!=';
  readonly bound: Value;
}

/** A condition, and whether it holds. */
type Fact = readonly [condition: Value, holds: boolean];

/** Facts on the only way to an instruction. */
export interface Way {
  /** Conditions whose registers keep their values up to it. */
  readonly facts: readonly Fact[];
  /** Comparisons of registers that keep their values up to it. */
  readonly guards: Guards;
  /** Values whose registers keep theirs up to it, and what they are less than, at most, equal to, or not. */
  readonly limits: readonly Limit[];
  /** The instructions on it, from the nearest. */
  readonly passed: readonly number[];
  /** It is a round of a loop, back to where it began. */
  readonly isRound: boolean;
  /** Ways to where several meet first, going back. */
  readonly meeting: () => readonly Way[];
}

/** One of a value's registers is such a one. */
export const reads = (value: Value, isSuch: (register: number) => boolean): boolean =>
  [...valuesIn(value)].some((part) => part.kind === 'register' && isSuch(part.register));

/** The only ways to instructions; behind where several meet, from where they part. */
export function waysOf(program: ValueProgram, flow: Flow): (instruction: number) => Way {
  const { code, registers } = program;
  const before = predecessors(flow);
  const above = lazy(() => partings(code, flow, before));
  const blockOf = (instruction: number): number =>
    flow.blocks.findIndex(({ first, end }) => first <= instruction && instruction < end);
  const definitions = lazy(() => definitionsOf(program, flow));
  const made = new Map<number, Way>();
  const setters = settersOf(code);
  /** Facts that a condition tells, also those that led to where its number was set: `a && b` sets it in
   * several places. */
  function* factsAt(at: number, condition: Value, isTrue: boolean): Generator<Fact> {
    for (const [fact, holds] of factsIn(condition, isTrue)) {
      yield [fact, holds];
      const number = registerIn(fact);
      if (number === undefined) continue;
      // A variable of the text may have been set a round before.
      const isOfText = registers[number]?.name !== undefined;
      const reaching = isOfText ? definitions().reaching(number, at) : undefined;
      if (isOfText && reaching === undefined) continue;
      const all = reaching === undefined ? (setters.get(number) ?? []) : [reaching];
      const [set = at, another] = all.filter((index) => {
        const step = code[index];
        return step?.kind !== 'set' || step.value.kind !== 'constant' || isAs(step.value, holds);
      });
      const step = code[set];
      if (another !== undefined || set >= at || step?.kind !== 'set') continue;
      const isSetSince = (register: number): boolean =>
        isOfText
          ? !isKeptBetween(code, setters.get(register) ?? [], set, at)
          : setters.get(register)?.some((index) => index > set && index < at) === true;
      // The only place is on the way here, with all that led to it.
      const led = all.length === 1 ? [] : way(set).facts;
      for (const each of [...led, ...factsAt(set, step.value, holds)])
        if (!reads(each[0], isSetSince)) yield each;
    }
  }
  const way = (instruction: number): Way =>
    made.get(instruction) ?? wayBy(blockOf(instruction), instruction);
  /** @param by the block from which it comes, of several. */
  const wayBy = (to: number, instruction: number, by?: number): Way => {
    const key = by === undefined ? instruction : code.length + by * flow.blocks.length + to;
    const known = made.get(key);
    if (known !== undefined) return known;
    // A loop comes back here while its guards are looked for.
    made.set(key, NO_WAY);
    const facts: Fact[] = [];
    const changed = new Set<number>();
    const alone: number[] = [];
    const passed = new Set<number>();
    let [block, until] = [to, instruction];
    let isOnly = true;
    let meets: number | undefined;
    while (block >= 0 && !passed.has(block)) {
      passed.add(block);
      const first = flow.blocks[block]?.first ?? 0;
      for (let index = until - 1; index >= first; index -= 1) {
        if (isOnly) alone.push(index);
        const each = code[index];
        const target = each && targetOf(each);
        if (target !== undefined) changed.add(target);
      }
      const isBegin = by !== undefined && block === to;
      const [only, another] = isBegin ? [by] : (before[block] ?? []);
      const parting: Parting | undefined =
        only === undefined || another === undefined
          ? only === undefined
            ? undefined
            : { from: only, by: block, changed: NONE }
          : above()(block);
      if (another !== undefined) meets ??= block;
      if (parting === undefined) break;
      if (another !== undefined) isOnly = false;
      for (const register of parting.changed) changed.add(register);
      const { end, next } = flow.blocks[parting.from] ?? { end: 0, next: [] };
      const last = code[end - 1];
      if (last?.kind === 'branch' && next.length > 1 && parting.by !== undefined) {
        const isTrue = flow.blockAt.get(last.then) === parting.by;
        const isChanged = (each: number): boolean => changed.has(each);
        for (const fact of factsAt(end - 1, last.condition, isTrue))
          if (!reads(fact[0], isChanged)) facts.push(fact);
      }
      block = parting.from;
      until = end;
    }
    const meeting = (): readonly Way[] => {
      const at = meets ?? -1;
      return (before[at] ?? []).map((from) => wayBy(at, flow.blocks[at]?.first ?? 0, from));
    };
    const isRound = by !== undefined && meets === undefined && block === to;
    const found = { ...told(facts), facts, passed: alone, isRound, meeting };
    made.set(key, found);
    return found;
  };
  return way;
}

const isZero = (value: Value): boolean => value.kind === 'constant' && Number(value.value) === 0;
const NO_WAY: Way = {
  facts: [],
  guards: new Map(),
  limits: [],
  passed: [],
  isRound: false,
  meeting: () => [],
};
const isAs = ({ value }: Extract<Value, { kind: 'constant' }>, holds: boolean): boolean =>
  (Number(value) !== 0) === holds;

/** Facts of registers, and of sums. */
function told(facts: readonly Fact[]): Pick<Way, 'guards' | 'limits'> {
  const guards = new Map<number, Guard[]>();
  for (const [condition, holds] of facts)
    for (const [register, guard] of comparisons(condition, holds))
      guards.set(register, [...(guards.get(register) ?? []), guard]);
  return { guards, limits: facts.flatMap(([condition, holds]) => limitIn(condition, holds) ?? []) };
}

/** Where all ways to a block were last one, and what they change since. */
interface Parting {
  readonly from: number;
  /** The follower by which they all go. */
  readonly by: number | undefined;
  readonly changed: ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();
/** In a larger kernel only ways that never meet are followed. */
const MOST_BLOCKS = 1000;

function partings(
  code: ValueProgram['code'],
  { blocks }: Flow,
  before: readonly (readonly number[])[],
): (block: number) => Parting | undefined {
  const found = new Map<number, Parting | undefined>();
  if (blocks.length > MOST_BLOCKS) return () => undefined;
  const next = blocks.map((each) => each.next);
  const above = dominators(0, next, before);
  const partingOf = (block: number): Parting | undefined => {
    const from = above[block];
    if (from === undefined || from === block) return undefined;
    const between = new Set<number>();
    const waiting = [...(before[block] ?? [])];
    for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
      if (each === from || between.has(each)) continue;
      between.add(each);
      waiting.push(...(before[each] ?? []));
    }
    const changed = new Set<number>();
    for (const each of between)
      for (let index = blocks[each]?.first ?? 0; index < (blocks[each]?.end ?? 0); index += 1) {
        const step = code[index];
        const target = step && targetOf(step);
        if (target !== undefined) changed.add(target);
      }
    const by = (next[from] ?? []).filter((to) => to === block || between.has(to));
    return { from, by: by.length === 1 ? by[0] : undefined, changed };
  };
  return (block) => {
    if (!found.has(block)) found.set(block, partingOf(block));
    return found.get(block);
  };
}

/** Conditions that hold, or do not, where one does: `a && b` is made `a ? b : 0`. */
export function* factsIn(condition: Value, isTrue: boolean): Generator<Fact> {
  yield [condition, isTrue];
  // A narrower number may lose what is not 0.
  if (condition.kind === 'convert' && (isTrue || condition.type === 'bool'))
    yield* factsIn(condition.operand, isTrue);
  if (condition.kind === 'unary' && condition.operator === '!')
    yield* factsIn(condition.operand, !isTrue);
  if (condition.kind === 'binary' && isZero(condition.right))
    if (condition.operator === '==') yield* factsIn(condition.left, !isTrue);
    else if (condition.operator === '!=') yield* factsIn(condition.left, isTrue);
  // `case 1:` of a comparison.
  if (condition.kind === 'binary' && condition.operator === '==' && isTrue)
    if (condition.right.kind === 'constant' && !isZero(condition.right))
      yield* factsIn(condition.left, true);
  if (condition.kind === 'binary' && condition.operator === (isTrue ? '&' : '|'))
    for (const side of [condition.left, condition.right]) yield* factsIn(side, isTrue);
  if (condition.kind !== 'select') return;
  for (const [way, other, isThen] of [
    [condition.then, condition.otherwise, true],
    [condition.otherwise, condition.then, false],
  ] as const) {
    // The other way comes to the opposite.
    if (other.kind !== 'constant' || (Number(other.value) !== 0) === isTrue) continue;
    yield* factsIn(condition.condition, isThen);
    yield* factsIn(way, isTrue);
  }
}

function* comparisons(condition: Value, isTrue: boolean): Generator<readonly [number, Guard]> {
  const own = registerIn(condition);
  if (own !== undefined && isInteger(condition.type)) {
    const { type } = condition;
    yield [own, { operator: isTrue ? '!=' : '==', other: constant(type, 0), type }];
  }
  if (condition.kind !== 'binary' || !isComparison(condition.operator)) return;
  const { left, right } = condition;
  const { type } = left;
  const operator = isTrue ? condition.operator : OPPOSITE[condition.operator];
  const [x, y] = [left, right].map(registerIn);
  if (x !== undefined) yield [x, { operator, other: right, type }];
  if (y !== undefined) yield [y, { operator: TURNED[operator], other: left, type }];
}

/** The same as a limit, from above. */
export function limitIn(condition: Value, isTrue: boolean): Limit | undefined {
  if (condition.kind !== 'binary' || !isComparison(condition.operator)) return undefined;
  const { left, right } = condition;
  const operator = isTrue ? condition.operator : OPPOSITE[condition.operator];
  if (operator !== '>' && operator !== '>=') return { value: left, operator, bound: right };
  const turned = TURNED[operator];
  return turned === '<' || turned === '<='
    ? { value: right, operator: turned, bound: left }
    : undefined;
}

/** Through conversions that keep small numbers and only those small, and of fractions all. */
export function registerIn(value: Value): number | undefined {
  let inner = value;
  while (inner.kind === 'convert') {
    const { type, operand } = inner;
    const isOfKind = isFloat(type) ? isFloat : isInteger;
    if (!isOfKind(type) || !isOfKind(operand.type)) return undefined;
    const [to, from] = [type, operand.type].map((each) => SCALARS[each].bytes);
    if ((to ?? 0) < (from ?? 0) || (to === from && isSigned(type) && !isSigned(operand.type)))
      return undefined;
    inner = operand;
  }
  return inner.kind === 'register' ? inner.register : undefined;
}

export const NO_GUARDS: Guards = new Map();

/** Both together. */
export function joined(one: Guards, other: Guards): Guards {
  const all = new Map(one);
  for (const [register, some] of other) all.set(register, [...(all.get(register) ?? []), ...some]);
  return all;
}

/** Facts about other registers, which may bound those that one is compared with. */
export function without(guards: Guards, register: number): Guards {
  const others = new Map(guards);
  others.delete(register);
  return others;
}
