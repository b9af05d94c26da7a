import { hull, type Interval, sure } from '../../base/interval.ts';
import { isInteger, isSigned, SCALARS, type Scalar } from '../../front/scalar.ts';
import type { Instruction, Value, ValueProgram } from '../program.ts';
import { registersIn, settersOf, targetOf } from '../walk.ts';
import type { Flow } from './flow.ts';
import { type Guard, type Guards, joined, reads, type Way, waysOf } from './guards.ts';
import { stepOf } from './steps.ts';

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

/** An instruction, and what is known of registers on the way there. */
export interface Here {
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

type Arrival = Pick<Way, 'guards' | 'passed'>;

const targetIn = (step: Instruction | undefined): number | undefined => step && targetOf(step);

/** Values that registers are set to on the ways to a place. */
export class Settings {
  readonly #program: ValueProgram;
  readonly #setters: ReturnType<typeof settersOf>;
  readonly #ways: ReturnType<typeof waysOf>;
  /** Set while one value is looked at: a way back to it tells nothing. */
  readonly #open = new Set<number>();
  readonly #mets = new Map<number, readonly Arrival[]>();
  #looks = 0;

  constructor(program: ValueProgram, flow: Flow) {
    this.#program = program;
    this.#setters = settersOf(program.code);
    this.#ways = waysOf(program, flow);
  }

  /** Begins to look at a value there. */
  at(index: number): Here {
    this.#looks = 0;
    return { at: index, guards: this.#ways(index).guards };
  }

  #isCopy(register: number, of: number): boolean {
    const [setter = -1, another] = this.#setters.get(register) ?? [];
    const step = this.#program.code[setter];
    const isOf =
      step?.kind === 'set' && step.value.kind === 'register' && step.value.register === of;
    return isOf && another === undefined && this.#program.registers[register]?.input === undefined;
  }

  /** Steps up, or down, from its own value. C leaves open what a signed number beyond all would be. */
  #growthOf(register: number, index: number): number {
    const { type } = this.#program.registers[register] ?? {};
    const step = this.#program.code[index];
    if (type === undefined || !isInteger(type) || !isSigned(type) || SCALARS[type].bytes < 4)
      return 0;
    if (step?.kind !== 'set') return 0;
    const own = [...registersIn(step.value)].find(
      (each) => each === register || this.#isCopy(each, register),
    );
    return own === undefined ? 0 : Math.sign(stepOf(step.value, own) ?? 0);
  }

  /** A register's values, each as seen from there; undefined where something else sets it. */
  #settingsOf(register: number, here: Here): readonly Setting[] | undefined {
    const all = this.#setters.get(register) ?? [];
    if (this.#program.registers[register]?.input !== undefined || all.length === 0)
      return undefined;
    const { passed, meeting } = this.#ways(here.at);
    const isSetter = (index: number): boolean => all.includes(index);
    const last = passed.find(isSetter);
    this.#looks += all.length;
    if (this.#looks > MOST_LOOKS) return undefined;
    const since = last === undefined ? undefined : passed.slice(0, passed.indexOf(last));
    const isOne = last !== undefined && this.#growthOf(register, last) === 0;
    const met = last === undefined ? this.#metAt(register, here.at, meeting, isSetter) : [];
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
      const step = this.#program.code[index];
      if (this.#growthOf(register, index) !== 0) continue;
      if (step?.kind !== 'set' || this.#open.has(index)) return undefined;
      const held = this.#keptOver(guards, between);
      const there = { at: index, guards: joined(this.#ways(index).guards, held) };
      found.push({ index, value: step.value, here: there, held });
    }
    return found;
  }

  #metAt(
    register: number,
    at: number,
    meeting: () => readonly Way[],
    isSetter: (index: number) => boolean,
  ): readonly Arrival[] {
    const key = at * this.#program.registers.length + register;
    const known = this.#mets.get(key);
    if (known !== undefined) return known;
    const ends = this.#arrivals(meeting(), isSetter, { left: MOST_ARRIVALS });
    // A growing number had values before.
    const isGrown = ends.some(
      (each) => this.#growthOf(register, each.passed.find(isSetter) ?? -1) !== 0,
    );
    this.#mets.set(key, isGrown ? [] : ends);
    return isGrown ? [] : ends;
  }

  /** Ways back to where each sets a register, through places where several meet; none if one does not. */
  #arrivals(
    some: readonly Way[],
    isSetter: (index: number) => boolean,
    budget: { left: number },
  ): readonly Arrival[] {
    /** All that rounds of loops on the way may change. */
    const rounds = new Set<number>();
    const through = (
      each: readonly Way[],
      since: readonly Way[],
    ): readonly Arrival[] | undefined => {
      const found: Arrival[] = [];
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
            guards: joined(this.#keptOver(guards, way.passed), way.guards),
            passed: [...way.passed, ...passed],
          });
      }
      return found;
    };
    return (through(some, []) ?? []).map(({ guards, passed }) => ({
      guards: this.#keptOver(guards, [...rounds]),
      passed,
    }));
  }

  /** Facts that hold at an earlier instruction too: of registers not set between the two.
   * @param since the instructions between, or nothing where any may be */
  #keptOver(guards: Guards, since: readonly number[] | undefined): Guards {
    const changed = new Set(since?.flatMap((each) => targetIn(this.#program.code[each]) ?? []));
    const isSet = (register: number): boolean =>
      since === undefined ? this.#setters.has(register) : changed.has(register);
    const kept = new Map<number, readonly Guard[]>();
    for (const [register, some] of guards) {
      const own = isSet(register) ? [] : some.filter(({ other }) => !reads(other, isSet));
      if (own.length > 0) kept.set(register, own);
    }
    return kept;
  }

  /** The hull of all that a register was set to. */
  hullOf(
    register: number,
    here: Here,
    of: (value: Value, here: Here, held: Guards) => Interval | undefined,
  ): Interval | undefined {
    let all: Interval | undefined;
    for (const { index, value, here: there, held } of this.#settingsOf(register, here) ?? []) {
      this.#open.add(index);
      const one = of(value, there, held);
      this.#open.delete(index);
      if (one === undefined) return undefined;
      // A condition on the way holds for none of them.
      if (one.low > one.high) continue;
      all = all === undefined ? one : hull(all, one);
    }
    const bounds = boundsOf(this.#program.registers[register]?.type ?? 'pointer');
    for (const index of this.#setters.get(register) ?? []) {
      const growth = this.#growthOf(register, index);
      if (all === undefined || bounds === undefined || growth === 0) continue;
      all = growth > 0 ? sure(all.low, bounds.high) : sure(bounds.low, all.high);
    }
    return all;
  }
}
