import { sumOf } from '../base/sum.ts';
import * as v from 'valibot';
import { fieldsSchema } from './json.ts';
import { tableInUnit } from './entries.ts';
import type { Measured, Unit } from './measured.ts';
import { type Outcome, shortened } from './table.ts';
import { unitOf } from './units.ts';

const word = v.fallback(v.optional(v.string()), undefined);

const resultSchema = v.object({
  configuration: fieldsSchema,
  invalidity: word,
  times: v.fallback(v.optional(v.object({ runtimes: v.optional(v.array(v.number())) })), undefined),
  measurements: v.fallback(
    v.optional(
      v.array(v.object({ name: v.string(), value: v.unknown(), unit: v.optional(v.string()) })),
    ),
    undefined,
  ),
  objectives: v.fallback(v.optional(v.array(v.string())), undefined),
});
type Result = v.InferOutput<typeof resultSchema>;

export const t4Schema = v.object({
  results: v.array(v.unknown()),
  metadata: v.fallback(v.optional(v.object({ timeunit: word, device: word })), undefined),
});

/** Reads T4 results: measurements, or the reason a configuration is invalid. @throws {Unreadable} */
export function readT4({ results, metadata }: v.InferOutput<typeof t4Schema>): Measured {
  const table = tableInUnit(metadata?.timeunit, results, (unit) => (each) => {
    const { success, output } = v.safeParse(resultSchema, each);
    return success ? { fields: output.configuration, outcome: outcomeOf(output, unit) } : undefined;
  });
  return table.finish('t4', { device: metadata?.device });
}

/** The schema's `invalidity` in plain words. */
const FAILURES: ReadonlyMap<string, string> = new Map([
  ['timeout', 'it ran out of time'],
  ['compile', 'it did not compile'],
  ['runtime', 'it failed while it ran'],
  ['correctness', 'its result was wrong'],
  ['constraints', 'it breaks a constraint'],
]);

/** Milliseconds, or a failure. */
function outcomeOf(result: Result, unit: Unit): Outcome {
  const { invalidity = 'correct', measurements = [], objectives = [], times } = result;
  if (invalidity !== 'correct' && invalidity !== '')
    return { reason: FAILURES.get(invalidity) ?? shortened(invalidity) };
  const found =
    measurements.find(({ name }) => name === 'time') ??
    measurements.find(({ name }) => objectives.includes(name) && /time|duration/i.test(name));
  const own = unitOf(found?.unit ?? '') ?? unit;
  if (typeof found?.value === 'number') return { time: found.value, unit: own };
  if (typeof found?.value === 'string') return { reason: found.value };
  const runs = times?.runtimes ?? [];
  if (runs.length === 0) return { reason: 'no time is given' };
  return { time: sumOf(runs) / runs.length, unit };
}
