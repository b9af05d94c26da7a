import * as v from 'valibot';
import { ALLOWABLE } from './check-answer.ts';
import { UsageError } from './usage-error.ts';

const names = v.record(v.string(), v.string());
const numbers = v.record(v.string(), v.number());
const strings = v.array(v.string());

/** Each argument once: what it is for people, its schema, and its check. */
const FIELDS = {
  text: [{ type: 'string', description: 'a text of OpenCL C or CUDA' }, v.string()],
  files: [
    {
      type: 'array',
      items: { type: 'string' },
      description: 'or files and folders of this machine, read as they are now',
    },
    v.pipe(strings, v.minLength(1)),
  ],
  kernel: [{ type: 'string', description: 'only this kernel' }, v.string()],
  defines: [
    { type: 'object', additionalProperties: { type: 'string' }, description: 'macros, as by -D' },
    names,
  ],
  folders: [
    {
      type: 'array',
      items: { type: 'string' },
      description: 'folders for included files; without them a text includes none',
    },
    strings,
  ],
  options: [
    {
      type: 'array',
      items: { type: 'string' },
      description:
        'what the host gives to the compiler, "-DTS=16 -I include": each line is asked by itself (one to tune)',
    },
    strings,
  ],
  configurations: [
    {
      type: 'integer',
      minimum: 1,
      description: 'the most configurations; of more so many are drawn (default 300)',
    },
    v.number(),
  ],
  constants: [
    {
      type: 'object',
      additionalProperties: { type: 'integer' },
      description:
        'size (elements, default 16 to check and 32 to tune) and the platform’s constants',
    },
    numbers,
  ],
  parameters: [
    {
      type: 'object',
      additionalProperties: { type: 'integer' },
      description: 'tuning parameters with one value; the others are checked at all values',
    },
    numbers,
  ],
  seconds: [
    { type: 'number', exclusiveMinimum: 0, description: 'limit of time: of each kernel' },
    v.number(),
  ],
  memory: [{ type: 'number', exclusiveMinimum: 0, description: 'limit in MB' }, v.number()],
  reference: [
    { type: 'string', description: 'text of a plain kernel or function that each must equal' },
    v.string(),
  ],
  reference_file: [{ type: 'string', description: 'or its file' }, v.string()],
  reference_name: [{ type: 'string', description: 'its kernel or function' }, v.string()],
  tolerance: [
    { type: 'number', minimum: 0, description: 'how far apart fractional numbers may be' },
    v.number(),
  ],
  state: [
    {
      type: 'array',
      items: { type: 'string' },
      description:
        'what you state, as behind #pragma tuner: "value n = 16", "array a = n", "lockstep"',
    },
    strings,
  ],
  distrust: [
    { type: 'boolean', description: 'leave out what the text states of itself' },
    v.boolean(),
  ],
  launch: [
    {
      type: 'string',
      description:
        'the launch of a text that has none: "(n+255)/256, 256" as between <<< and >>>; of OpenCL C the work-items in all and those of a work-group',
    },
    v.string(),
  ],
  launch_line: [
    {
      type: 'integer',
      minimum: 1,
      description: 'the line of the launch to judge, where the host has several',
    },
    v.number(),
  ],
  all_launches: [
    { type: 'boolean', description: 'the host’s launches in their order, as one question' },
    v.boolean(),
  ],
  quick: [{ type: 'boolean', description: 'without a search by SPIN' }, v.boolean()],
  allow: [
    {
      type: 'array',
      items: { enum: ALLOWABLE },
      description: 'what counts as accepted besides right',
    },
    v.array(v.picklist(ALLOWABLE)),
  ],
  finding: [
    { type: 'integer', minimum: 1, description: 'which finding of the check, from 1 (default 1)' },
    v.pipe(v.number(), v.integer(), v.minValue(1)),
  ],
  steps: [
    { type: 'integer', minimum: 1, maximum: 2000, description: 'steps at most (default 100)' },
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2000)),
  ],
  semantics: [
    { type: 'string', description: 'how time is counted: opencl (default), device, warps, ...' },
    v.string(),
  ],
  method: [
    { type: 'string', description: 'bisection (default), branch-and-bound, sweep, swarm' },
    v.string(),
  ],
  preset: [{ type: 'string', description: 'a device whose constants are taken: a100' }, v.string()],
  measured: [
    {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          values: { type: 'object', additionalProperties: { type: 'integer' } },
          time_ms: { type: ['number', 'null'], exclusiveMinimum: 0 },
        },
        required: ['values', 'time_ms'],
        additionalProperties: false,
      },
      description: 'what was measured: each configuration with its time; null where it failed',
    },
    v.array(
      v.strictObject({
        values: numbers,
        time_ms: v.nullable(v.pipe(v.number(), v.finite(), v.gtValue(0))),
      }),
    ),
  ],
  measured_file: [
    {
      type: 'string',
      description: 'or a file of times: CSV, T4, Kernel Tuner cache or JSON of KTT',
    },
    v.string(),
  ],
  prior_file: [
    { type: 'string', description: 'such a file with another GPU’s times of the same kernel' },
    v.string(),
  ],
  columns: [
    {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'which column has a parameter, or time; guessed without it',
    },
    names,
  ],
  count: [
    { type: 'integer', minimum: 1, maximum: 100, description: 'how many to propose (default 5)' },
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
  ],
  seed: [
    { type: 'integer', minimum: 0, description: 'what chance decides is decided by it' },
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 31)),
  ],
  about: [
    {
      enum: ['verdict', 'configuration'],
      description: 'why it is not right (default), or why its best configuration is the best',
    },
    v.picklist(['verdict', 'configuration']),
  ],
} as const;

export type Field = keyof typeof FIELDS;
export const schemaOf = (fields: readonly Field[], required: readonly Field[] = []) => ({
  type: 'object' as const,
  properties: Object.fromEntries(fields.map((name) => [name, FIELDS[name][0]])),
  required,
  additionalProperties: false,
});

const argumentsSchema = v.strictObject({
  text: v.optional(FIELDS.text[1]),
  files: v.optional(FIELDS.files[1]),
  kernel: v.optional(FIELDS.kernel[1]),
  defines: v.optional(FIELDS.defines[1]),
  folders: v.optional(FIELDS.folders[1]),
  options: v.optional(FIELDS.options[1]),
  configurations: v.optional(FIELDS.configurations[1]),
  constants: v.optional(FIELDS.constants[1]),
  parameters: v.optional(FIELDS.parameters[1]),
  seconds: v.optional(FIELDS.seconds[1]),
  memory: v.optional(FIELDS.memory[1]),
  reference: v.optional(FIELDS.reference[1]),
  reference_file: v.optional(FIELDS.reference_file[1]),
  reference_name: v.optional(FIELDS.reference_name[1]),
  tolerance: v.optional(FIELDS.tolerance[1]),
  state: v.optional(FIELDS.state[1]),
  distrust: v.optional(FIELDS.distrust[1]),
  launch: v.optional(FIELDS.launch[1]),
  launch_line: v.optional(FIELDS.launch_line[1]),
  all_launches: v.optional(FIELDS.all_launches[1]),
  quick: v.optional(FIELDS.quick[1]),
  allow: v.optional(FIELDS.allow[1]),
  finding: v.optional(FIELDS.finding[1]),
  steps: v.optional(FIELDS.steps[1]),
  semantics: v.optional(FIELDS.semantics[1]),
  method: v.optional(FIELDS.method[1]),
  preset: v.optional(FIELDS.preset[1]),
  about: v.optional(FIELDS.about[1]),
  measured: v.optional(FIELDS.measured[1]),
  measured_file: v.optional(FIELDS.measured_file[1]),
  prior_file: v.optional(FIELDS.prior_file[1]),
  columns: v.optional(FIELDS.columns[1]),
  count: v.optional(FIELDS.count[1]),
  seed: v.optional(FIELDS.seed[1]),
});
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
