import { asTuned, type ModelVerifier, perform, PromelaChecker } from '../../checker/index.ts';
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
import type { JobTools } from '../jobs/side-job.ts';
import { telling } from '../jobs/telling.ts';
import { keeperFor } from '../kept/bounds.ts';
import type { TextStorage } from '../kept/page-storage.ts';
import type { Limits } from '../kept/settings.ts';
import { applyEvent, applyToolEvent, beginRun, endRun, type Run } from '../run/run.ts';
import { seeC } from './model-checking.ts';
import { type ModelDocument, sourceOf } from './model-document.ts';

/** What a tuning has come to so far. */
interface Tuned {
  readonly run: Run;
  /** At its end: what follows the trail of its answer. */
  readonly verifier?: ModelVerifier;
}

interface Posed {
  readonly document: ModelDocument;
  readonly tuning: Tuning;
  readonly method: MethodId;
  readonly limits: Limits;
  readonly isAllowed: (c: readonly string[]) => boolean;
  readonly now: () => number;
  /** Further toolchains, each with a worker of its own: for simulations, and for a swarm. */
  readonly simulating: () => Toolchain;
  readonly toolchainOf: () => Toolchain;
  readonly storage: TextStorage;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Tunes a model beside the page, by the methods that kernels are tuned by. Amounts of the objective stand in the place
 * of times.
 * @throws {AsksForC} @throws {Failure} */
export async function* tuningModel(posed: Posed, job: JobTools): AsyncGenerator<Tuned, void> {
  const { document, tuning, method, limits, isAllowed, now } = posed;
  const { toolchain, signal } = job;
  const memoryMB = job.memoryMB / workersOf(method, limits.workers);
  let run = beginRun(now());
  yield { run };
  yield* telling<Tuned>(async (tell) => {
    const change = (next: Run): void => tell({ run: (run = next) });
    const onEvent = (event: ToolchainEvent): void => change(applyToolEvent(run, event));
    await seeC(toolchain, document, isAllowed, { signal, onProgress: onEvent });
    const see: Emit = (event) =>
      change(withEvent(run, asTuned.event(event, tuning), tuning, now()));
    const source = sourceOf(document);
    const checker = new PromelaChecker(toolchain, source, { memoryMB, onEvent }, tuning);
    const { model } = await checker.verifier();
    const keeper = await keeperFor(posed.storage, [model], method, posed.pause, signal);
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
        toolchain: posed.toolchainOf,
        from: keeper?.from,
        workers: limits.workers,
        seconds: limits.seconds ?? usual?.seconds,
      });
      keeper?.end(result);
      run = endRun(run, now(), { result: asTuned.result(result, tuning) });
      tell({ run, ...(result.trail && { verifier: await checker.verifier() }) });
    } catch (error) {
      if (error instanceof Cancelled) tell({ run: (run = cancelled(run, now())) });
      throw error;
    }
    // The chart goes on filling when the answer is there.
    await filling;
    if (isSmall(run)) await fillChartByProof(checker, signal, see);
  });
}

const cancelled = (run: Run, now: number): Run => {
  const { best } = run;
  const found = best ? { optima: [best.values], minTime: best.time } : { optima: [] };
  return endRun(run, now, { result: { status: 'cancelled', ...found } });
};

/** A larger amount is better than the best before, where the objective is to be large: the run, which is told of
 * times, would pass it over. */
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

/** States of a search that is made once more for the chart alone. */
const MOST_STATES = 2_000_000;

/** Whether everything was searched, and can be once more. */
const isSmall = ({ result, runs }: Run): boolean =>
  result?.status === 'proved' && runs.every(({ states }) => states <= MOST_STATES);

/** Fills the chart with the best of every configuration, by a search that tells all of them. */
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

/** Fills the chart with what simulations come to; what goes wrong there the search reports as well. */
async function fillChart(simulator: PromelaChecker, signal: AbortSignal, see: Emit): Promise<void> {
  try {
    await sweep(simulator, (event) => event.type === 'configurations' && see(event), signal);
  } catch {
    // The chart stays as far as it came.
  }
}
