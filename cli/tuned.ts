import { Cancelled, Failure } from '../src/base/failure.ts';
import type { Terms } from '../src/checker/index.ts';
import type { ConfigurationResult, Emit, SearchRun, TuningResult } from '../src/tuning/index.ts';

/** A tuning's answer and all that was told on the way. */
export interface Tuned {
  readonly result: TuningResult;
  readonly runs: readonly SearchRun[];
  readonly configurations: readonly ConfigurationResult[];
}

/** Performs a tuning. One that is stopped, or whose worker ends, leaves what was known.
 * @param why it was cancelled, in a sentence.
 * @throws what is the model's or a tool's fault. */
export async function tuned(
  work: (emit: Emit) => Promise<TuningResult>,
  terms: Terms,
  why: () => string,
  hear: Emit,
): Promise<Tuned> {
  const runs: SearchRun[] = [];
  const configurations: ConfigurationResult[] = [];
  const see: Emit = (told) => {
    const event = terms.event(told);
    if (event.type === 'run') runs.push(event.run);
    else if (event.type === 'configurations') configurations.push(...event.results);
    hear(event);
  };
  const result = await work(see).then(terms.result, foundNothing);
  if (result.status !== 'cancelled') return { result, runs, configurations };
  const reason = [why(), result.reason].join(' ').trim();
  return { result: { ...result, reason }, runs, configurations };
}

/** @throws the error where the model or a tool is at fault. */
function foundNothing(error: unknown): TuningResult {
  if (error instanceof Cancelled) return { status: 'cancelled', optima: [] };
  if (!(error instanceof Failure) || error.place !== 'worker') throw error;
  const status = /memory/i.test(error.message) ? 'out-of-memory' : 'bounded';
  const reason = `${error.message.replace(/\.$/, '')}.`;
  return { status, optima: [], reason, isBroken: true };
}
