import type { Ticks } from '../base/ticks.ts';
import { assertUnreachable } from '../base/diagnostic.ts';
import {
  type ConfigurationResult,
  end,
  type RunnerUp,
  type Status,
  type Strategy,
} from './events.ts';
import { sameConfiguration } from './configuration.ts';
import { runnerUpIn } from './proved.ts';
import { census } from './census.ts';
import { configurationsAt, cutResult, earliest, search } from './search.ts';
import { NEVER_ENDS, nothingToRun, searchForDeadlocks } from './obstacles.ts';
import type { Configuration, Finish, SimulationReport, Verifier } from './verifier.ts';

/** Seed of the simulations; any will do where time does not depend on the schedule. */
const SEED = 1;

/** Steps that SPIN simulates in a second or two. */
const MOST_STEPS = 1_000_000;

/** Whether SPIN's simulator, which is slower than a verifier, is better not asked. */
export const takesLong = (verifier: Verifier, values: Configuration): boolean =>
  (verifier.estimate?.(values) ?? 0) > MOST_STEPS;

const TOO_LONG = 'Not simulated: a run of it takes more than a million steps';

/** The time of every configuration. By simulation: SPIN simulates each once, which needs no compiler and
 * fills the chart at once, but one path is a sample, not a proof. Where a census is to be had it is one
 * search, and proves them all. */
export async function* sweep(
  verifier: Verifier,
  options: {
    readonly signal?: AbortSignal;
    /** Leaves out configurations whose simulation takes long. */
    readonly quick?: boolean;
  } = {},
): Strategy {
  const { signal, quick = false } = options;
  if (verifier.census) return yield* proveAll(verifier, verifier.census, signal);
  const listed = verifier.configurations();
  if (!listed) return yield* sample(verifier, signal);
  const all = [...listed];
  const finishes: Finish[] = [];
  let deadlock: ConfigurationResult | undefined;
  let cut = false;
  yield { type: 'stage', text: `Simulating ${all.length} configurations` };
  for (const [index, { values, reason }] of all.entries()) {
    if (signal?.aborted) return yield* end({ ...summary(finishes), status: 'cancelled' });
    let result: ConfigurationResult;
    if (reason !== undefined) {
      result = { values, status: 'invalid', reason };
    } else if (quick && takesLong(verifier, values)) {
      result = { values, status: 'bounded', reason: TOO_LONG };
    } else {
      const report = await verifier.simulate(values, SEED, signal);
      result = asResult(values, report);
      if (report.finish) finishes.push(report.finish);
    }
    if (result.status === 'deadlock') deadlock ??= result;
    if (result.status === 'bounded') cut = true;
    yield { type: 'configurations', results: [result], done: index + 1, total: all.length };
  }
  if (deadlock) return yield* end({ ...summary(finishes), ...deadlockResult(deadlock) });
  if (finishes.length === 0) {
    return yield* end({
      status: cut ? 'bounded' : 'invalid',
      optima: [],
      reason: cut
        ? 'No simulation reached the end.'
        : 'No configuration satisfies the constraints.',
    });
  }
  return yield* end({ ...summary(finishes), status: 'sampled' });
}

async function* proveAll(
  verifier: Verifier,
  take: NonNullable<Verifier['census']>,
  signal: AbortSignal | undefined,
): Strategy {
  const stopped = nothingToRun(verifier) ?? (yield* searchForDeadlocks(verifier, signal));
  if (stopped) return yield* end(stopped);
  const { cut, fault, minimum, optima, runnerUp } = yield* census(verifier, take, signal);
  const [values] = optima;
  if (minimum === undefined || values === undefined) {
    return yield* end(
      cut === undefined
        ? NEVER_ENDS
        : cutResult({ ...(cut && { cut }), ...(fault && { fault }) }, undefined, -1),
    );
  }
  const best = { time: minimum, values };
  if (cut !== undefined) return yield* end(cutResult({ cut, ...(fault && { fault }) }, best, -1));
  yield { type: 'best', finish: best };
  const request = { bound: minimum, ...(signal && { signal }) };
  const { trail } = yield* search(verifier, 'over-time', request);
  return yield* end({
    status: 'proved',
    minTime: minimum,
    optima,
    ...(runnerUp && { runnerUp }),
    ...(trail && { trail }),
  });
}

/** Simulations of a model whose configurations are not known beforehand. */
const SAMPLES = 32;

/** Sweep of a model that is not ours: random simulations, whose choices show the configurations. */
async function* sample(verifier: Verifier, signal: AbortSignal | undefined): Strategy {
  const finishes: Finish[] = [];
  let unfinished: SimulationReport | undefined;
  yield { type: 'stage', text: `Simulating the model ${SAMPLES} times` };
  for (let seed = 1; seed <= SAMPLES; seed += 1) {
    if (signal?.aborted) return yield* end({ ...summary(finishes), status: 'cancelled' });
    const report = await verifier.simulate(undefined, seed, signal);
    if (!report.finish) {
      unfinished ??= report;
      continue;
    }
    const { values, time } = report.finish;
    const known = finishes.findIndex((finish) => sameConfiguration(finish.values, values));
    if (known >= 0 && (finishes[known]?.time ?? 0) <= time) continue;
    if (known >= 0) finishes.splice(known, 1);
    finishes.push(report.finish);
    const result: ConfigurationResult = { values, status: 'sampled', time };
    yield { type: 'configurations', results: [result], done: seed, total: SAMPLES };
  }
  if (finishes.length > 0) return yield* end({ ...summary(finishes), status: 'sampled' });
  return yield* end({
    status: unfinished?.outcome === 'deadlock' ? 'deadlock' : 'bounded',
    optima: [],
    reason: 'No simulation reached the end (FIN).',
  });
}

function summary(finishes: readonly Finish[]): {
  status: Status;
  optima: Configuration[];
  minTime?: Ticks;
  runnerUp?: RunnerUp;
} {
  const best = earliest(finishes);
  if (!best) return { status: 'sampled', optima: [] };
  const optima = configurationsAt(finishes, best.time);
  const runnerUp = runnerUpIn(finishes, optima);
  return { status: 'sampled', minTime: best.time, optima, ...(runnerUp && { runnerUp }) };
}

export function deadlockResult({ values, reason }: ConfigurationResult): {
  status: Status;
  reason: string;
} {
  const where = Object.entries(values)
    .map(([name, value]) => `${name} = ${value}`)
    .join(', ');
  return { status: 'deadlock', reason: `${reason ?? 'The program stops half way'} (${where}).` };
}

export function asResult(values: Configuration, report: SimulationReport): ConfigurationResult {
  switch (report.outcome) {
    case 'finished':
      return { values, status: 'sampled', ...(report.finish && { time: report.finish.time }) };
    case 'deadlock':
      return {
        values,
        status: 'deadlock',
        reason:
          'Barrier divergence: some work-items of a group never reach a barrier the others wait at',
      };
    case 'invalid':
      return { values, status: 'invalid', reason: 'The model rejects this configuration' };
    case 'cut':
      return {
        values,
        status: 'bounded',
        reason: `The simulation was cut off after ${report.steps} steps`,
      };
    default:
      return assertUnreachable(report.outcome);
  }
}
