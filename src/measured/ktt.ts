import { sumOf } from '../base/sum.ts';
import * as v from 'valibot';
import { tableInUnit } from './entries.ts';
import type { Measured } from './measured.ts';
import type { Outcome } from './table.ts';

const text = v.fallback(v.optional(v.string()), undefined);
const duration = v.fallback(v.optional(v.number()), undefined);

const resultSchema = v.object({
  Configuration: v.array(v.object({ Name: v.string(), Value: v.unknown() })),
  Status: text,
  KernelName: text,
  TotalDuration: duration,
  ComputationResults: v.fallback(v.array(v.object({ Duration: duration })), []),
});
type Result = v.InferOutput<typeof resultSchema>;

export const kttSchema = v.object({
  Results: v.array(v.unknown()),
  Metadata: v.fallback(v.optional(v.object({ TimeUnit: text, Device: text })), undefined),
});

/** Reads what KTT saves as JSON. @throws {Unreadable} */
export function readKtt({ Results, Metadata }: v.InferOutput<typeof kttSchema>): Measured {
  let kernel: string | undefined;
  const table = tableInUnit(Metadata?.TimeUnit, Results, () => (each) => {
    const { success, output } = v.safeParse(resultSchema, each);
    if (!success) return undefined;
    kernel ??= output.KernelName;
    const fields = new Map(output.Configuration.map(({ Name, Value }) => [Name, Value]));
    return { fields, outcome: outcomeOf(output) };
  });
  return table.finish('ktt', { device: Metadata?.Device, kernel });
}

/** KTT's `ResultStatus` in plain words. */
const FAILURES: ReadonlyMap<string, string> = new Map([
  ['ComputationFailed', 'it failed while it ran'],
  ['ValidationFailed', 'its result was wrong'],
  ['CompilationFailed', 'it did not compile'],
  ['DeviceLimitsExceeded', 'it needs more than the device has'],
]);

function outcomeOf({ Status = 'Ok', TotalDuration = 0, ComputationResults }: Result): Outcome {
  if (Status !== 'Ok') return { reason: FAILURES.get(Status) ?? Status };
  if (TotalDuration > 0) return { time: TotalDuration };
  const durations = ComputationResults.flatMap(({ Duration }) => Duration ?? []);
  if (durations.length === 0) return { reason: 'no time is given' };
  return { time: sumOf(durations) };
}
