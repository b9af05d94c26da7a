import type { ValueProgram } from '../program.ts';

/** The budget of steps is used up, or the time is. */
export class OutOfBudget extends Error {}

/** Steps. */
export const BUDGET = 2e8;
/** Steps of a program's beginning. */
const OF_BEGINNING = 5e6;

export const stepsOf = ({ isBeginning = false }: ValueProgram, budget = BUDGET): number =>
  isBeginning ? Math.min(budget, OF_BEGINNING) : budget;

/** Steps between looks at the clock. */
const BETWEEN_LOOKS = 500_000;

/** Steps that take as long as to look at what was noticed. */
const OF_NOTICE = 20;

/** Steps that are taken behind a fault, for others. */
const BEHIND_A_FAULT = 2e7;

/** Steps that are counted over all runs, and the time they may take. */
export class Budget {
  steps = 0;
  limit: number;
  /** The time is used up. */
  isOver = false;
  /** The running input was made up, and may be left. */
  mayLeave = false;
  readonly #isOutOfTime: (() => boolean) | undefined;
  #lookedAt = 0;
  #noticed = 0;

  constructor(limit: number, isOutOfTime?: () => boolean) {
    this.limit = limit;
    this.#isOutOfTime = isOutOfTime;
  }

  /** @throws {OutOfBudget} */
  take(steps: number): void {
    this.steps += steps;
    if (this.steps > this.limit) throw new OutOfBudget();
    if (this.steps - this.#lookedAt > BETWEEN_LOOKS) this.look();
  }

  /** Something was noticed between two steps, which takes longer than they do. */
  notice(): void {
    this.steps += OF_NOTICE;
    this.#noticed += OF_NOTICE;
  }

  /** Instructions that items ran. */
  get instructions(): number {
    return this.steps - this.#noticed;
  }

  /** A fault was found, and what follows may be a loop that it broke. */
  shorten(): void {
    this.limit = Math.min(this.limit, this.steps + BEHIND_A_FAULT);
  }

  /** The running input shows no more.
   * @throws {OutOfBudget} where inputs may be left */
  leaveInput(): void {
    if (this.mayLeave) throw new OutOfBudget();
  }

  /** @throws {OutOfBudget} as soon as there is no time. */
  look(): void {
    this.#lookedAt = this.steps;
    this.isOver ||= this.#isOutOfTime?.() === true;
    if (this.isOver) throw new OutOfBudget();
  }
}
