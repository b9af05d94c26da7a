import type { ValueProgram } from '../program.ts';
import { groupsOf, hasGridBarrier } from '../walk.ts';
import type { ValueTrace } from '../trace.ts';
import { BUDGET, Budget, OutOfBudget } from './budget.ts';
import { checkByRunning, type RunOptions } from './check.ts';
import { inputsOf } from './inputs.ts';
import { ASCENDING } from './order.ts';
import { EveryOrder } from './every-order.ts';
import { orders, type Turned } from './orders.ts';
import { Recorder, Seen } from './recorder.ts';
import { AssumptionFailed } from './assumption-failed.ts';
import { Report } from './report.ts';
import { prepare, Session } from './session.ts';
import { wantedIn } from './wanted.ts';
import { unfold } from './unfold.ts';

/** Values leading to a finding of `checkByRunning`, with the same options.
 * @param finding its index. @returns nothing where there is no such finding. */
export function traceByRunning(
  given: ValueProgram,
  finding: number,
  options: RunOptions = {},
): ValueTrace | undefined {
  const program = unfold(given);
  const verdict = checkByRunning(program, options);
  const wanted = verdict.findings[finding];
  const sighting = verdict.sightings[finding];
  if (wanted === undefined || sighting === undefined) return undefined;
  const { turned } = sighting;
  const prepared = prepare(program, turned?.yieldsAt);
  const { layout } = verdict;
  const filling = inputsOf(program, layout, options.seed ?? 1).of(sighting.trial);
  if (filling === undefined) return undefined;
  const recorder = new Recorder(program, wanted, sighting.groups);
  const report = new Report(program, prepared.facts, options);
  const session = new Session(prepared, layout, report, new Budget(BUDGET), recorder);
  session.fill(filling);
  recorder.begin(
    session.stores,
    wantedIn(program, prepared.facts, session.stores, filling, options.constants ?? {}),
  );
  const last = Math.max(...sighting.groups);
  const all = Array.from({ length: groupsOf(program) }, (_, group) => group);
  const { active } = sighting.trial;
  const order = turned
    ? wayOf(turned.order, options.seed ?? 1)
    : active && { ...ASCENDING, active, reverses: false };
  // Later groups matter only to a result, and where groups wait for them or come between.
  const isOfAll =
    wanted.kind === 'result' || hasGridBarrier(program) || order?.inTurns !== undefined;
  const before = isOfAll ? all : all.slice(0, last + 1);
  const isOwn = typeof turned?.order === 'object' || verdict.groups.run < all.length;
  const groups = isOwn ? sighting.groups : before;
  try {
    session.run(order?.reverses === true ? groups.toReversed() : groups, order);
  } catch (error) {
    if (error instanceof Seen) return recorder.trace(true);
    if (!(error instanceof OutOfBudget || error instanceof AssumptionFailed)) throw error;
  }
  return recorder.trace(false);
}

const wayOf = (order: number | readonly number[], seed: number): Turned | undefined =>
  typeof order === 'number'
    ? orders(seed)[order]
    : Object.assign(new EveryOrder(order), { reverses: false });
