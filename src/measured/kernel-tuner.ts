import * as v from 'valibot';
import { tableOf } from './entries.ts';
import { fieldsSchema } from './json.ts';
import type { Measured } from './measured.ts';
import type { Outcome } from './table.ts';

const text = v.fallback(v.optional(v.string()), undefined);

export const kernelTunerSchema = v.object({
  cache: fieldsSchema,
  tune_params_keys: v.fallback(v.optional(v.array(v.string())), undefined),
  device_name: text,
  kernel_name: text,
});

/** The rows returned by `tune_kernel`. */
export const resultListSchema = v.pipe(
  v.array(v.unknown()),
  v.check(([first]) => v.is(fieldsSchema, first)),
);

/** Reads a Kernel Tuner cache; its times are milliseconds. @throws {Unreadable} */
export function readKernelTuner(file: v.InferOutput<typeof kernelTunerSchema>): Measured {
  const about = { device: file.device_name, kernel: file.kernel_name };
  return rowsOf([...file.cache.values()], file.tune_params_keys, about);
}

/** Reads a list of Kernel Tuner's results. @throws {Unreadable} */
export const readResultList = (list: readonly unknown[]): Measured => rowsOf(list);

/** Kernel Tuner's own fields; observers may add more. */
const NO_PARAMETERS: ReadonlySet<string> = new Set([
  'time',
  'times',
  'timestamp',
  'GFLOP/s',
  '__error__',
  'compile_time',
  'verification_time',
  'benchmark_time',
  'strategy_time',
  'framework_time',
]);

function rowsOf(
  list: readonly unknown[],
  keys?: readonly string[],
  about?: Pick<Measured, 'device' | 'kernel'>,
): Measured {
  const table = tableOf(
    list,
    'ms',
    (each) => {
      const { success, output: fields } = v.safeParse(fieldsSchema, each);
      return success ? { fields, outcome: outcomeOf(fields) } : undefined;
    },
    (fields) => keys ?? [...fields.keys()].filter((name) => !NO_PARAMETERS.has(name)),
  );
  return table.finish('kernel-tuner', about);
}

/** Kernel Tuner's failures in plain words. */
const FAILURES: ReadonlyMap<string, string> = new Map([
  ['InvalidConfig', 'it breaks a constraint'],
  ['CompilationFailedConfig', 'it did not compile'],
  ['RuntimeFailedConfig', 'it failed while it ran'],
]);

function outcomeOf(fields: ReadonlyMap<string, unknown>): Outcome {
  const time = fields.get('time');
  if (typeof time === 'number') return { time };
  const said = typeof time === 'string' ? time : fields.get('__error__');
  if (typeof said === 'string') return { reason: FAILURES.get(said) ?? said };
  return { reason: 'no time is given' };
}
