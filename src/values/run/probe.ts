import { isFloat, SCALARS } from '../../front/scalar.ts';
import type { Value, ValueProgram } from '../program.ts';
import { targetOf, valuesIn, valuesOf } from '../walk.ts';
import { isFilled, openInput } from './open-inputs.ts';
import { pointsTo } from './points-to.ts';

/** An input nobody states, for a probe to choose: an argument, an array's elements, or its elements
 * at odd places where neighbours have to differ. */
export type Unstated =
  | { readonly kind: 'argument'; readonly register: number }
  | { readonly kind: 'elements'; readonly object: number; readonly isOdd: boolean };

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

/** For each of the unstated; those at odd places may be as the others. */
type Values = readonly (number | undefined)[];

/** A condition, with its sides' distance: 0 where a comparison's sides are equal. */
interface Sample {
  readonly values: Values;
  readonly distance: number;
}

/** Runs with chosen inputs, of one verdict. */
const MOST_PROBES = 160;
const MOST_SAMPLES = 24;
const MOST_CONSTANTS = 24;
const INTEGERS = [0, 1, -1, 2 ** 31 - 1, -(2 ** 31)];
const FLOATS = [0, 0.5, Number.NaN, Infinity, -Infinity];
const BESIDE = [0, 1, -1];
const STEPS: ReadonlySet<string> = new Set(['/', '%', '>>', '&']);

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
  readonly #least = new Map<number, number>();
  #count = 0;

  constructor(program: ValueProgram) {
    const { unstated, isFloats } = unstatedOf(program);
    this.#unstated = unstated;
    this.#isFloat = isFloats;
    const dependence = dependences(program, unstated);
    for (const [index, instruction] of program.code.entries()) {
      if (instruction.kind === 'branch') this.#depends(index, dependence(instruction.condition));
      if ('address' in instruction) {
        const { on, steps } = dependence(instruction.address);
        if (steps.length > 0) this.#depends(index, { on, constants: steps, isAddress: true });
      }
      for (const value of valuesOf(instruction).flatMap((each) => [...valuesIn(each)]))
        if (value.kind === 'binary' && (value.operator === '/' || value.operator === '%'))
          // A quotient of fractions is a number, or infinite.
          if (value.right.kind !== 'constant' && !isFloat(value.right.type))
            this.#depends(~index, dependence(value.right));
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

  /** The next input to try, for one of the sides; undefined where there is none left. */
  next(sides: readonly Side[]): readonly Choice[] | undefined {
    this.#learn(sides);
    if (this.#count >= MOST_PROBES) return undefined;
    for (const side of sides) this.#begin(side);
    const open = new Set(sides.map(keyOf));
    for (;;) {
      const next = this.#waiting.shift();
      if (next === undefined) return undefined;
      const key = next.values.map(String).join();
      if (this.#tried.has(key) || !open.has(next.side)) continue;
      this.#tried.add(key);
      this.#count += 1;
      this.#running = next.values;
      this.#on = new Set(this.#conditions.get(next.instruction)?.on);
      this.#least.clear();
      return this.#unstated.flatMap((of, index) => {
        const value = next.values[index] ?? next.values[index - 1] ?? 0;
        return this.#deciding.has(index) ? [{ of, value }] : [];
      });
    }
  }

  /** The last input, without what has no part in the condition it was for. */
  needed(choices: readonly Choice[]): readonly Choice[] {
    return choices.filter(({ of }) => this.#on.has(this.#unstated.indexOf(of)));
  }

  /** From zeros, and the constants that a condition names. */
  #begin(side: Side): void {
    const condition = this.#conditions.get(side.instruction);
    if (condition === undefined || this.#begun.has(keyOf(side))) return;
    this.#begun.add(keyOf(side));
    const zeros: Values = this.#unstated.map((of) =>
      of.kind === 'elements' && of.isOdd ? undefined : 0,
    );
    const bases = [zeros];
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
        const now = values[index] ?? values[index - 1] ?? 0;
        const wanted = new Set<number>();
        for (const other of before) {
          const then = other.values[index] ?? other.values[index - 1] ?? 0;
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

const keyOf = ({ instruction, isTrue }: Side): string => `${instruction} ${isTrue}`;

const nearest = (value: number): readonly number[] =>
  Number.isInteger(value) ? [value] : [Math.floor(value), Math.ceil(value)];

/** All that nobody states and a probe may choose. */
function unstatedOf(program: ValueProgram): {
  readonly unstated: readonly Unstated[];
  readonly isFloats: readonly boolean[];
} {
  const unstated: Unstated[] = [];
  const isFloats: boolean[] = [];
  for (const [register, { input, type }] of program.registers.entries())
    if (input?.kind === 'unknown' && type !== 'pointer') {
      unstated.push({ kind: 'argument', register });
      isFloats.push(isFloat(type));
    }
  for (const [object, each] of program.objects.entries())
    if (isFilled(each) && openInput(each.input) && SCALARS[each.element].kind !== 'pointer')
      // The odd ones come next, and are as the others where they have no value.
      for (const isOdd of [false, true]) {
        unstated.push({ kind: 'elements', object, isOdd });
        isFloats.push(isFloat(each.element));
      }
  return { unstated, isFloats };
}

/** Names of the unstated arguments that values depend on. */
export function argumentsIn(
  program: ValueProgram,
): (values: readonly Value[]) => readonly string[] {
  const { unstated } = unstatedOf(program);
  const dependence = dependences(program, unstated);
  return (values) => {
    const on = new Set(values.flatMap((value) => dependence(value).on));
    return unstated.flatMap((each, index) =>
      on.has(index) && each.kind === 'argument'
        ? (program.registers[each.register]?.name ?? [])
        : [],
    );
  };
}

interface Condition {
  readonly on: readonly number[];
  readonly constants: readonly number[];
  readonly isAddress?: true;
}

interface Dependence extends Condition {
  /** Those that something unstated is divided, masked or shifted by. */
  readonly steps: number[];
}

/** For a condition, the unstated that may reach it through registers and memory, wherever they
 * are set, and the constants on the way. */
function dependences(
  program: ValueProgram,
  unstated: readonly Unstated[],
): (value: Value) => Dependence {
  const { of } = pointsTo(program);
  const { registers, objects, code } = program;
  const ofRegister = registers.map(() => new Set<number>());
  const ofObject = objects.map(() => new Set<number>());
  const constantsOf = registers.map(() => new Set<number>());
  const stepsOf = registers.map(() => new Set<number>());
  for (const [index, each] of unstated.entries())
    if (each.kind === 'argument') ofRegister[each.register]?.add(index);
    else ofObject[each.object]?.add(index);
  const add = (into: Set<number> | undefined, from: Iterable<number>): boolean => {
    const before = into?.size;
    for (const each of from) into?.add(each);
    return into?.size !== before;
  };
  const partsIn = (value: Value): Set<number> => {
    const found = new Set<number>();
    for (const part of valuesIn(value))
      if (part.kind === 'register') add(found, ofRegister[part.register] ?? []);
    return found;
  };
  const constantsIn = (value: Value): Set<number> => {
    const found = new Set<number>();
    for (const part of valuesIn(value))
      if (part.kind === 'register') add(found, constantsOf[part.register] ?? []);
      else if (part.kind === 'constant' && part.type !== 'pointer') found.add(Number(part.value));
    return found;
  };
  const stepsIn = (value: Value): Set<number> => {
    const found = new Set<number>();
    for (const part of valuesIn(value))
      if (part.kind === 'register') add(found, stepsOf[part.register] ?? []);
      else if (part.kind === 'binary' && STEPS.has(part.operator))
        if (part.right.kind === 'constant' && partsIn(part.left).size > 0)
          found.add(Number(part.right.value));
    return found;
  };
  const targets = (address: Value): Iterable<number> => {
    const all = of(address);
    return all === 'any' ? objects.keys() : all;
  };
  for (let changed = true; changed;) {
    changed = false;
    for (const instruction of code) {
      const target = targetOf(instruction);
      const from = new Set(valuesOf(instruction).flatMap((value) => [...partsIn(value)]));
      if (instruction.kind === 'load' || instruction.kind === 'atomic')
        for (const object of targets(instruction.address)) add(from, ofObject[object] ?? []);
      if (instruction.kind === 'copy')
        for (const object of targets(instruction.from)) add(from, ofObject[object] ?? []);
      const written =
        instruction.kind === 'store' || instruction.kind === 'atomic'
          ? instruction.address
          : instruction.kind === 'copy'
            ? instruction.to
            : undefined;
      if (written !== undefined)
        for (const object of targets(written)) if (add(ofObject[object], from)) changed = true;
      if (target === undefined) continue;
      if (add(ofRegister[target], from)) changed = true;
      if (instruction.kind !== 'set' || (constantsOf[target]?.size ?? 0) > MOST_CONSTANTS) continue;
      if (add(constantsOf[target], constantsIn(instruction.value))) changed = true;
      if (add(stepsOf[target], stepsIn(instruction.value))) changed = true;
    }
  }
  return (value) => ({
    on: [...partsIn(value)],
    constants: [...constantsIn(value)],
    steps: [...stepsIn(value)],
  });
}
