import type { Ticks } from '../base/ticks.ts';
import type { TuningEvent, SearchRun, Status, TuningResult } from './events.ts';
import { Channel } from './channel.ts';
import { compareConfigurations, sameConfiguration } from './configuration.ts';
import type {
  Configuration,
  Cut,
  Finish,
  SearchReport,
  SearchRequest,
  Trail,
  Verifier,
} from './verifier.ts';

/** Runs one search, handing on its progress, and ends with a `run` event. */
export async function* search(
  verifier: Verifier,
  purpose: SearchRun['purpose'],
  request: SearchRequest,
): AsyncGenerator<TuningEvent, SearchReport> {
  const bound = request.bound === 'deadlock' ? null : request.bound;
  const channel = new Channel<TuningEvent>();
  const report = verifier
    .search({
      ...request,
      onProgress: (progress) => channel.push({ type: 'progress', bound, progress }),
    })
    .finally(() => channel.close());
  // The channel closes on failure as well; the failure itself surfaces where the report is awaited.
  report.catch(() => undefined);
  yield* channel;
  const { verdict, states, transitions, depth, memoryMB, seconds } = await report;
  yield {
    type: 'run',
    run: { purpose, bound, verdict, states, transitions, depth, memoryMB, seconds },
  };
  return report;
}

/** The earliest of some finished paths. */
export const earliest = (finishes: readonly Finish[]): Finish | undefined =>
  finishes.reduce<Finish | undefined>(
    (best, finish) => (best && best.time <= finish.time ? best : finish),
    undefined,
  );

/** The distinct configurations among finishes at a given time. */
export function configurationsAt(finishes: readonly Finish[], time: Ticks): Configuration[] {
  const found: Configuration[] = [];
  for (const finish of finishes) {
    if (finish.time === time && !found.some((values) => sameConfiguration(values, finish.values)))
      found.push(finish.values);
  }
  return found.sort(compareConfigurations);
}

/** Once the minimum is known: one more search, which does not stop at the first counterexample, names
 * every configuration that reaches it. */
export async function* allOptima(
  verifier: Verifier,
  minimum: Finish,
  signal: AbortSignal | undefined,
): AsyncGenerator<TuningEvent, { optima: Configuration[]; complete: boolean }> {
  yield { type: 'stage', text: `Collecting every configuration that needs ${minimum.time} ticks` };
  const report = yield* search(verifier, 'optima', {
    bound: minimum.time,
    all: true,
    ...(signal && { signal }),
  });
  const optima = configurationsAt([minimum, ...report.finishes], minimum.time);
  return { optima, complete: report.cut === undefined };
}

/** What a search that was cut off makes of a result, in the words of the status. */
export function cutResult(
  cut: Cut | undefined,
  best: Finish | undefined,
  low: Ticks,
  trail?: Trail,
): TuningResult {
  const status: Status =
    cut === 'memory' ? 'out-of-memory' : cut === 'bitstate' ? 'sampled' : 'bounded';
  const why = {
    memory: 'The verifier ran out of memory',
    depth: 'A path was longer than the search may go',
    unfinished: 'The verifier stopped before it had searched everything',
    bitstate: 'Bitstate search may miss states',
    none: 'The search was cut off',
  }[cut ?? 'none'];
  return {
    status,
    optima: best ? [best.values] : [],
    ...(best && { minTime: best.time }),
    ...(trail && { trail }),
    reason: best
      ? `${why}: the minimum lies above ${low} and at or below ${best.time} ticks.`
      : `${why} before any configuration finished.`,
  };
}
