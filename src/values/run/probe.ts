import type { Value, ValueProgram } from '../program.ts';
import { divisorsIn, valuesOf } from '../walk.ts';
import { type Condition, dependences, type Unstated, unstatedOf } from './dependence.ts';
import type { Flow } from './flow.ts';

/** A value for one of them. */
export interface Choice {
  readonly of: Unstated;
  readonly value: number;
}

/** A side of a condition that no input has taken yet. */
export interface Side {
  /** The branch; the complement (`~`) of what divides, whose condition is that it divides by 0; an
   * access, whose address changes where a part of it takes a step. */
  readonly instruction: number;
  readonly isTrue: boolean;
}

/** For each of the unstated; those at odd places may be as the others, and others as in the first input. */
type Values = readonly (number | undefined)[];

/** A condition, with its sides' distance: 0 where a comparison's sides are equal. */
interface Sample {
  readonly values: Values;
  readonly distance: number;
}

/** Runs with chosen inputs, of one verdict. */
const MOST_PROBES = 160;
const MOST_OTHERS = 64;
const MOST_SAMPLES = 24;
const MOST_ELEMENTS = 64;
const MOST_MULTIPLES = 8;
const INTEGERS = [0, 1, -1, 2 ** 31 - 1, -(2 ** 31)];
const FLOATS = [0, 0.5, Number.NaN, Infinity, -Infinity];
const BESIDE = [0, 1, -1];

/** Looks for inputs that take sides of conditions: by the constants that stand in them, and by how
 * far the sides of a comparison were apart for other inputs (secants and halving). */
export class Probe {
  readonly #unstated: readonly Unstated[];
  readonly #isFloat: readonly boolean[];
  /** By instruction, which of the unstated a condition may depend on, and its constants. */
  readonly #conditions = new Map<number, Condition>();
  readonly #samples = new Map<number, Sample[]>();
  readonly #tried = new Set<string>();
  /** Fractions tried last, by which of the unstated they were for. */
  readonly #seen = new Map<number, number[]>();
  readonly #waiting: {
    readonly values: Values;
    readonly side: string;
    readonly instruction: number;
  }[] = [];
  readonly #begun = new Set<string>();
  /** Those that some condition depends on, both kinds of an array's elements. */
  readonly #deciding = new Set<number>();
  /** The running probe, and the least distance of each condition in it. */
  #running: Values | undefined;
  /** The inputs that decide about the side that it is for. */
  #on: ReadonlySet<number> = new Set();
  /** The side that the last input was made for. */
  side = '';
  readonly #least = new Map<number, number>();
  #count = 0;

  constructor(program: ValueProgram, flow: Flow) {
    const { unstated, isFloats } = unstatedOf(program);
    this.#unstated = unstated;
    this.#isFloat = isFloats;
    const own = dependences(program, unstated);
    const all = dependences(program, unstated, flow);
    const dependence = (value: Value): ReturnType<typeof own> => {
      const found = own(value);
      return found.on.length > 0 ? found : all(value);
    };
    for (const [index, instruction] of program.code.entries()) {
      if (instruction.kind === 'branch') this.#depends(index, dependence(instruction.condition));
      if ('address' in instruction) {
        const { on, steps } = dependence(instruction.address);
        if (steps.length > 0) this.#depends(index, { on, constants: steps, isAddress: true });
      }
      // A quotient of fractions is a number, or infinite.
      for (const divisor of valuesOf(instruction).flatMap(divisorsIn))
        this.#depends(~index, dependence(divisor));
    }
  }

  #depends(at: number, condition: Condition): void {
    this.#conditions.set(at, condition);
    for (const index of condition.on) this.#deciding.add(index);
  }

  /** A condition was decided; distances are between the sides of its comparison. */
  decided(instruction: number, distance: number): void {
    if (this.#running === undefined || Number.isNaN(distance)) return;
    const before = this.#least.get(instruction);
    if (before === undefined || Math.abs(distance) < Math.abs(before))
      this.#least.set(instruction, distance);
  }

  /** The next input to try, for one of the sides, or else of the others; undefined where there is none left. */
  next(sides: readonly Side[], others: readonly Side[]): readonly Choice[] | undefined {
    this.#learn([...sides, ...others]);
    return this.#next(sides, MOST_PROBES) ?? this.#next(others, MOST_PROBES + MOST_OTHERS);
  }

  #next(sides: readonly Side[], most: number): readonly Choice[] | undefined {
    if (this.#count >= most) return undefined;
    for (const side of sides) this.#begin(side);
    const open = new Set(sides.map(keyOf));
    for (;;) {
      const at = this.#waiting.findIndex(({ side }) => open.has(side));
      const [next] = at < 0 ? [] : this.#waiting.splice(at, 1);
      if (next === undefined) return undefined;
      const key = next.values.map(String).join();
      if (this.#tried.has(key)) continue;
      this.#tried.add(key);
      this.#count += 1;
      this.#running = next.values;
      this.side = next.side;
      this.#on = new Set(this.#conditions.get(next.instruction)?.on);
      this.#least.clear();
      return this.#unstated.flatMap((of, index) => {
        const value = this.#valueIn(next.values, index);
        return this.#deciding.has(index) && value !== undefined ? [{ of, value }] : [];
      });
    }
  }

  #valueIn(values: Values, index: number): number | undefined {
    const of = this.#unstated[index];
    return values[index] ?? (of?.kind === 'elements' && of.isOdd ? values[index - 1] : undefined);
  }

  /** The last input, without what has no part in the condition it was for. */
  needed(choices: readonly Choice[]): readonly Choice[] {
    return choices.filter(({ of }) => this.#on.has(this.#unstated.indexOf(of)));
  }

  /** From zeros, from the first input, and the constants that a condition names. */
  #begin(side: Side): void {
    const condition = this.#conditions.get(side.instruction);
    if (condition === undefined || this.#begun.has(keyOf(side))) return;
    this.#begun.add(keyOf(side));
    const zeros: Values = this.#unstated.map((of) =>
      of.kind === 'elements' && of.isOdd ? undefined : 0,
    );
    const bases = [zeros, this.#unstated.map(() => undefined)];
    // Behind another condition: from what has come here already.
    const [best] = this.#samples.get(side.instruction) ?? [];
    if (best !== undefined) bases.unshift(best.values);
    for (const base of bases) {
      this.#add(side, base);
      for (const index of condition.on) {
        const usual = this.#isFloat[index] === true ? FLOATS : INTEGERS;
        for (const constant of condition.constants)
          for (const beside of BESIDE) this.#add(side, base.with(index, constant + beside));
        if (condition.isAddress !== true)
          for (const value of usual) this.#add(side, base.with(index, value));
        for (const value of multiplesIn(condition)) this.#add(side, base.with(index, value));
        // Each element of a small table, whatever stands there.
        const few = Math.max(0, ...(condition.steps ?? []).filter((step) => step < MOST_ELEMENTS));
        for (let value = 2; value <= few; value += 1) this.#add(side, base.with(index, value));
      }
    }
  }

  #add(side: Side, values: Values, isFirst = false): void {
    const entry = { values, side: keyOf(side), instruction: side.instruction };
    if (isFirst) this.#waiting.unshift(entry);
    else this.#waiting.push(entry);
  }

  /** Uses the last probe's distances for sides that are still open. */
  #learn(sides: readonly Side[]): void {
    const values = this.#running;
    this.#running = undefined;
    if (values === undefined) return;
    for (const [index, value] of values.entries())
      if (this.#isFloat[index] === true && value !== undefined && Number.isFinite(value)) {
        const seen = this.#seen.get(index) ?? [];
        this.#seen.set(index, [value, ...seen.filter((each) => each !== value)].slice(0, 8));
      }
    for (const side of sides) {
      const distance = this.#least.get(side.instruction);
      const on = this.#conditions.get(side.instruction)?.on ?? [];
      if (distance === undefined) continue;
      const before = this.#samples.get(side.instruction) ?? [];
      const isNearer = before.every((each) => Math.abs(each.distance) > Math.abs(distance));
      const better: Values[] = [];
      for (const index of on) {
        const now = this.#valueIn(values, index);
        if (now === undefined) continue;
        const wanted = new Set<number>();
        for (const other of before) {
          const then = this.#valueIn(other.values, index);
          if (then === undefined) continue;
          const slope = (distance - other.distance) / (now - then);
          if (now !== then && slope !== 0) wanted.add(now - distance / slope);
          if (now !== then && other.distance * distance <= 0) wanted.add((now + then) / 2);
        }
        for (const beside of BESIDE)
          wanted.add(now - distance + beside).add(now + distance + beside);
        // Between two bounds there may be no whole number's distance.
        if (this.#isFloat[index] === true)
          for (const other of this.#seen.get(index) ?? []) wanted.add((now + other) / 2);
        for (const value of wanted) {
          if (!Number.isFinite(value) || Math.abs(value) > 2 ** 53) continue;
          const whole = this.#isFloat[index] === true ? [value] : nearest(value);
          for (const each of whole) better.push(values.with(index, each));
        }
      }
      this.#samples.set(
        side.instruction,
        [...before, { values, distance }]
          .toSorted((a, b) => Math.abs(a.distance) - Math.abs(b.distance))
          .slice(0, MOST_SAMPLES),
      );
      for (const each of isNearer ? better.toReversed() : better) this.#add(side, each, isNearer);
    }
  }
}

/** A number that is divided twice has to be as large as both divisors together. */
const multiplesIn = ({ constants, steps = [] }: Condition): readonly number[] => {
  const factors = new Set([...steps, ...constants].filter((each) => each > 1));
  const products = steps.flatMap((step) => [...factors].map((each) => step * each));
  return [...new Set(products)].filter((each) => each > 1).slice(0, MOST_MULTIPLES);
};

export const keyOf = ({ instruction, isTrue }: Side): string => `${instruction} ${isTrue}`;

const nearest = (value: number): readonly number[] =>
  Number.isInteger(value) ? [value] : [Math.floor(value), Math.ceil(value)];
