import { compareTicks, type Ticks } from '../base/ticks.ts';
import { Channel } from './channel.ts';
import { compareConfigurations } from './configuration.ts';
import type { ConfigurationResult, RunnerUp, TuningEvent } from './events.ts';
import type { CensusReport, Configuration, Cut, Fault, FinishTable, Verifier } from './verifier.ts';

/** What the times of all configurations amount to. */
export interface Census {
  readonly cut?: Cut;
  readonly fault?: Fault;
  /** Absent where nothing finishes. */
  readonly minimum?: Ticks;
  readonly optima: readonly Configuration[];
  readonly runnerUp?: RunnerUp;
}

/** Results that are told of in one event: a million events would take longer than the search. */
const BATCH = 10_000;

/** The time of every configuration, proved by one search through all of them, and what is wrong with
 * those that cannot run. Only for verifiers that do this (see `Verifier.census`). */
export async function* census(
  verifier: Verifier,
  take: NonNullable<Verifier['census']>,
  signal: AbortSignal | undefined,
): AsyncGenerator<TuningEvent, Census> {
  yield { type: 'stage', text: 'Taking the time of every configuration' };
  const channel = new Channel<TuningEvent>();
  const running = take({
    ...(signal && { signal }),
    onProgress: (progress) =>
      channel.push({ type: 'progress', purpose: 'census', bound: null, progress }),
    onRows: (rows) => {
      channel.push({
        type: 'stage',
        text: `Taking the time of every configuration: ${rows.toLocaleString('en')} so far`,
      });
    },
  }).finally(() => channel.close());
  running.catch(() => undefined); // it surfaces where it is awaited
  yield* channel;
  const report = await running.catch((error: unknown) => {
    if (signal?.aborted !== true) throw error;
    return undefined;
  });
  if (!report) return { optima: [], cut: 'cancelled' };
  const { states, transitions, depth, memoryMB, seconds } = report;
  const verdict = report.cut === undefined ? 'satisfied' : 'incomplete';
  const figures = { states, transitions, depth, memoryMB, seconds };
  yield { type: 'run', run: { purpose: 'census', bound: null, verdict, ...figures } };
  yield* results(verifier, report);
  return { ...bestTwo(report.finishes), ...cutOf(report) };
}

const cutOf = ({ cut, fault }: CensusReport): Pick<Census, 'cut' | 'fault'> => ({
  ...(cut && { cut }),
  ...(fault && { fault }),
});

/** Lets a page draw: a million results take seconds to go through. */
const breath = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** All results in batches: those that finish, then those that cannot run. */
async function* results(
  verifier: Verifier,
  { finishes, cut }: CensusReport,
): AsyncGenerator<TuningEvent, void> {
  const status = cut === undefined ? 'proved' : 'sampled';
  let batch: ConfigurationResult[] = [];
  let done = 0;
  const told = (): TuningEvent => {
    done += batch.length;
    const event: TuningEvent = {
      type: 'configurations',
      results: batch,
      done,
      total: Math.max(done, finishes.size),
    };
    batch = [];
    return event;
  };
  for (let row = 0; row < finishes.size; row += 1) {
    batch.push({ values: finishes.values(row), status, time: finishes.time(row) });
    if (batch.length < BATCH) continue;
    yield told();
    await breath();
  }
  for (const { values, reason } of verifier.configurations() ?? []) {
    if (reason === undefined) continue;
    batch.push({ values, status: 'invalid', reason });
    if (batch.length < BATCH) continue;
    yield told();
    await breath();
  }
  if (batch.length > 0) yield told();
}

/** The least time and the next, each with every configuration that has it. */
function bestTwo(finishes: FinishTable): Pick<Census, 'minimum' | 'optima' | 'runnerUp'> {
  let [minimum, next]: [Ticks | undefined, Ticks | undefined] = [undefined, undefined];
  for (let row = 0; row < finishes.size; row += 1) {
    const time = finishes.time(row);
    if (minimum === undefined || time < minimum) [minimum, next] = [time, minimum];
    else if (time > minimum && (next === undefined || time < next)) next = time;
  }
  const at = (wanted: Ticks | undefined): Configuration[] => {
    const found: Configuration[] = [];
    if (wanted === undefined) return found;
    for (let row = 0; row < finishes.size; row += 1) {
      if (compareTicks(finishes.time(row), wanted) === 0) found.push(finishes.values(row));
    }
    return found.sort(compareConfigurations);
  };
  return {
    optima: at(minimum),
    ...(minimum !== undefined && { minimum }),
    ...(next !== undefined && { runnerUp: { time: next, configurations: at(next) } }),
  };
}
