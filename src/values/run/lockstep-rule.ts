import { sparesReturned } from '../../front/language.ts';
import type { ValueProgram } from '../program.ts';
import type { Budget } from './budget.ts';
import type { Filling } from './inputs.ts';
import { AssumptionFailed } from './assumption-failed.ts';
import { Report, type Told } from './report.ts';
import { prepare, Session } from './session.ts';
import type { Layout } from './store.ts';

interface Asked {
  readonly layout: Layout;
  readonly filling: Filling;
  readonly groups: readonly number[];
}

/** Pairs of accesses that race by the older convention too. Undefined where it does not end. */
export function racesInLockstep(
  program: ValueProgram,
  { layout, filling, groups }: Asked,
  budget: Budget,
  told: Told,
): ReadonlySet<number> | undefined {
  const prepared = prepare({ ...program, isLockstep: true });
  const report = new Report(prepared.program, prepared.facts, told);
  const session = new Session(prepared, layout, report, budget);
  session.fill(filling);
  try {
    session.run(groups);
  } catch (error) {
    if (!(error instanceof AssumptionFailed)) throw error;
  }
  return report.isStuck ? undefined : report.racingPairs;
}

/** The rule by which barriers and warps are judged, where there are two. */
export function ruleOf({ isLockstep, language }: ValueProgram): readonly string[] {
  if (isLockstep === true)
    return [
      'By the older convention, as is stated: the threads of a warp of 32 go in lockstep, so that what they exchange needs no barrier.',
    ];
  return sparesReturned(language)
    ? [
        'By the rules since Volta: each thread is scheduled by itself, and a barrier waits for those that have not returned.',
      ]
    : [];
}
