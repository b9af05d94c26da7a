import { addTicks, compareTicks, type Ticks } from '../base/ticks.ts';
import { timeLimit } from '../base/time-limit.ts';
import type { KnownBounds, RunnerUp, TuningResult, Work } from './events.ts';
import { census } from './census.ts';
import { configurationsAt, earliest, search, unlessEnded } from './search.ts';
import { keyOf } from './configuration.ts';
import type { Configuration, Finish, SearchReport, Trail, Verifier } from './verifier.ts';

/** Said of a proof whose list of optima was cut off. */
export const INCOMPLETE = 'The list of optimal configurations may be incomplete.';

/** Evidence that the minimum is proved. */
export interface Proof {
  readonly best: Finish;
  readonly trail: Trail | undefined;
  /** Other paths seen; they bound the search for the runner-up. */
  readonly seen: readonly Finish[];
  readonly from: KnownBounds | undefined;
  /** The proof has listed every optimum. */
  readonly isListed?: true;
}

/** The counterexample, every optimum, and the runner-up. An interruption here does not weaken the
 * proof. */
export async function provedResult(
  work: Work,
  { best, trail: known, seen, from, isListed }: Proof,
): Promise<TuningResult> {
  let trail = known;
  if (!trail) {
    // The simulation found the minimum, so no search left a counterexample.
    work.emit({ type: 'stage', text: `Finding the counterexample for ${best.time} ticks` });
    ({ trail } = await search(work, 'over-time', { bound: best.time }));
  }
  const { optima, complete, runnerUp }: BestAndNext = isListed
    ? { optima: configurationsAt(seen, best.time), complete: true }
    : await bestAndNext(work, best, seen);
  return {
    status: 'proved',
    minTime: best.time,
    optima,
    runnerUp,
    trail,
    ...(!complete && { reason: INCOMPLETE }),
    ...(from && { from: { low: from.low, high: from.best.time } }),
  };
}

interface BestAndNext {
  readonly optima: readonly Configuration[];
  readonly complete: boolean;
  readonly runnerUp?: RunnerUp | undefined;
}

/** Lists every configuration within a bound by searches that continue past counterexamples. */
async function bestAndNext(
  work: Work,
  best: Finish,
  seen: readonly Finish[],
): Promise<BestAndNext> {
  const { verifier, emit } = work;
  if (verifier.census) {
    const all = await fromCensus(work, verifier.census, best);
    if (all) return all;
  }
  const worse = await somethingWorse(work, best, seen);
  const next = worse === undefined ? '' : ', and the next best';
  const text = `Collecting every configuration that needs ${best.time} ticks${next}`;
  emit({ type: 'stage', text });
  const within = (bound: Ticks): Promise<SearchReport> =>
    search(work, 'optima', { bound, all: true });
  for (const bound of worse === undefined ? [] : boundsUpTo(worse, best.time)) {
    const report = await within(bound);
    const optima = configurationsAt([best, ...report.finishes], best.time);
    if (report.cut === 'cancelled') return { optima, complete: false };
    if (report.cut !== undefined) break; // the narrowest search of all may still come to its end
    const runnerUp = runnerUpIn(report.finishes, optima);
    if (runnerUp) return { optima, complete: true, runnerUp };
  }
  const report = await within(best.time);
  const optima = configurationsAt([best, ...report.finishes], best.time);
  return { optima, complete: report.cut === undefined };
}

/** A bounded search may be far quicker, so the census has a limit, in seconds. */
const CENSUS_SECONDS = 120;

/** A census answers everything at once; undefined if it takes too long. */
async function fromCensus(
  work: Work,
  take: NonNullable<Verifier['census']>,
  best: Finish,
): Promise<BestAndNext | undefined> {
  const signal = AbortSignal.any([work.signal, timeLimit(CENSUS_SECONDS * 1000)]);
  const { cut, minimum, optima, runnerUp } = await census({ ...work, signal }, take);
  if (work.signal.aborted) return { optima: [best.values], complete: false };
  if (cut !== undefined) return undefined;
  if (minimum !== best.time) {
    throw new Error(`a search proves ${best.time} ticks, the census ${minimum ?? 'nothing'}`);
  }
  return { optima, complete: true, runnerUp };
}

/** Simulations spent on finding one time above the minimum. */
const MOST_SIMULATED = 32;

/** The lowest time above the minimum known without a search. */
async function somethingWorse(
  { verifier, emit, signal }: Work,
  best: Finish,
  seen: readonly Finish[],
): Promise<Ticks | undefined> {
  const listed = verifier.configurations();
  if (!listed) return undefined;
  const optima = configurationsAt([best, ...seen], best.time);
  const known = runnerUpIn(seen, optima);
  const among = new Set(optima.map(keyOf));
  if (known) return known.time;
  emit({ type: 'stage', text: 'Simulating other configurations' });
  let simulated = 0;
  for (const { values, reason } of listed) {
    if (reason !== undefined || among.has(keyOf(values))) continue;
    if (signal.aborted || simulated === MOST_SIMULATED) return undefined;
    simulated += 1;
    const report = await unlessEnded(verifier.simulate(values, 1, signal), signal);
    const finish = report?.finish;
    if (finish && compareTicks(finish.time, best.time) > 0) return finish.time;
  }
  return undefined;
}

/** Starts near the minimum if the known runner-up is far off, since every configuration within the
 * bound is listed. */
function boundsUpTo(worse: Ticks, minimum: Ticks): Ticks[] {
  const near = ticksBetween(minimum, 16);
  return compareTicks(ticksBetween(minimum, 4), worse) < 0 ? [near, worse] : [worse];
}

/** `minimum` and one part of it more, rounded up. */
const ticksBetween = (minimum: Ticks, parts: number): Ticks =>
  addTicks(minimum, BigInt(minimum) / BigInt(parts) + 1n);

/** The best configuration above the minimum. */
export function runnerUpIn(
  finishes: readonly Finish[],
  optima: readonly Configuration[],
): RunnerUp | undefined {
  const among = new Set(optima.map(keyOf));
  const next = earliest(finishes.filter(({ values }) => !among.has(keyOf(values))));
  return next && { time: next.time, configurations: configurationsAt(finishes, next.time) };
}

/** The least time and the next among finished paths, with their configurations. */
export function bestTwoOf(
  finishes: readonly Finish[],
): Pick<TuningResult, 'minTime' | 'optima' | 'runnerUp'> {
  const best = earliest(finishes);
  if (!best) return { optima: [] };
  const optima = configurationsAt(finishes, best.time);
  return { minTime: best.time, optima, runnerUp: runnerUpIn(finishes, optima) };
}
