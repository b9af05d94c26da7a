import { host } from '#host';
import * as v from 'valibot';
import { sha256 } from '../src/base/digest.ts';
import { toJson } from '../src/base/json-text.ts';
import { approximately } from '../src/base/ticks.ts';
import {
  among,
  combinations,
  essenceOf,
  ModelChecker,
  perform,
  type Problem,
} from '../src/checker/index.ts';
import { ExprError } from '../src/front/expr.ts';
import { validConfigurations } from '../src/front/configurations.ts';
import {
  besideEachOther,
  type ColumnMap,
  type Measured,
  type Modelled,
} from '../src/measured/index.ts';
import type { Configuration, TuningResult } from '../src/tuning/index.ts';
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
      { toolchain: host.toolchain },
    ),
  );
  return { result, modelled };
}

/** Configurations whose programs are all made: minutes. */
const MOST_TIMED = 20_000;

interface Timely {
  readonly problem: Problem;
  readonly valid: readonly Configuration[];
  /** Those whose times are asked for. */
  readonly asked: readonly Configuration[];
}

/** The problem with the times of few enough configurations, and all that the constraints leave.
 * @param choose some of very many */
export function timely(
  problem: Problem,
  choose: (valid: readonly Configuration[]) => readonly Configuration[],
): Timely {
  const valid = [...validConfigurations(problem.kernel, { ...problem.constants })];
  if (valid.length <= MOST_TIMED || !problem.programOf) return { problem, valid, asked: valid };
  const asked = choose(valid);
  return { problem: among(problem, asked), valid, asked };
}

/** The row of each configuration stands for its time. */
export const untimed = (configurations: readonly Configuration[]): readonly Modelled[] =>
  configurations.map((values, time) => ({ values, time }));

/** Those that a file has, with a time or not. */
export function measuredAmong(
  valid: readonly Configuration[],
  measured: Measured,
  columns: ColumnMap,
): readonly Configuration[] {
  const { points, failed } = besideEachOther(measured, columns, untimed(valid));
  return [...points, ...failed].flatMap(({ model = NaN }): Configuration[] => {
    const values = valid[model];
    return values ? [values] : [];
  });
}

const keptSchema = v.object({
  status: v.picklist(['proved', 'sampled']),
  modelled: v.array(
    v.object({ values: v.record(v.string(), v.number()), time: v.optional(v.number()) }),
  ),
});

/** The same, kept in the user's cache: a question that comes back after each measurement has its
 * times at once. */
export async function keptModelTimes(
  { problem, valid, asked }: Timely,
  limits: Limits,
): Promise<ModelTimes> {
  const store = host.times();
  const key = await sha256(
    toJson({
      valid: someOf(problem, asked),
      of: essenceOf(problem),
      only: asked === valid ? [] : asked,
    }),
  );
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

function someOf(
  { programOf, constants }: Problem,
  asked: readonly Configuration[],
): readonly unknown[] {
  if (!programOf) return [];
  const step = Math.max(1, Math.floor(asked.length / MOST_PROGRAMS));
  return asked
    .filter((_, at) => at % step === 0)
    .map((values) => {
      try {
        return programOf({ ...constants, ...values }, constants);
      } catch (error) {
        if (error instanceof ExprError) return error.message;
        throw error;
      }
    });
}
