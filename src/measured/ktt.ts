import * as v from 'valibot';
import { type Measured, Unreadable } from './measured.ts';
import { type Outcome, TableBuilder } from './table.ts';
import { unitOf } from './units.ts';

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
  const stated = unitOf(Metadata?.TimeUnit ?? '');
  let table: TableBuilder | undefined;
  let kernel: string | undefined;
  let broken = 0;
  for (const each of Results) {
    const result = v.safeParse(resultSchema, each);
    if (!result.success) {
      broken += 1;
      continue;
    }
    const { Configuration, KernelName } = result.output;
    kernel ??= KernelName;
    const fields = new Map(Configuration.map(({ Name, Value }) => [Name, Value]));
    table ??= new TableBuilder([...fields.keys()], stated ?? 'ms');
    table.add(
      table.names.map((name) => fields.get(name)),
      outcomeOf(result.output),
    );
  }
  if (!table) throw new Unreadable('None of its results has a configuration.');
  if (broken > 0) table.note(`${broken} of its results have no configuration and are left out.`);
  if (!stated) table.note('It does not say the unit of its times; milliseconds are assumed.');
  return table.finish('ktt', { device: Metadata?.Device, kernel });
}

/** What KTT calls the outcomes of a run (`ResultStatus`), in words. */
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
  return { time: durations.reduce((sum, one) => sum + one, 0) };
}
