import { USUAL } from './argument-keys.ts';

/** Arguments that avoid a fault. */
export interface Way {
  readonly key: string;
  /** Nothing at all goes wrong for them. */
  readonly isFree: boolean;
}

/** Faults of any kind, by the arguments they were seen for. */
export class Faults {
  readonly #of = new Map<string, Set<string>>();
  readonly #modes = new Map<string, readonly string[]>();

  /** @param modes the arguments whose conditions alone lead to it; none where anything else decides. */
  add(fault: string, key: string, modes: () => readonly string[]): void {
    const known = this.#of.get(key) ?? new Set();
    this.#of.set(key, known.add(fault));
    if (!this.#modes.has(fault)) this.#modes.set(fault, modes());
  }

  /** Usual arguments have none. */
  get areUnusual(): boolean {
    return (this.#of.get(USUAL)?.size ?? 0) === 0;
  }

  /** Those of the arguments that do not trade a fault for another, free ones first. */
  waysAround(fault: string, avoiding: readonly string[]): readonly Way[] {
    const ways = avoiding.flatMap((key): Way[] => {
      const others = [...(this.#of.get(key) ?? [])].filter((one) => one !== fault);
      if (others.some((other) => this.#isTraded(fault, other))) return [];
      return [{ key, isFree: others.length === 0 }];
    });
    return ways.toSorted((a, b) => Number(b.isFree) - Number(a.isFree));
  }

  /** Usual arguments avoid the other, and both are on sides of the same arguments' conditions: each of these is tried. */
  #isTraded(fault: string, other: string): boolean {
    const [own = [], modes = []] = [this.#modes.get(fault), this.#modes.get(other)];
    return (
      this.#of.get(USUAL)?.has(other) !== true &&
      modes.length > 0 &&
      modes.every((name) => own.includes(name))
    );
  }
}
