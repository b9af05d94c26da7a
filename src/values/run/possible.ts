import { hull, type Interval, sure } from '../../base/interval.ts';
import { BINARY, isComparison, PREFIX } from '../../base/operators.ts';
import { isFloat, isInteger, isSigned, SCALARS, type Scalar } from '../../front/scalar.ts';
import type { Instruction, Value, ValueProgram } from '../program.ts';
import { countOf, divisorsIn, registersIn, settersOf, targetOf, valuesOf } from '../walk.ts';
import { statedContents } from './contents.ts';
import type { Flow } from './flow.ts';
import {
  type Guard,
  type Guards,
  joined,
  NO_GUARDS,
  reads,
  type Way,
  waysOf,
  without,
} from './guards.ts';
import { fractions } from './possible-fractions.ts';
import { areEqual, COMPARED, COUNT_BITS, OF_SAME, pickIn } from './possible-operators.ts';
import type { PointsTo } from './points-to.ts';
import { stepOf } from './steps.ts';

/** Registers are followed this far back. */
const DEEPEST = 24;
/** Guards looked at for one value: what one compares with has guards of its own. */
const MOST_GUARDS = 200;
/** Settings looked at for one value. */
const MOST_LOOKS = 400;
/** Ways that are gone back for one value. */
const MOST_ARRIVALS = 64;

/** Bounds of an integer type. */
export const boundsOf = (type: Scalar): Interval | undefined => {
  if (type === 'bool') return sure(0, 1);
  if (!isInteger(type)) return undefined;
  const bits = SCALARS[type].bytes * 8;
  return isSigned(type) ? sure(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) : sure(0, 2 ** bits - 1);
};

/** Known whatever memory and arguments hold. */
export interface Possible {
  /** The condition of a branch may be true, or false. */
  readonly mayBe: (branch: number, isTrue: boolean) => boolean;
  /** Bytes into its object, of an access's first byte. */
  readonly offsets: (access: number) => Interval | undefined;
  /** A value of what an instruction computes. */
  readonly range: (value: Value, at: number) => Interval | undefined;
}

/** Intervals by types, operators, and the conditions that lead to a place. */
export function possibilities(program: ValueProgram, flow: Flow, points: PointsTo): Possible {
  const { code } = program;
  const setters = settersOf(code);
  const ways = waysOf(program, flow);
  const contents = statedContents(program, points);
  /** Set while one value is looked at: a way back to it tells nothing. */
  const open = new Set<number>();
  let looks = 0;
  const isCopy = (register: number, of: number): boolean => {
    const [setter = -1, another] = setters.get(register) ?? [];
    const step = code[setter];
    const isOf =
      step?.kind === 'set' && step.value.kind === 'register' && step.value.register === of;
    return isOf && another === undefined && program.registers[register]?.input === undefined;
  };
  /** Steps up, or down, from its own value. C leaves open what a signed number beyond all would be. */
  const growthOf = (register: number, index: number): number => {
    const { type } = program.registers[register] ?? {};
    const step = code[index];
    if (type === undefined || !isInteger(type) || !isSigned(type) || SCALARS[type].bytes < 4)
      return 0;
    if (step?.kind !== 'set') return 0;
    const own = [...registersIn(step.value)].find(
      (each) => each === register || isCopy(each, register),
    );
    return own === undefined ? 0 : Math.sign(stepOf(step.value, own) ?? 0);
  };
  /** A register's values, each as seen from there; undefined where something else sets it. */
  const settingsOf = (register: number, here: Here): readonly Setting[] | undefined => {
    const all = setters.get(register) ?? [];
    if (program.registers[register]?.input !== undefined || all.length === 0) return undefined;
    const { passed, meeting } = ways(here.at);
    const isSetter = (index: number): boolean => all.includes(index);
    const last = passed.find(isSetter);
    looks += all.length;
    if (looks > MOST_LOOKS) return undefined;
    const since = last === undefined ? undefined : passed.slice(0, passed.indexOf(last));
    const isOne = last !== undefined && growthOf(register, last) === 0;
    const met = last === undefined ? metAt(register, here.at, meeting, isSetter) : [];
    const froms: readonly {
      index: number;
      guards: Guards;
      since: readonly number[] | undefined;
    }[] =
      met.length > 0
        ? met.map(({ guards, passed: own }) => {
            const at = own.findIndex(isSetter);
            return { index: own[at] ?? -1, guards, since: own.slice(0, at) };
          })
        : (isOne ? [last] : all).map((index) => ({ index, guards: here.guards, since }));
    const found: Setting[] = [];
    for (const { index, guards, since: between } of froms) {
      const step = code[index];
      if (growthOf(register, index) !== 0) continue;
      if (step?.kind !== 'set' || open.has(index)) return undefined;
      const held = keptOver(guards, between);
      const there = { at: index, guards: joined(ways(index).guards, held) };
      found.push({ index, value: step.value, here: there, held });
    }
    return found;
  };
  const mets = new Map<number, ReturnType<typeof arrivals>>();
  const metAt = (
    register: number,
    at: number,
    meeting: () => readonly Way[],
    isSetter: (index: number) => boolean,
  ): ReturnType<typeof arrivals> => {
    const key = at * program.registers.length + register;
    const known = mets.get(key);
    if (known !== undefined) return known;
    const ends = arrivals(meeting(), isSetter, { left: MOST_ARRIVALS });
    // A growing number had values before.
    const isGrown = ends.some((each) => growthOf(register, each.passed.find(isSetter) ?? -1) !== 0);
    mets.set(key, isGrown ? [] : ends);
    return isGrown ? [] : ends;
  };
  /** Ways back to where each sets a register, through places where several meet; none if one does not. */
  const arrivals = (
    some: readonly Way[],
    isSetter: (index: number) => boolean,
    budget: { left: number },
  ): readonly Pick<Way, 'guards' | 'passed'>[] => {
    /** All that rounds of loops on the way may change. */
    const rounds = new Set<number>();
    const through = (
      each: readonly Way[],
      since: readonly Way[],
    ): readonly Pick<Way, 'guards' | 'passed'>[] | undefined => {
      const found: Pick<Way, 'guards' | 'passed'>[] = [];
      for (const way of each) {
        budget.left -= 1;
        if (budget.left < 0) return undefined;
        if (way.passed.some(isSetter)) {
          found.push(way);
          continue;
        }
        const before = since.indexOf(way);
        if (before >= 0 || way.isRound) {
          // It comes from where the first round came.
          for (const { passed } of way.isRound ? [way] : since.slice(before))
            for (const index of passed) rounds.add(index);
          continue;
        }
        const meeting = way.meeting();
        const ends = meeting.length > 0 ? through(meeting, [...since, way]) : undefined;
        if (ends === undefined) return undefined;
        for (const { guards, passed } of ends)
          found.push({
            guards: joined(keptOver(guards, way.passed), way.guards),
            passed: [...way.passed, ...passed],
          });
      }
      return found;
    };
    return (through(some, []) ?? []).map(({ guards, passed }) => ({
      guards: keptOver(guards, [...rounds]),
      passed,
    }));
  };
  /** Facts that hold at an earlier instruction too: of registers not set between the two.
   * @param since the instructions between, or nothing where any may be */
  const keptOver = (guards: Guards, since: readonly number[] | undefined): Guards => {
    const changed = new Set(since?.flatMap((each) => targetIn(code[each]) ?? []));
    const isSet = (register: number): boolean =>
      since === undefined ? setters.has(register) : changed.has(register);
    const kept = new Map<number, readonly Guard[]>();
    for (const [register, some] of guards) {
      const own = isSet(register) ? [] : some.filter(({ other }) => !reads(other, isSet));
      if (own.length > 0) kept.set(register, own);
    }
    return kept;
  };
  /** The hull of all that a register was set to. */
  const ofSetters = (
    register: number,
    here: Here,
    of: (value: Value, here: Here, held: Guards) => Interval | undefined,
  ): Interval | undefined => {
    let all: Interval | undefined;
    for (const { index, value, here: there, held } of settingsOf(register, here) ?? []) {
      open.add(index);
      const one = of(value, there, held);
      open.delete(index);
      if (one === undefined) return undefined;
      // A condition on the way holds for none of them.
      if (one.low > one.high) continue;
      all = all === undefined ? one : hull(all, one);
    }
    const bounds = boundsOf(program.registers[register]?.type ?? 'pointer');
    for (const index of setters.get(register) ?? []) {
      const growth = growthOf(register, index);
      if (all === undefined || bounds === undefined || growth === 0) continue;
      all = growth > 0 ? sure(all.low, bounds.high) : sure(bounds.low, all.high);
    }
    return all;
  };
  const ofParts = (value: Value, here: Here, depth: number): Interval | undefined => {
    const of = (part: Value): Interval | undefined => ofInteger(part, here, depth + 1);
    switch (value.kind) {
      case 'constant':
        return isInteger(value.type) || value.type === 'bool'
          ? sure(Number(value.value), Number(value.value))
          : undefined;
      case 'id':
        return sure(0, countOf(program, value.of, value.dimension) - 1);
      case 'register':
        return (
          contents(value.register) ??
          ofSetters(value.register, here, (set, there, held) => {
            const one = ofInteger(set, there, depth + 1);
            return one && asGuarded(value.register, one, { ...there, guards: held }, depth);
          })
        );
      case 'convert':
        return isFloat(value.operand.type) ? ofCut(value, here, depth) : of(value.operand);
      case 'unary': {
        const operand = of(value.operand);
        return operand && PREFIX[value.operator].interval(operand);
      }
      case 'select': {
        const [then, otherwise] = [of(value.then), of(value.otherwise)];
        if (then === undefined || otherwise === undefined) return undefined;
        const pick = pickIn(value);
        return pick === undefined
          ? hull(then, otherwise)
          : sure(pick(then.low, otherwise.low), pick(then.high, otherwise.high));
      }
      case 'binary': {
        const { operator } = value;
        const [left, right] = [of(value.left), of(value.right)];
        if (left === undefined || right === undefined) return undefined;
        const ofSame = OF_SAME.get(operator);
        if (ofSame !== undefined && areEqual(value.left, value.right)) return sure(ofSame, ofSame);
        if (isComparison(operator)) return COMPARED[operator](left, right);
        return BINARY[operator].interval(left, right);
      }
      case 'call':
        return COUNT_BITS.has(value.name) ? sure(0, SCALARS[value.type].bytes * 8) : undefined;
      case 'reinterpret':
      case 'offset':
      case 'address':
        return undefined;
    }
  };
  const fraction = fractions<Here>({
    deepest: DEEPEST,
    integer: (value, here, depth) => ofInteger(value, here, depth),
    setters: ofSetters,
    guards: (register, here) => here.guards.get(register) ?? [],
  });
  /** A fraction as a whole number: what is no number is 0. */
  const ofCut = (
    { operand, rounding = 'rtz' }: Extract<Value, { kind: 'convert' }>,
    here: Here,
    depth: number,
  ): Interval => {
    const { low, high } = fraction(operand, here, depth + 1);
    const [down, up] = rounding === 'rtz' ? [Math.trunc, Math.trunc] : [Math.floor, Math.ceil];
    return sure(Math.min(0, down(low)), Math.max(0, up(high)));
  };
  /** An integer's interval, at most its type's bounds. */
  const ofInteger = (value: Value, here: Here, depth: number): Interval | undefined => {
    const bounds = boundsOf(value.type);
    if (bounds === undefined) return undefined;
    const found = depth > DEEPEST ? undefined : ofParts(value, here, depth);
    const fits = found !== undefined && found.low >= bounds.low && found.high <= bounds.high;
    const range = fits ? found : bounds;
    return value.kind === 'register' ? guarded(value.register, range, here, depth) : range;
  };
  const guarded = (register: number, range: Interval, here: Here, depth: number): Interval => {
    const found = asGuarded(register, range, here, depth);
    return found.low <= found.high ? found : range;
  };
  let [nesting, looked] = [0, 0];
  /** @returns an interval of nothing where no number of the range is let through. */
  const asGuarded = (register: number, range: Interval, here: Here, depth: number): Interval => {
    let { low, high } = range;
    const some = here.guards.get(register) ?? [];
    const guards = some.length > 0 ? without(here.guards, register) : NO_GUARDS;
    if (nesting === 0) looked = 0;
    for (const { operator, other, type } of some) {
      looked += 1;
      if (looked > MOST_GUARDS) break;
      nesting += 1;
      const bound = ofInteger(other, { ...here, guards }, depth + 8);
      nesting -= 1;
      const whole = boundsOf(type);
      if (bound === undefined || whole === undefined) continue;
      // Below a natural bound, a negative number taken as unsigned is not.
      const isNatural = !isSigned(type) && bound.high < 2 ** 31;
      if (low < whole.low && !isNatural) continue;
      if (operator === '<' || operator === '<=' || operator === '==') {
        high = Math.min(high, bound.high - (operator === '<' ? 1 : 0));
        if (isNatural) low = Math.max(low, 0);
      }
      if (low < whole.low) continue;
      if (operator === '>' || operator === '>=' || operator === '==')
        low = Math.max(low, bound.low + (operator === '>' ? 1 : 0));
      if (operator === '!=' && bound.low === bound.high) {
        if (bound.low === low) low += 1;
        if (bound.high === high) high -= 1;
      }
    }
    return sure(low, high);
  };
  const offset = (address: Value, here: Here, depth: number): Interval | undefined => {
    if (depth > DEEPEST) return undefined;
    switch (address.kind) {
      case 'address':
        return sure(0, 0);
      case 'offset': {
        const [to, by] = [
          offset(address.pointer, here, depth + 1),
          ofInteger(address.bytes, here, 0),
        ];
        return to && by && sure(to.low + by.low, to.high + by.high);
      }
      case 'register':
        return ofSetters(address.register, here, (set, there) => offset(set, there, depth + 1));
      case 'select': {
        const [then, otherwise] = [address.then, address.otherwise].map((each) =>
          offset(each, here, depth + 1),
        );
        return then && otherwise && hull(then, otherwise);
      }
      default:
        return undefined;
    }
  };
  const from = <T>(at: number, look: (here: Here) => T): T => {
    looks = 0;
    return look({ at, guards: ways(at).guards });
  };
  const places = new Map<number, Interval | undefined>();
  const conditions = new Map<number, Interval | undefined>();
  const isNever = (divisor: Value, at: number): boolean => {
    const { low = 0, high = 0 } = from(at, (here) => ofInteger(divisor, here, 0)) ?? {};
    return low > 0 || high < 0;
  };
  return {
    mayBe(branch, isTrue) {
      const dividing = code[~branch];
      if (dividing !== undefined)
        return (
          !isTrue ||
          !valuesOf(dividing)
            .flatMap(divisorsIn)
            .every((by) => isNever(by, ~branch))
        );
      const step = code[branch];
      if (step?.kind !== 'branch') return true;
      if (!conditions.has(branch))
        conditions.set(
          branch,
          from(branch, (here) => ofInteger(step.condition, here, 0)),
        );
      const range = conditions.get(branch);
      if (range === undefined) return true;
      return isTrue ? range.low !== 0 || range.high !== 0 : range.low <= 0 && range.high >= 0;
    },
    offsets(access) {
      const step = code[access];
      if (step === undefined || !('address' in step)) return undefined;
      if (!places.has(access))
        places.set(
          access,
          from(access, (here) => offset(step.address, here, 0)),
        );
      return places.get(access);
    },
    range: (value, at) => from(at, (here) => ofInteger(value, here, 0)),
  };
}

/** An instruction, and what is known of registers on the way there. */
interface Here {
  readonly at: number;
  readonly guards: Guards;
}

interface Setting {
  readonly index: number;
  readonly value: Value;
  readonly here: Here;
  /** Comparisons of it that led on from there. */
  readonly held: Guards;
}

const targetIn = (step: Instruction | undefined): number | undefined => step && targetOf(step);
