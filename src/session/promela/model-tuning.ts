import { type ModelVerifier, perform, PromelaChecker, termsOf } from '../../checker/index.ts';
import { Cancelled } from '../../base/failure.ts';
import { compareTicks } from '../../base/ticks.ts';
import type { Tuning } from '../../promela/index.ts';
import type { Toolchain, ToolchainEvent } from '../../spin/toolchain.ts';
import {
  type Emit,
  type Finish,
  keyOf,
  type MethodId,
  methodOf,
  sweep,
  type TuningEvent,
  workersOf,
} from '../../tuning/index.ts';
import type { JobTools } from '../jobs/jobs.ts';
import { telling } from '../jobs/telling.ts';
import { keeperFor } from '../kept/bounds.ts';
import type { TextStorage } from '../kept/page-storage.ts';
import type { Limits } from '../kept/settings.ts';
import { foundNothing } from '../run/task-runner.ts';
import { applyEvent, applyToolEvent, beginRun, endRun, type Run } from '../run/run.ts';
import { type ModelDocument, sourceOf } from './model-document.ts';
import type { Searching } from './native-searches.ts';

interface Tuned {
  readonly run: Run;
  /** Where it is searched, if elsewhere than usual. */
  readonly note?: string | undefined;
  /** At its end: follows the answer's trail. */
  readonly verifier?: ModelVerifier;
}

interface Posed {
  readonly document: ModelDocument;
  readonly tuning: Tuning;
  readonly method: MethodId;
  readonly limits: Limits;
  readonly searching: Searching;
  readonly now: () => number;
  /** For simulations and for a swarm, each with its own worker. */
  readonly simulating: () => Toolchain;
  readonly toolchainOf: () => Toolchain;
  readonly storage: TextStorage;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Tunes a model by the kernels' methods, with amounts in place of times.
 * @throws {AsksForC} @throws {Failure} */
export async function* tuningModel(posed: Posed, job: JobTools): AsyncGenerator<Tuned, void> {
  const { document, tuning, method, limits, searching, now } = posed;
  const { signal } = job;
  const terms = termsOf(tuning);
  let run = beginRun(now());
  yield { run };
  yield* telling<Tuned>(async (tell) => {
    const change = (next: Run): void => tell({ run: (run = next) });
    const onEvent = (event: ToolchainEvent): void => change(applyToolEvent(run, event));
    const place = await searching(job, document, { signal, onProgress: onEvent }, tuning);
    const { toolchain, note } = place;
    const memoryMB = Math.floor(place.memoryMB / workersOf(method, limits.workers));
    tell({ run, note });
    const see: Emit = (event) => change(withEvent(run, terms.event(event), tuning, now()));
    const source = sourceOf(document);
    const checker = new PromelaChecker(toolchain, source, { memoryMB, onEvent }, tuning);
    const essence = await checker.essence();
    const keeper = await keeperFor(posed.storage, essence, method, posed.pause, signal);
    const emit: Emit = (event) => {
      keeper?.see(event);
      see(event);
    };
    const { simulates = false, usual } = methodOf(method);
    let filling: Promise<void> | undefined;
    if (!simulates) {
      const simulator = new PromelaChecker(posed.simulating(), source, { memoryMB }, tuning);
      filling = fillChart(simulator, signal, see);
    }
    try {
      const result = await perform(method, checker, emit, signal, {
        toolchain: () => place.beside(posed.toolchainOf()),
        from: keeper?.from,
        workers: limits.workers,
        seconds: limits.seconds ?? usual?.seconds,
      });
      keeper?.end(result);
      run = endRun(run, now(), { result: terms.result(result) });
      tell({ run, ...(result.trail && { verifier: await checker.verifier() }) });
    } catch (error) {
      if (error instanceof Cancelled)
        tell({ run: (run = endRun(run, now(), foundNothing(error))) });
      throw error;
    }
    // The chart may still fill after the answer.
    await filling;
    if (isSmall(run)) await fillChartByProof(checker, signal, see);
  });
}

/** Runs expect times, so they would overlook larger amounts that are better. */
function withEvent(run: Run, event: TuningEvent, { goal }: Tuning, now: number): Run {
  const after = applyEvent(run, event, now);
  if (event.type !== 'best' || goal === 'smallest') return after;
  const { time, values } = event.finish;
  const last = run.bests.at(-1);
  if (last && Number(time) <= Number(last.time)) return { ...after, bests: run.bests };
  const states = run.runs.reduce((sum, one) => sum + one.states, run.progress?.states ?? 0);
  const seconds = (now - run.startedAt) / 1000;
  return { ...after, bests: [...run.bests, { time, values, states, seconds }] };
}

/** States of an extra search, made only for the chart. */
const MOST_STATES = 2_000_000;

/** Everything was searched, and can be again. */
const isSmall = ({ result, runs }: Run): boolean =>
  result?.status === 'proved' && runs.every(({ states }) => states <= MOST_STATES);

/** Fills the chart by a search that tells every configuration's best. */
async function fillChartByProof(
  checker: PromelaChecker,
  signal: AbortSignal,
  see: Emit,
): Promise<void> {
  const { finishes, cut } = await checker.search({ bound: 'none', all: true, signal });
  if (cut !== undefined) return;
  const best = new Map<string, Finish>();
  for (const finish of finishes) {
    const known = best.get(keyOf(finish.values));
    if (!known || compareTicks(finish.time, known.time) < 0) best.set(keyOf(finish.values), finish);
  }
  const results = [...best.values()].map((each) => ({ ...each, status: 'proved' as const }));
  see({ type: 'configurations', results, done: results.length, total: results.length });
}

/** Fills the chart by simulations; the search reports their failures too. */
async function fillChart(simulator: PromelaChecker, signal: AbortSignal, see: Emit): Promise<void> {
  try {
    await sweep(simulator, (event) => event.type === 'configurations' && see(event), signal);
  } catch {
    // The chart stays as far as it came.
  }
}
