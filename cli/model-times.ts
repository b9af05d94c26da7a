import * as v from 'valibot';
import { sha256 } from '../src/base/digest.ts';
import { toJson } from '../src/base/json-text.ts';
import { approximately } from '../src/base/ticks.ts';
import {
  combinations,
  essenceOf,
  ModelChecker,
  perform,
  type Problem,
  problemConfigurations,
} from '../src/checker/index.ts';
import type { Modelled } from '../src/measured/index.ts';
import { folderStore, userCache } from '../src/spin/cache-node.ts';
import { createNodeToolchain } from '../src/spin/node-toolchain.ts';
import type { TuningResult } from '../src/tuning/index.ts';
import { signalAfter, withTools } from './tools.ts';

export interface ModelTimes {
  readonly result: Pick<TuningResult, 'status' | 'reason'>;
  readonly modelled: readonly Modelled[];
}

export interface Limits {
  /** MB of the verifier. */
  readonly memory: number;
  /** Seconds. */
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Says nothing on standard error. */
  readonly json?: boolean | undefined;
}

/** The time of every valid configuration, by the model. */
export async function modelTimes(
  problem: Problem,
  { memory, timeout, signal, json = false }: Limits,
): Promise<ModelTimes> {
  const modelled: Modelled[] = [];
  if (!json) console.error(`Taking the times of ${combinations(problem)} combinations`);
  const result = await withTools((toolchain) =>
    perform(
      'sweep',
      new ModelChecker(toolchain, problem, { memoryMB: memory }),
      (event) => {
        if (event.type !== 'configurations') return;
        for (const { status, values, time } of event.results)
          if (status !== 'invalid')
            modelled.push({ values, time: time === undefined ? undefined : approximately(time) });
      },
      signal ? AbortSignal.any([signal, signalAfter(timeout)]) : signalAfter(timeout),
      { toolchain: createNodeToolchain },
    ),
  );
  return { result, modelled };
}

const keptSchema = v.object({
  status: v.picklist(['proved', 'sampled']),
  modelled: v.array(
    v.object({ values: v.record(v.string(), v.number()), time: v.optional(v.number()) }),
  ),
});

/** 64 MB of times. */
const KEPT = { maxBytes: 64 << 20 };

/** The same, kept in the user's cache: a question that comes back after each measurement has its
 * times at once. */
export async function keptModelTimes(problem: Problem, limits: Limits): Promise<ModelTimes> {
  const store = folderStore(userCache('times'), KEPT);
  const key = await sha256(toJson(['valid ones', essenceOf(problem), someProgramsOf(problem)]));
  if (key === undefined) return modelTimes(problem, limits);
  const bytes = await store.get(key);
  const kept = bytes && v.safeParse(v.pipe(v.string(), v.parseJson(), keptSchema), textOf(bytes));
  if (kept?.success === true) {
    const { status, modelled } = kept.output;
    return { result: { status }, modelled };
  }
  const times = await modelTimes(problem, limits);
  const { status } = times.result;
  if (status === 'proved' || status === 'sampled')
    await store.put(
      key,
      new TextEncoder().encode(JSON.stringify({ status, modelled: times.modelled })),
    );
  return times;
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Programs that tell whether those of another version of this program are the same. */
const MOST_PROGRAMS = 16;

function someProgramsOf(problem: Problem): readonly unknown[] {
  const { programOf, constants } = problem;
  if (!programOf) return [];
  const valid = [...problemConfigurations(problem)].filter(({ reason }) => reason === undefined);
  const step = Math.max(1, Math.floor(valid.length / MOST_PROGRAMS));
  return valid
    .filter((_, at) => at % step === 0)
    .map(({ values }) => programOf({ ...constants, ...values }, constants));
}
