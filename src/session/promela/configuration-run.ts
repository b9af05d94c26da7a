import { Failure } from '../../base/failure.ts';
import type { Ticks } from '../../base/ticks.ts';
import { PromelaChecker, termsOf } from '../../checker/index.ts';
import type { Tuning } from '../../promela/index.ts';
import { type Configuration, showConfiguration } from '../../tuning/index.ts';
import type { JobTools } from '../jobs/jobs.ts';
import { sourceOf } from './model-document.ts';
import type { ModelQuestion, ModelTrail } from './model-view.ts';
import type { Searching } from './native-searches.ts';

interface Asked {
  readonly question: ModelQuestion;
  readonly tuning: Tuning;
  readonly values: Configuration;
  /** The known amount of the objective. */
  readonly amount: Ticks | undefined;
  readonly searching: Searching;
}

/** A run as good as known; a simulation's guess may be beaten.
 * @throws {AsksForC} @throws {Failure} where it has none. */
export async function configurationRun(
  { question, tuning, values, amount, searching }: Asked,
  tools: JobTools,
): Promise<ModelTrail> {
  const { signal } = tools;
  const { toolchain, memoryMB } = await searching(tools, question, { signal }, tuning);
  const checker = new PromelaChecker(toolchain, sourceOf(question), { memoryMB }, tuning);
  const terms = termsOf(tuning);
  const request = { configuration: values, signal };
  const best =
    amount === undefined
      ? undefined
      : await checker.search({ ...request, bound: terms.shown(amount) });
  const { trail, finishes, cut } = best?.trail
    ? best
    : await checker.search({ ...request, bound: 'none' });
  const finish = finishes.at(-1);
  const where = showConfiguration(values);
  if (!trail || !finish)
    throw new Failure(
      'model',
      cut === undefined
        ? `No run with ${where} makes ${tuning.when} true.`
        : `No run with ${where} was found: the search was cut off (${cut}).`,
      'Choose another configuration.',
    );
  const { packed, words } = trail;
  const title = `${terms.amount(terms.shown(finish.time))} at ${where}`;
  return { title, packed, words, values, verifier: await checker.verifier(), question };
}
