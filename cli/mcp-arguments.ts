import * as v from 'valibot';
import { ALLOWABLE } from './check-answer.ts';
import { UsageError } from './usage-error.ts';

/** A schema with its description for callers. */
const told = <T extends v.GenericSchema>(
  schema: T,
  description: string,
  json: Readonly<Record<string, unknown>>,
) => v.pipe(schema, v.metadata({ description, ...json }));

const text = (description: string) => told(v.string(), description, { type: 'string' });
const flag = (description: string) => told(v.boolean(), description, { type: 'boolean' });
const texts = (description: string) =>
  told(v.array(v.string()), description, { type: 'array', items: { type: 'string' } });

const ofTexts = { type: 'object', additionalProperties: { type: 'string' } };
const names = (description: string) => told(v.record(v.string(), v.string()), description, ofTexts);

const ofIntegers = { type: 'object', additionalProperties: { type: 'integer' } };
const numberByName = v.record(v.string(), v.number());
const numbers = (description: string) => told(numberByName, description, ofIntegers);

/** A number whose bounds are read elsewhere. */
const number = (description: string, json: object) =>
  told(v.number(), description, { type: 'number', ...json });

const whole = (description: string, minimum: number, maximum?: number) =>
  told(
    v.pipe(v.number(), v.integer(), v.minValue(minimum), v.maxValue(maximum ?? 2 ** 31)),
    description,
    { type: 'integer', minimum, ...(maximum !== undefined && { maximum }) },
  );

const measuredRow = v.strictObject({
  values: numberByName,
  time_ms: v.nullable(v.pipe(v.number(), v.finite(), v.gtValue(0))),
});

/** Each argument once. */
const FIELDS = {
  text: text('a text of OpenCL C or CUDA'),
  files: v.pipe(
    texts('or files and folders of this machine, read as they are now'),
    v.minLength(1),
  ),
  kernel: text('only this kernel'),
  defines: names('macros, as by -D'),
  folders: texts('folders for included files; without them a text includes none'),
  options: texts(
    'what the host gives to the compiler, "-DTS=16 -I include": each line is asked by itself (one to tune)',
  ),
  configurations: whole('the most configurations; of more so many are drawn (default 300)', 1),
  constants: numbers(
    'size (elements, default 16 to check and 32 to tune) and the platform’s constants',
  ),
  parameters: numbers('tuning parameters with one value; the others are checked at all values'),
  seconds: number('limit of time: of each kernel', { exclusiveMinimum: 0 }),
  memory: number('limit in MB', { exclusiveMinimum: 0 }),
  reference: text('text of a plain kernel or function that each must equal'),
  reference_file: text('or its file'),
  reference_name: text('its kernel or function'),
  tolerance: number('how far apart fractional numbers may be', { minimum: 0 }),
  state: texts(
    'what you state, as behind #pragma tuner: "value n = 16", "array a = n", "lockstep"',
  ),
  distrust: flag('leave out what the text states of itself'),
  launch: text(
    'the launch of a text that has none: "(n+255)/256, 256" as between <<< and >>>; of OpenCL C the work-items in all and those of a work-group',
  ),
  launch_line: whole('the line of the launch to judge, where the host has several', 1),
  all_launches: flag('the host’s launches in their order, as one question'),
  quick: flag('without a search by SPIN'),
  allow: told(v.array(v.picklist(ALLOWABLE)), 'what counts as accepted besides right', {
    type: 'array',
    items: { enum: ALLOWABLE },
  }),
  finding: whole('which finding of the check, from 1 (default 1)', 1),
  steps: whole('steps at most (default 100)', 1, 2000),
  semantics: text('how time is counted: opencl (default), device, warps, ...'),
  method: text('bisection (default), branch-and-bound, sweep, swarm'),
  preset: text('a device whose constants are taken: a100'),
  measured: told(
    v.array(measuredRow),
    'what was measured: each configuration with its time; null where it failed',
    {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          values: ofIntegers,
          time_ms: { type: ['number', 'null'], exclusiveMinimum: 0 },
        },
        required: ['values', 'time_ms'],
        additionalProperties: false,
      },
    },
  ),
  measured_file: text('or a file of times: CSV, T4, Kernel Tuner cache or JSON of KTT'),
  prior_file: text('such a file with another GPU’s times of the same kernel'),
  columns: names('which column has a parameter, or time; guessed without it'),
  count: whole('how many to propose (default 5)', 1, 100),
  seed: whole('what chance decides is decided by it', 0),
  about: told(
    v.picklist(['verdict', 'configuration']),
    'why it is not right (default), or why its best configuration is the best',
    { enum: ['verdict', 'configuration'] },
  ),
};

export type Field = keyof typeof FIELDS;
export const schemaOf = (fields: readonly Field[], required: readonly Field[] = []) => ({
  type: 'object' as const,
  properties: Object.fromEntries(fields.map((name) => [name, v.getMetadata(FIELDS[name])])),
  required,
  additionalProperties: false,
});

const argumentsSchema = v.partial(v.strictObject(FIELDS));
export type Arguments = v.InferOutput<typeof argumentsSchema>;

/** @throws {UsageError} which says what is wrong with which argument. */
export function read(args: unknown, fields: readonly Field[]): Arguments {
  const parsed = v.safeParse(argumentsSchema, args ?? {});
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const path = v.getDotPath(issue) ?? 'arguments';
    const isStray = issue.expected === 'never' && issue.path?.length === 1;
    throw isStray ? noSuch(path, fields) : new UsageError(`${path}: ${issue.message}`);
  }
  const given = Object.keys(parsed.output);
  const stray = given.find((name) => !fields.some((field) => field === name));
  if (stray === undefined) return parsed.output;
  throw noSuch(stray, fields);
}

const noSuch = (name: string, fields: readonly Field[]): UsageError =>
  new UsageError(`there is no argument ${name}; there are ${fields.join(', ')}`);

const COMMON: readonly Field[] = [
  'kernel',
  'defines',
  'folders',
  'options',
  'launch',
  'constants',
  'seconds',
  'memory',
];
const JUDGED: readonly Field[] = [
  'text',
  'files',
  ...COMMON,
  'parameters',
  'configurations',
  'reference',
  'reference_file',
  'reference_name',
  'tolerance',
  'state',
  'distrust',
  'launch_line',
  'all_launches',
];
export const CHECKED: readonly Field[] = [...JUDGED, 'quick', 'allow'];
export const SHOWN: readonly Field[] = [...JUDGED, 'finding', 'steps'];
export const TUNED: readonly Field[] = ['text', ...COMMON, 'semantics', 'method', 'preset'];
export const NEXT: readonly Field[] = [
  'text',
  ...COMMON,
  'semantics',
  'preset',
  'measured',
  'measured_file',
  'prior_file',
  'columns',
  'count',
  'seed',
];
export const EXPLAINED: readonly Field[] = [...JUDGED, 'about', 'semantics', 'preset'];
