import type { ValueProgram } from '../program.ts';
import { openMeeting } from '../walk.ts';
import { type Budget, OutOfBudget } from './budget.ts';
import type { Claims } from './claims.ts';
import { EveryOrder } from './every-order.ts';
import type { Filling } from './inputs.ts';
import { ACTIVE, ASCENDING, type Order } from './order.ts';
import { AssumptionFailed } from './assumption-failed.ts';
import type { Report } from './report.ts';
import type { Session } from './session.ts';
import type { Sighting } from './trial.ts';

/** The same input, with other lanes active together. */
function activeIn(filling: Filling, { active }: Order, words: string): Filling {
  const { trial } = filling;
  const all = trial.words === undefined ? words : `${trial.words}, ${words}`;
  return { ...filling, trial: { ...trial, words: all, ...(active && { active }) } };
}

interface Judged {
  readonly program: ValueProgram;
  readonly report: Report;
  readonly claims: Claims;
  readonly budget: Budget;
  readonly signal: AbortSignal | undefined;
}

/** Runs of a program for single inputs, within a budget. */
export class Attempts {
  /** Inputs that were run. */
  tried = 0;
  /** An input was one that the text allows. */
  isAllowed = false;
  /** Inputs that took too long. */
  left = 0;
  readonly #judged: Judged;

  constructor(judged: Judged) {
    this.#judged = judged;
  }

  /** @throws {OutOfBudget} as soon as there is no time. */
  goOn(): void {
    const { signal, budget } = this.#judged;
    signal?.throwIfAborted();
    budget.look();
  }

  /** Runs an input, and judges what it left. @throws {OutOfBudget} */
  try(
    session: Session,
    filling: Filling,
    groups: readonly number[],
    order: Order = ASCENDING,
    turned?: Sighting['turned'],
  ): void {
    const { program, claims, report } = this.#judged;
    const isOpen = order === ASCENDING && openMeeting(program) !== undefined;
    for (const { order: each, words } of isOpen ? ACTIVE : [{ order }]) {
      const filled = words === undefined ? filling : activeIn(filling, each, words);
      session.fill(filled);
      try {
        const isWhole = session.run(groups, each);
        this.isAllowed = true;
        if (!isWhole) continue;
        const way = each instanceof EveryOrder ? { order: each.chosen, yieldsAt: [] } : turned;
        claims.judge(session, filled, groups, way);
      } catch (error) {
        if (!(error instanceof AssumptionFailed)) throw error;
        report.left();
      }
    }
    this.tried += order === ASCENDING ? 1 : 0;
  }

  /** Unstated contents may be a loop's number of rounds: an input far slower than the first is left,
   * and reported. @returns whether it was run to its end. */
  within(most: number, run: () => void): boolean {
    const { budget, report } = this.#judged;
    const { limit } = budget;
    budget.limit = Math.min(limit, budget.steps + most);
    budget.mayLeave = most !== Infinity;
    try {
      run();
      return true;
    } catch (error) {
      if (error instanceof AssumptionFailed) return true;
      if (!(error instanceof OutOfBudget) || budget.isOver || budget.steps > limit) throw error;
      this.left += 1;
      report.left();
      return false;
    } finally {
      budget.limit = limit;
      budget.mayLeave = false;
    }
  }

  /** Like `within`, but leaving it is no part of the verdict. */
  aside(most: number, run: () => void): boolean {
    const { left } = this;
    const isDone = this.within(most, run);
    this.left = left;
    return isDone;
  }
}
