import type { Assumed } from '../finding.ts';
import type { Value, ValueProgram } from '../program.ts';
import { writtenIn } from '../walk.ts';
import { argumentsIn } from './dependence.ts';
import { flowOf } from './flow.ts';
import { assumedOf } from './inputs.ts';
import { objectsOf, type PointsTo } from './points-to.ts';
import type { Trial } from './trial.ts';

type Arguments = ReadonlyMap<string, number>;

const keyOf = ({ unusual }: Trial): string => unusual.join(' ');

/** Faults at places that arguments which nobody states decide, as the rounds of a loop: those that others
 * avoid rest on what was taken for them. */
export class ByArguments {
  readonly #program: ValueProgram;
  readonly #points: PointsTo;
  readonly #usual: (name: string) => number;
  readonly #tried = new Map<string, Arguments>();
  /** Those for which each fault was seen. */
  readonly #seen = new Map<string, Set<string>>();
  readonly #names = new Map<string, readonly string[]>();
  #argumentsIn: ReturnType<typeof argumentsIn> | undefined;

  constructor(program: ValueProgram, points: PointsTo, usual: (name: string) => number) {
    this.#program = program;
    this.#points = points;
    this.#usual = usual;
  }

  begin(trial: Trial): void {
    this.#tried.set(keyOf(trial), new Map(trial.unusual));
  }

  saw(fault: string, trial: Trial): void {
    const seen = this.#seen.get(fault) ?? new Set();
    this.#seen.set(fault, seen.add(keyOf(trial)));
  }

  /** Arguments that decide where an access is, and where others write what it reads. */
  of(access: number, isOfContents: boolean): readonly string[] {
    const key = `${access} ${isOfContents}`;
    const names = this.#names.get(key) ?? this.#namesOf(access, isOfContents);
    this.#names.set(key, names);
    return names;
  }

  #namesOf(access: number, isOfContents: boolean): readonly string[] {
    const { code } = this.#program;
    const own = code[access];
    if (own === undefined || !('address' in own)) return [];
    const addresses: Value[] = [own.address];
    const objects = new Set(objectsOf(this.#points.of(own.address), this.#program));
    if (isOfContents)
      for (const address of code.flatMap((step) => writtenIn(step) ?? []))
        if (objectsOf(this.#points.of(address), this.#program).some((each) => objects.has(each)))
          addresses.push(address);
    this.#argumentsIn ??= argumentsIn(this.#program, flowOf(this.#program));
    return this.#argumentsIn(addresses);
  }

  /** What a fault of the usual arguments rests on, if others that let loops begin avoid it. */
  assumed(fault: string, names: readonly string[]): Assumed | undefined {
    if (names.length === 0) return undefined;
    for (const [key, values] of this.#tried) {
      const isOther = [...values].every(
        ([name, value]) => value === this.#usual(name) || (names.includes(name) && value > 0),
      );
      if (!isOther || this.#seen.get(fault)?.has(key) === true) continue;
      const others = names.map((name) => [name, values.get(name) ?? this.#usual(name)] as const);
      const told = names.map((name) => [name, this.#usual(name)] as const);
      const found = assumedOf(this.#usual, told);
      const otherwise = assumedOf(this.#usual, others);
      if (found && otherwise) return { ...found, otherwise: otherwise.so, usual: otherwise.words };
    }
    return undefined;
  }
}
