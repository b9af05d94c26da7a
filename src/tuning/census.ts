import { compareTicks, type Ticks } from '../base/ticks.ts';
import { compareConfigurations } from './configuration.ts';
import type { ConfigurationResult, Emit, RunnerUp, Work } from './events.ts';
import { unlessEnded } from './search.ts';
import {
  type CensusReport,
  type Configuration,
  type Cut,
  type Fault,
  figuresOf,
  type FinishTable,
  type Verifier,
} from './verifier.ts';

/** A summary of the times of all configurations. */
export interface Census {
  readonly cut?: Cut | undefined;
  readonly fault?: Fault | undefined;
  /** Absent where nothing finishes. */
  readonly minimum?: Ticks | undefined;
  readonly optima: readonly Configuration[];
  readonly runnerUp?: RunnerUp | undefined;
}

/** Results per event: a million events would outlast the search. */
const BATCH = 10_000;

/** Every configuration's time, proved by one search; invalid ones carry their reason. Needs
 * `Verifier.census`. */
export async function census(
  { verifier, emit, signal }: Work,
  take: NonNullable<Verifier['census']>,
): Promise<Census> {
  const text = 'Taking the time of every configuration';
  emit({ type: 'stage', text });
  const taking = take({
    signal,
    onProgress: (progress) => emit({ type: 'progress', purpose: 'census', bound: null, progress }),
    onRows: (rows) => emit({ type: 'stage', text: `${text}: ${rows.toLocaleString('en')} so far` }),
  });
  const report = await unlessEnded(taking, signal);
  if (!report) return { optima: [], cut: 'cancelled' };
  const { cut, fault, finishes } = report;
  const verdict = cut === undefined ? 'satisfied' : 'incomplete';
  emit({ type: 'run', run: { purpose: 'census', bound: null, verdict, ...figuresOf(report) } });
  await tellResults(verifier, report, emit);
  return { ...bestTwo(finishes), cut, fault };
}

/** Lets the page draw between batches. */
const breath = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Tells all results in batches. */
async function tellResults(verifier: Verifier, report: CensusReport, emit: Emit): Promise<void> {
  let results: ConfigurationResult[] = [];
  let done = 0;
  const tell = (): void => {
    done += results.length;
    emit({ type: 'configurations', results, done, total: Math.max(done, report.finishes.size) });
    results = [];
  };
  for (const result of resultsOf(verifier, report)) {
    results.push(result);
    if (results.length < BATCH) continue;
    tell();
    await breath();
  }
  if (results.length > 0) tell();
}

/** Those that finish, then those that cannot run. */
function* resultsOf(
  verifier: Verifier,
  { finishes, cut }: CensusReport,
): Generator<ConfigurationResult> {
  const status = cut === undefined ? 'proved' : 'sampled';
  for (let row = 0; row < finishes.size; row += 1)
    yield { values: finishes.values(row), status, time: finishes.time(row) };
  for (const { values, reason } of verifier.configurations() ?? [])
    if (reason !== undefined) yield { values, status: 'invalid', reason };
}

/** The least time and the runner-up, with all their configurations. */
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
  const runnerUp = next === undefined ? undefined : { time: next, configurations: at(next) };
  return { minimum, optima: at(minimum), runnerUp };
}
