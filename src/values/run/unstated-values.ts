import { lazy } from '../../base/lazy.ts';
import type { Value, ValueProgram } from '../program.ts';
import { targetOf, valuesIn, valuesOf } from '../walk.ts';
import { unstatedIn } from './dependence.ts';
import type { Facts } from './facts.ts';
import { type Block, between, type Flow, flowOf } from './flow.ts';

type Numbers = ArrayLike<number>;

const sameInteger = (one: number, other: number): boolean => (one - other) % 2 ** 32 === 0;

/** Undefined where more than sums and products of small integers make it. */
function numberOf(value: Value, numbers: Numbers): number | undefined {
  if (value.kind === 'constant') return Number(value.value);
  if (value.kind === 'convert') return numberOf(value.operand, numbers);
  if (value.kind === 'register') {
    const number = numbers[value.register];
    return Number.isInteger(number) ? number : undefined;
  }
  if (value.kind !== 'binary') return undefined;
  const [left, right] = [numberOf(value.left, numbers), numberOf(value.right, numbers)];
  if (left === undefined || right === undefined) return undefined;
  if (value.operator === '+') return left + right;
  if (value.operator === '-') return left - right;
  const isExact = Number.isSafeInteger(left * right);
  return value.operator === '*' && isExact ? left * right : undefined;
}

const isIn = (block: Block | undefined, index: number): boolean =>
  block !== undefined && block.first <= index && index < block.end;

/** Values that inputs which nobody states decide. */
export class UnstatedValues {
  readonly #program: ValueProgram;
  readonly #facts: Facts;
  readonly #known = new Map<Value, boolean>();
  readonly #given = new Map<Value, readonly number[]>();
  readonly #flow: () => Flow;
  readonly #unstatedIn: () => ReturnType<typeof unstatedIn>;

  constructor(program: ValueProgram, facts: Facts) {
    this.#program = program;
    this.#facts = facts;
    this.#flow = lazy(() => flowOf(program));
    this.#unstatedIn = lazy(() => unstatedIn(program));
  }

  decides(value: Value): boolean {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const isUnstated = this.#unstatedIn()(value).length > 0;
    this.#known.set(value, isUnstated);
    return isUnstated;
  }

  /** A counter gave the place, which conditions on such inputs lead items to. @param numbers in registers now. */
  isCounted(value: Value, numbers: Numbers): boolean {
    const { code } = this.#program;
    const given = this.#givenTo(value);
    return (
      given.length > 0 &&
      this.#isGiven(value, new Set(given), numbers) &&
      this.#facts.branches.some(({ instruction, written }) => {
        const step = code[instruction];
        return (
          step?.kind === 'branch' &&
          written().registers.some((register) => given.includes(register)) &&
          this.decides(step.condition)
        );
      })
    );
  }

  /** A part of it counts rounds in which a condition on contents held. */
  countsContents(value: Value): boolean {
    const { code } = this.#program;
    const flow = this.#flow();
    const parts = this.#partsOf(value);
    const targets = code.map(targetOf);
    return [...parts].some((register) => {
      const setters = [...code.entries()].filter(([index]) => targets[index] === register);
      const own = new Set(
        setters.flatMap(([, step]) => valuesOf(step).flatMap((by) => [...this.#partsOf(by)])),
      );
      if (!own.has(register)) return false;
      return flow.blocks.some(({ end }, block) => {
        const last = code[end - 1];
        if (last?.kind !== 'branch' || !this.#isOfContents(last.condition)) return false;
        const inside = between(flow, block, flow.meets[block]);
        const isInside = (index: number): boolean =>
          [...inside].some((each) => isIn(flow.blocks[each], index));
        // A way out of the loop tells how far it came.
        return (
          !inside.has(block) &&
          !setters.every(([index]) => isInside(index)) &&
          targets.some((target, index) => own.has(target ?? -1) && isInside(index))
        );
      });
    });
  }

  #isOfContents(condition: Value): boolean {
    return this.#unstatedIn()(condition).some(({ kind }) => kind === 'elements');
  }

  /** Registers that atomics set and that a value is made of. */
  #givenTo(value: Value): readonly number[] {
    const known = this.#given.get(value);
    if (known !== undefined) return known;
    const parts = this.#partsOf(value);
    const given = this.#program.code.flatMap((step) =>
      step.kind === 'atomic' && step.target !== undefined && parts.has(step.target)
        ? [step.target]
        : [],
    );
    this.#given.set(value, given);
    return given;
  }

  /** A register of the value holds what one of these may have given it. */
  #isGiven(
    value: Value,
    given: ReadonlySet<number>,
    numbers: Numbers,
    seen: ReadonlySet<number> = new Set(),
  ): boolean {
    return [...valuesIn(value)].some((part) => {
      if (part.kind !== 'register' || seen.has(part.register)) return false;
      const { register } = part;
      if (given.has(register)) return true;
      const before = new Set([...seen, register]);
      return this.#program.code.some((step) => {
        if (step.kind !== 'set' || step.target !== register) return false;
        const now = numberOf(step.value, numbers);
        const isNow = now === undefined || sameInteger(now, numbers[register] ?? 0);
        return isNow && this.#isGiven(step.value, given, numbers, before);
      });
    });
  }

  /** Branches between whose sides the parts of a value are set. */
  branches(value: Value): readonly number[] {
    const parts = this.#partsOf(value);
    return this.#facts.branches.flatMap(({ instruction, written }) =>
      written().registers.some((register) => parts.has(register)) ? [instruction] : [],
    );
  }

  /** Registers that a value is made of. */
  #partsOf(value: Value): ReadonlySet<number> {
    const { code } = this.#program;
    const parts = new Set<number>();
    const waiting = [value];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      for (const part of valuesIn(next))
        if (part.kind === 'register' && !parts.has(part.register)) {
          parts.add(part.register);
          for (const step of code)
            if (step.kind === 'set' && step.target === part.register) waiting.push(step.value);
        }
    return parts;
  }
}
