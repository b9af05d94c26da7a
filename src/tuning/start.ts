import { addTicks, compareTicks } from '../base/ticks.ts';
import { showConfiguration } from './configuration.ts';
import type { KnownBounds, TuningResult, Work } from './events.ts';
import { firstValid, NEVER_ENDS, searchForDeadlocks, takesLong } from './obstacles.ts';
import { cutResult, earliest, search, faultResult } from './search.ts';
import { asResult, deadlockResult } from './sweep.ts';
import type { Configuration, Finish } from './verifier.ts';

/** Starts a proof by a simulation or from earlier bounds; a result instead means nothing to search. */
export async function knownStart(
  work: Work,
  from: KnownBounds | undefined,
): Promise<KnownBounds | TuningResult> {
  if (!from || compareTicks(from.low, from.best.time) >= 0) return startingPoint(work);
  const { low, best } = from;
  const proved = compareTicks(low, 0) < 0 ? '' : `cannot finish within ${low} ticks, and `;
  work.emit({
    type: 'stage',
    text: `Going on from an earlier run: the program ${proved}can finish within ${best.time}`,
  });
  work.emit({ type: 'best', finish: best, trail: from.trail });
  return from;
}

/** T_ini: the time of the first valid configuration, by simulation or a search of its one path.
 * Kernels whose barriers may diverge are searched for deadlocks first. A result instead means no
 * valid configuration, or one that never finishes. */
async function startingPoint(work: Work): Promise<KnownBounds | TuningResult> {
  const { verifier, emit } = work;
  const first = firstValid(verifier);
  if ('reason' in first) return { status: 'invalid', optima: [], reason: first.reason };
  const start = verifier.guesses
    ? await guessedStart(work, verifier.guesses.finishing)
    : await firstTime(work, first.values);
  if (!('best' in start) && !verifier.canDiverge) return start;
  const deadlock = await searchForDeadlocks(work);
  if (deadlock) return deadlock;
  if ('best' in start) emit({ type: 'best', finish: start.best, trail: start.trail });
  return start;
}

/** Simulations of a foreign model, and the milliseconds after which no more start. */
const GUESSES = { most: 16, time: 1500 };

/** Any finishing run of a foreign model: by search if possible, no longer than the best simulation. */
async function guessedStart(work: Work, finishing: string): Promise<KnownBounds | TuningResult> {
  const { verifier, emit, signal } = work;
  emit({ type: 'stage', text: 'Simulating the model for a first bound' });
  const began = performance.now();
  let guess: Finish | undefined;
  for (let seed = 1; seed <= GUESSES.most && performance.now() - began < GUESSES.time; seed += 1) {
    const { finish, outcome } = await verifier.simulate(undefined, seed, signal);
    if (finish && (!guess || compareTicks(finish.time, guess.time) < 0)) guess = finish;
    if (outcome === 'cut') break; // it may never end
  }
  const low = addTicks(verifier.least ?? 0, -1); // known once the model is read
  if (guess) {
    emit({ type: 'stage', text: 'Searching for a run as good as the best of the simulations' });
    const report = await search(work, 'over-time', { bound: guess.time });
    const best = earliest(report.finishes);
    if (best) return { low, best, trail: report.trail };
    if (report.cut) return withGuess(cutResult(report, undefined, low), guess);
  }
  emit({ type: 'stage', text: `Searching for a run that ${finishing}` });
  const report = await search(work, 'termination', { bound: 'none' });
  const best = earliest(report.finishes);
  if (best) return { low, best, trail: report.trail };
  if (report.cut) return withGuess(cutResult(report, undefined, low), guess);
  const reason = `No run of the model ${finishing}: all end or block before, or go round for ever (${report.states} states were searched). Checking the model says where.`;
  return { status: 'deadlock', optima: [], reason };
}

/** A simulated best is said, and no answer: its cost may be another where it counts. */
const withGuess = (result: TuningResult, guess: Finish | undefined): TuningResult =>
  guess
    ? {
        ...result,
        reason: `${result.reason ?? ''} A simulated run comes to ${guess.time} ticks at ${showConfiguration(guess.values)}, which no search has confirmed.`,
      }
    : result;

/** The configuration's time, or its failure. */
async function firstTime(
  work: Work,
  values: Configuration | undefined,
): Promise<KnownBounds | TuningResult> {
  const { verifier, emit, signal } = work;
  if (values && (verifier.census || takesLong(verifier, values))) {
    emit({ type: 'stage', text: 'Running one configuration for a first bound' });
    const request = { bound: 'none', configuration: values } as const;
    const report = await search(work, 'termination', request);
    const best = report.finishes[0];
    if (best) return { low: -1, best, trail: report.trail };
    return report.cut ? cutResult(report, undefined, -1) : NEVER_ENDS;
  }
  emit({ type: 'stage', text: 'Simulating one configuration for a first bound' });
  const report = await verifier.simulate(values, 1, signal);
  const result = asResult(report.finish?.values ?? values ?? {}, report);
  emit({ type: 'configurations', results: [result], done: 1, total: 1 });
  if (report.finish) return { low: -1, best: report.finish };
  if (report.fault) return faultResult(report.fault);
  if (result.status === 'deadlock') return { optima: [], ...deadlockResult(result) };
  const reason = result.reason ?? 'The simulation did not finish.';
  return { status: 'bounded', optima: [], reason };
}
