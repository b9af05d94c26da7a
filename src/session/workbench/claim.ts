import {
  type Claim,
  foreignConfiguration,
  kernelTime,
  promelaModel,
  type Tunable,
} from '../../checker/index.ts';
import type { KernelParser } from '../../kernel/parser.ts';
import { type Configuration, showConfiguration } from '../../tuning/index.ts';
import { derive } from '../derive.ts';
import { sourceOf } from '../promela/model-document.ts';
import type { Run } from '../run/run.ts';
import { readWorkbench } from './workbench-file.ts';
import { MOST_SEARCHES } from './workbench-schema.ts';

/** All that a file's run claims. */
export const claimOf = ({ result, evidence, runs, configurations }: Run): Claim | undefined =>
  result && { result, evidence, runs, isCut: runs.length >= MOST_SEARCHES, times: configurations };

/** All configurations that an answer names. */
export function* configurationsIn({ result, configurations }: Run): Generator<Configuration> {
  yield* result?.optima ?? [];
  yield* result?.runnerUp?.configurations ?? [];
  for (const { values } of configurations) yield values;
}

type ReadClaim =
  | { readonly ok: true; readonly subject: Tunable; readonly claim: Claim; readonly said: string }
  | { readonly ok: false; readonly message: string };

/** A workbench file's claim and its subject. Input may be anything.
 * @param name of the file. */
export function readClaim(
  name: string,
  text: string,
  exampleText: (id: string) => string | undefined,
  parser: KernelParser,
): ReadClaim {
  const refused = (message: string): ReadClaim => ({ ok: false, message });
  const read = readWorkbench(name, text, exampleText);
  if (!read.ok) return read;
  const { carried, date, tuned } = read.value;
  const { model } = carried;
  const ofModel = tuned && model ? { tuning: tuned.tuning, model } : undefined;
  const run = ofModel ? tuned?.run : read.value.run;
  const claim = run && claimOf(run);
  if (!claim) return refused('it has no answer to check');
  const { result, evidence } = claim;
  if (ofModel) {
    const { goal, objective, when } = ofModel.tuning;
    const said = `: ${ofModel.model.name}, ${result.status}, ${goal} ${objective} when ${when}: ${result.minTime ?? 'none'}`;
    const subject = promelaModel(ofModel.model.name, sourceOf(ofModel.model), ofModel.tuning);
    return { ok: true, subject, claim, said };
  }
  const { problem, derived } = derive(carried.settings, parser);
  if (!problem) return refused(derived.obstacle ?? 'its kernel has no model');
  const foreign = foreignConfiguration(problem, configurationsIn(run));
  if (foreign)
    return refused(`its answer names ${showConfiguration(foreign)}, which its kernel cannot have`);
  const subject = kernelTime(problem);
  const by = evidence ? ` by Overtime ${evidence.versions.overtime}` : '';
  const claimed =
    result.minTime === undefined ? result.status : `${result.status}, ${result.minTime} ticks`;
  const said = `, written ${date.slice(0, 10)}${by}: ${subject.name}, ${claimed}`;
  return { ok: true, subject, claim, said };
}
