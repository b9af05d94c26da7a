import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { toJson } from '../src/base/json-text.ts';
import { ALLOWABLE, type CheckReport, type KernelAnswer } from './check-answer.ts';
import { textsOf } from './check-files.ts';
import { linesOf, verdictIn } from './check-lines.ts';
import type { SentText } from './check-kernels.ts';
import type { Checker } from './checker.ts';
import { readText, UsageError } from './command.ts';
import { type CheckOptions, settingsOf, tune } from './library.ts';
import { PROJECT } from './packaged.ts';
import { linesOfSteps } from './trace-lines.ts';
import { linesOfTuning } from './tuning-lines.ts';

/** What a tool's caller gives besides its arguments. */
export interface ToolCall {
  readonly checker: Checker;
  readonly signal: AbortSignal;
  /** Tells how far it is. @param total as far as it is known. */
  readonly progress: (done: number, total: number | undefined, message: string) => void;
}

export interface ToolAnswer {
  readonly text: string;
  /** As `outputSchema` says. */
  readonly structured?: object;
}

/** A tool as clients see it. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object'; readonly [field: string]: unknown };
  readonly outputSchema?: { readonly type: 'object'; readonly [field: string]: unknown };
  /** @throws {UsageError} for arguments that cannot be. */
  readonly run: (args: unknown, call: ToolCall) => Promise<ToolAnswer>;
}

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
  about: [
    {
      enum: ['verdict', 'configuration'],
      description: 'why it is not right (default), or why its best configuration is the best',
    },
    v.picklist(['verdict', 'configuration']),
  ],
} as const;

type Field = keyof typeof FIELDS;
const schemaOf = (fields: readonly Field[], required: readonly Field[] = []) => ({
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
  quick: v.optional(FIELDS.quick[1]),
  allow: v.optional(FIELDS.allow[1]),
  finding: v.optional(FIELDS.finding[1]),
  steps: v.optional(FIELDS.steps[1]),
  semantics: v.optional(FIELDS.semantics[1]),
  method: v.optional(FIELDS.method[1]),
  preset: v.optional(FIELDS.preset[1]),
  about: v.optional(FIELDS.about[1]),
});
type Arguments = v.InferOutput<typeof argumentsSchema>;

/** @throws {UsageError} which says what is wrong with which argument. */
function read(args: unknown, fields: readonly Field[]): Arguments {
  const parsed = v.safeParse(argumentsSchema, args ?? {});
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new UsageError(`${v.getDotPath(issue) ?? 'arguments'}: ${issue.message}`);
  }
  const given = Object.keys(parsed.output);
  const stray = given.find((name) => !fields.some((field) => field === name));
  if (stray === undefined) return parsed.output;
  throw new UsageError(`there is no argument ${stray}; there are ${fields.join(', ')}`);
}

const COMMON: readonly Field[] = ['kernel', 'defines', 'folders', 'constants', 'seconds', 'memory'];
const JUDGED: readonly Field[] = [
  'text',
  'files',
  ...COMMON,
  'parameters',
  'reference',
  'reference_file',
  'reference_name',
  'tolerance',
  'state',
  'distrust',
];
const CHECKED: readonly Field[] = [...JUDGED, 'quick', 'allow'];
const SHOWN: readonly Field[] = [...JUDGED, 'finding', 'steps'];
const TUNED: readonly Field[] = ['text', ...COMMON, 'semantics', 'method', 'preset'];
const EXPLAINED: readonly Field[] = [...JUDGED, 'about', 'semantics', 'preset'];

function textsIn({ text, files }: Arguments): readonly SentText[] {
  if ((text === undefined) === (files === undefined))
    throw new UsageError('give text or files, and not both');
  if (files?.includes('-') === true) throw new UsageError('files: standard input is not a file');
  return text === undefined ? textsOf(files ?? []) : [{ file: 'kernel', text }];
}

function optionsIn(args: Arguments): CheckOptions {
  const { reference_file: file, reference_name: referenceName, ...rest } = args;
  if (file !== undefined && args.reference !== undefined)
    throw new UsageError('give reference or reference_file, and not both');
  const reference = file === undefined ? args.reference : readText(file);
  return { ...rest, reference, referenceName };
}

const checked = async (args: Arguments, { checker, signal, progress }: ToolCall) => {
  const options = optionsIn(args);
  let done = 0;
  return checker.check(
    { texts: textsIn(args), settings: settingsOf(options), allowed: options.allow ?? [] },
    {
      signal,
      onKernel({ file, kernel = '', verdict }, of) {
        done += 1;
        progress(done, of, `${file} ${kernel}: ${verdict}`);
      },
    },
  );
};

/** The verdict in a line. */
function verdictOf(answer: KernelAnswer): string {
  const { file, kernel, line, verdict, reason } = answer;
  const said = `${kernel ?? 'the text'} is ${verdictIn(verdict, answer)}`;
  return `${file}:${line}: ${said}${reason === undefined ? '' : `: ${reason}`}`;
}

const saidOf = ({ kernels }: CheckReport): string =>
  kernels.flatMap((each) => [verdictOf(each), ...linesOf(each.file, each)]).join('\n');

/** JSON without bigints. */
const plain = (value: unknown): object => JSON.parse(toJson(value)) as object;

/** Verdicts, each followed by the lines of the text that its findings are about. */
function explained(texts: readonly SentText[], { kernels }: CheckReport): string {
  const lineOf = (file: string, line: number): string => {
    const lines = texts.find((each) => each.file === file)?.text.split('\n') ?? [];
    return lines[line - 1]?.trimEnd() ?? '';
  };
  return kernels
    .flatMap((each) => [
      verdictOf(each),
      ...linesOf(each.file, { ...each, checked: [] }),
      ...[
        ...new Set(
          each.findings.flatMap((one) => [one, ...(one.related ?? [])].map((at) => at.line)),
        ),
      ]
        .toSorted((a, b) => a - b)
        .map((line) => `${String(line).padStart(6)} | ${lineOf(each.file, line)}`),
    ])
    .join('\n');
}

const tuned = async (args: Arguments, { signal, progress }: ToolCall, method = args.method) => {
  const { text } = args;
  if (text === undefined) throw new UsageError('give text: tuning takes one kernel');
  const { kernel, defines, folders, constants, seconds, memory, semantics, preset } = args;
  const common = { kernel, defines, folders, constants, seconds, memory, semantics, preset };
  let done = 0;
  return tune(text, {
    ...common,
    method,
    signal,
    onEvent(event) {
      if (event.type !== 'run') return;
      done += 1;
      progress(done, undefined, `T = ${event.run.bound}: ${event.run.verdict}`);
    },
  });
};

const REPORT_SCHEMA = `${PROJECT}docs/schemas/check-1.json`;

/** The tools, in the order they are listed. */
export const mcpTools = (): readonly Tool[] => [
  {
    name: 'check',
    description:
      'Says of every kernel of a text or of files whether it is right for every schedule and input: races, bounds, uninitialised reads, barrier divergence, endless loops, stated results, or a reference it must equal.',
    inputSchema: schemaOf(CHECKED),
    outputSchema: JSON.parse(readFileSync(REPORT_SCHEMA, 'utf8')) as Tool['inputSchema'],
    async run(args, call) {
      const report = await checked(read(args, CHECKED), call);
      return { text: saidOf(report), structured: plain(report) };
    },
  },
  {
    name: 'counterexample',
    description:
      'The steps that lead to a finding of check, up to what goes wrong: who reads, writes and waits, at which line.',
    inputSchema: schemaOf(SHOWN),
    async run(args, { checker, signal }) {
      const given = read(args, SHOWN);
      const [text, ...others] = textsIn(given);
      if (text === undefined || others.length > 0) throw new UsageError('files: name one file');
      const { finding = 1, steps = 100 } = given;
      const settings = settingsOf(optionsIn(given));
      const which = { which: finding - 1, most: steps };
      const { way, reason } = await checker.trace(text, settings, which, signal);
      if (reason !== undefined) throw new UsageError(reason);
      if (!way) return { text: `There is no finding ${finding} that was seen by running.` };
      const values = Object.entries(way.configuration).map(([name, value]) => `${name} ${value}`);
      const before = way.arrays.map(
        ({ name, cells }) => `${name} before: ${cells.map((cell) => cell ?? '?').join(', ')}`,
      );
      return {
        text: [way.finding, values.join(', '), ...before, ...linesOfSteps(text.file, way)].join(
          '\n',
        ),
        structured: way,
      };
    },
  },
  {
    name: 'tune',
    description:
      'Finds and proves the fastest configuration of a kernel in model time, by model checking.',
    inputSchema: schemaOf(TUNED, ['text']),
    async run(args, call) {
      const answer = await tuned(read(args, TUNED), call);
      return { text: linesOfTuning(answer).slice(0, 2).join('\n'), structured: plain(answer) };
    },
  },
  {
    name: 'explain',
    description:
      'In words, with lines of the text: why a kernel is not right, or why its best configuration is the best.',
    inputSchema: schemaOf(EXPLAINED),
    async run(args, call) {
      const given = read(args, EXPLAINED);
      if (given.about === 'configuration')
        return { text: linesOfTuning(await tuned(given, call, 'sweep')).join('\n') };
      const report = await checked({ ...given, quick: true }, call);
      return { text: explained(textsIn(given), report) };
    },
  },
];
