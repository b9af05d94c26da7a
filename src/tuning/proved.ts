import { addTicks, compareTicks, type Ticks } from '../base/ticks.ts';
import type { KnownBounds, RunnerUp, TuningResult, Work } from './events.ts';
import { census } from './census.ts';
import { configurationsAt, earliest, search, unlessEnded } from './search.ts';
import { keyOf } from './configuration.ts';
import type { Configuration, Finish, SearchReport, Trail, Verifier } from './verifier.ts';

/** What is known when the minimum is proved. */
export interface Proof {
  readonly best: Finish;
  readonly trail: Trail | undefined;
  /** Other paths that were seen on the way: they bound the search for the runner-up. */
  readonly seen: readonly Finish[];
  readonly from: KnownBounds | undefined;
}

/** The result of a proof: its counterexample, every configuration that reaches the minimum, and the next
 * best time. Nothing that is cut off here takes anything from the proof. */
export async function provedResult(
  work: Work,
  { best, trail: known, seen, from }: Proof,
): Promise<TuningResult> {
  let trail = known;
  if (!trail) {
    // The simulation had the minimum already, and no search a counterexample.
    work.emit({ type: 'stage', text: `Finding the counterexample for ${best.time} ticks` });
    ({ trail } = await search(work, 'over-time', { bound: best.time }));
  }
  const { optima, complete, runnerUp } = await bestAndNext(work, best, seen);
  return {
    status: 'proved',
    minTime: best.time,
    optima,
    runnerUp,
    trail,
    ...(!complete && { reason: 'The list of optimal configurations may be incomplete.' }),
    ...(from && { from: { low: from.low, high: from.best.time } }),
  };
}

interface BestAndNext {
  readonly optima: readonly Configuration[];
  readonly complete: boolean;
  readonly runnerUp?: RunnerUp | undefined;
}

/** Once the minimum is known: searches that do not stop at the first counterexample name every
 * configuration within a bound at or above it, those that reach it and the next best. */
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

/** Seconds that a census may take beside a proof: a bounded search may be much quicker. */
const CENSUS_SECONDS = 120;

/** Where the times of all configurations are to be had, they say it all, and once more the minimum;
 * nothing where that takes too long. */
async function fromCensus(
  work: Work,
  take: NonNullable<Verifier['census']>,
  best: Finish,
): Promise<BestAndNext | undefined> {
  const signal = AbortSignal.any([work.signal, AbortSignal.timeout(CENSUS_SECONDS * 1000)]);
  const { cut, minimum, optima, runnerUp } = await census({ ...work, signal }, take);
  if (work.signal.aborted) return { optima: [best.values], complete: false };
  if (cut !== undefined) return undefined;
  if (minimum !== best.time) {
    throw new Error(`a search proves ${best.time} ticks, the census ${minimum ?? 'nothing'}`);
  }
  return { optima, complete: true, runnerUp };
}

/** Configurations that are simulated to find one that is worse than the best. */
const MOST_SIMULATED = 32;

/** A time above the minimum at which another configuration finishes, the lowest known without a search;
 * undefined where there is none, or where configurations are not listed. */
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

/** The bounds to search within for the runner-up: where its known time is far above the minimum first
 * one that is near, since every configuration within the bound is reported. */
function boundsUpTo(worse: Ticks, minimum: Ticks): Ticks[] {
  const near = ticksBetween(minimum, 16);
  return compareTicks(ticksBetween(minimum, 4), worse) < 0 ? [near, worse] : [worse];
}

/** `minimum` and one part of it more, rounded up. */
const ticksBetween = (minimum: Ticks, parts: number): Ticks =>
  addTicks(minimum, BigInt(minimum) / BigInt(parts) + 1n);

/** The best of the configurations that do not reach the minimum. */
export function runnerUpIn(
  finishes: readonly Finish[],
  optima: readonly Configuration[],
): RunnerUp | undefined {
  const among = new Set(optima.map(keyOf));
  const next = earliest(finishes.filter(({ values }) => !among.has(keyOf(values))));
  return next && { time: next.time, configurations: configurationsAt(finishes, next.time) };
}

/** The least time and the next of finished paths, each with every configuration that has it. */
export function bestTwoOf(
  finishes: readonly Finish[],
): Pick<TuningResult, 'minTime' | 'optima' | 'runnerUp'> {
  const best = earliest(finishes);
  if (!best) return { optima: [] };
  const optima = configurationsAt(finishes, best.time);
  return { minTime: best.time, optima, runnerUp: runnerUpIn(finishes, optima) };
}
