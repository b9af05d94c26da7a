import { lazy } from '../../base/lazy.ts';
import type { Value, ValueProgram } from '../program.ts';
import { valuesIn } from '../walk.ts';
import { unstatedIn } from './dependence.ts';
import type { Facts } from './facts.ts';

/** Values that inputs which nobody states decide. */
export class UnstatedValues {
  readonly #program: ValueProgram;
  readonly #facts: Facts;
  readonly #known = new Map<Value, boolean>();
  readonly #unstatedIn: () => ReturnType<typeof unstatedIn>;

  constructor(program: ValueProgram, facts: Facts) {
    this.#program = program;
    this.#facts = facts;
    this.#unstatedIn = lazy(() => unstatedIn(program));
  }

  decides(value: Value): boolean {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const isUnstated = this.#unstatedIn()(value).length > 0;
    this.#known.set(value, isUnstated);
    return isUnstated;
  }

  /** A counter gives the place, which conditions on such inputs lead items to. */
  isCounted(value: Value): boolean {
    const { code } = this.#program;
    const parts = this.#partsOf(value);
    const given = code.flatMap((step) =>
      step.kind === 'atomic' && step.target !== undefined && parts.has(step.target)
        ? [step.target]
        : [],
    );
    return (
      given.length > 0 &&
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
