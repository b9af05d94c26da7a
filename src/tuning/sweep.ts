import type { ConfigurationResult, Strategy, TuningResult, Work } from './events.ts';
import { bestTwoOf } from './proved.ts';
import { census } from './census.ts';
import { cutResult, search, faultWords } from './search.ts';
import { keyOf } from './configuration.ts';
import {
  DIVERGENCE,
  NEVER_ENDS,
  nothingToRun,
  searchForDeadlocks,
  takesLong,
} from './obstacles.ts';
import type {
  Configuration,
  Finish,
  ListedConfiguration,
  SimulationReport,
  Verifier,
} from './verifier.ts';

/** Any seed will do if time does not depend on the schedule. */
const SEED = 1;

const TOO_LONG = 'Not simulated: a run of it takes more than a million steps';

/** Every configuration's time. One simulation each needs no compiler and fills the chart at once,
 * but is a sample; a census proves them all in one search. */
export const sweep: Strategy = async (verifier, emit, signal, { quick = false } = {}) => {
  const work = { verifier, emit, signal };
  if (verifier.census) return proveAll(work, verifier.census);
  const listed = verifier.configurations();
  return listed ? simulateAll(work, [...listed], quick) : sample(work);
};

async function simulateAll(
  { verifier, emit, signal }: Work,
  all: readonly ListedConfiguration[],
  quick: boolean,
): Promise<TuningResult> {
  const finishes: Finish[] = [];
  let deadlock: ConfigurationResult | undefined;
  let cut = false;
  emit({ type: 'stage', text: `Simulating ${all.length} configurations` });
  for (const [index, { values, reason }] of all.entries()) {
    if (signal.aborted) return { ...summary(finishes), status: 'cancelled' };
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
    emit({ type: 'configurations', results: [result], done: index + 1, total: all.length });
  }
  if (deadlock) return { ...summary(finishes), ...deadlockResult(deadlock) };
  if (finishes.length > 0) return summary(finishes);
  const reason = cut
    ? 'No simulation reached the end.'
    : 'No configuration satisfies the constraints.';
  return { status: cut ? 'bounded' : 'invalid', optima: [], reason };
}

async function proveAll(work: Work, take: NonNullable<Verifier['census']>): Promise<TuningResult> {
  const stopped = nothingToRun(work.verifier) ?? (await searchForDeadlocks(work));
  if (stopped) return stopped;
  const found = await census(work, take);
  const { cut, minimum, optima, runnerUp } = found;
  const [values] = optima;
  if (minimum === undefined || values === undefined)
    return cut === undefined ? NEVER_ENDS : cutResult(found, undefined, -1);
  const best = { time: minimum, values };
  if (cut !== undefined) return cutResult(found, best, -1);
  work.emit({ type: 'best', finish: best });
  const { trail } = await search(work, 'over-time', { bound: minimum });
  return { status: 'proved', minTime: minimum, optima, runnerUp, trail };
}

/** Simulations of a model with unknown configurations. */
const SAMPLES = 32;

/** For foreign models: random simulations reveal the configurations. */
async function sample({ verifier, emit, signal }: Work): Promise<TuningResult> {
  const finishes = new Map<string, Finish>();
  let unfinished: SimulationReport | undefined;
  emit({ type: 'stage', text: `Simulating the model ${SAMPLES} times` });
  for (let seed = 1; seed <= SAMPLES; seed += 1) {
    if (signal.aborted) return { ...summary([...finishes.values()]), status: 'cancelled' };
    const report = await verifier.simulate(undefined, seed, signal);
    const { finish } = report;
    if (!finish) {
      unfinished ??= report;
      continue;
    }
    const { values, time } = finish;
    const key = keyOf(values);
    if ((finishes.get(key)?.time ?? Number.POSITIVE_INFINITY) <= time) continue;
    finishes.set(key, finish);
    const result: ConfigurationResult = { values, status: 'sampled', time };
    emit({ type: 'configurations', results: [result], done: seed, total: SAMPLES });
  }
  if (finishes.size > 0) return summary([...finishes.values()]);
  const status = unfinished?.outcome === 'deadlock' ? 'deadlock' : 'bounded';
  return { status, optima: [], reason: 'No simulation reached the end (FIN).' };
}

function summary(finishes: readonly Finish[]): TuningResult {
  return { status: 'sampled', ...bestTwoOf(finishes) };
}

export const deadlockResult = ({ values, reason }: ConfigurationResult) => {
  const where = Object.entries(values).map(([name, value]) => `${name} = ${value}`);
  const what = reason ?? 'The program stops half way';
  return { status: 'deadlock', reason: `${what} (${where.join(', ')}).` } as const;
};

/** Reads a simulation's configuration. */
export function asResult(
  values: Configuration,
  { outcome, finish, steps, fault }: SimulationReport,
): ConfigurationResult {
  if (fault) return { values, status: 'invalid', reason: faultWords(fault) };
  const all = {
    finished: { status: 'sampled', time: finish?.time },
    deadlock: { status: 'deadlock', reason: DIVERGENCE },
    invalid: { status: 'invalid', reason: 'The model rejects this configuration' },
    cut: { status: 'bounded', reason: `The simulation was cut off after ${steps} steps` },
  } as const;
  return { values, ...all[outcome] };
}
