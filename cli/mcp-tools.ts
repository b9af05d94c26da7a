import { readFileSync } from 'node:fs';
import { toJson } from '../src/base/json-text.ts';
import { showConfiguration } from '../src/tuning/index.ts';
import { type CheckReport, type KernelAnswer } from './check-answer.ts';
import { textsOf } from './check-files.ts';
import { linesOf, verdictIn } from './check-lines.ts';
import type { SentText } from './check-kernels.ts';
import type { Checker } from './checker.ts';
import { readText } from './files.ts';
import { UsageError } from './usage-error.ts';
import {
  type Arguments,
  CHECKED,
  EXPLAINED,
  NEXT,
  read,
  schemaOf,
  SHOWN,
  TUNED,
} from './mcp-arguments.ts';
import { type CheckOptions, next, settingsOf, tune } from './library.ts';
import type { NextAnswer } from './next-answer.ts';
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

function textsIn({ text, files }: Arguments): readonly SentText[] {
  if ((text === undefined) === (files === undefined))
    throw new UsageError('give text or files, and not both');
  if (files?.includes('-') === true) throw new UsageError('files: standard input is not a file');
  return text === undefined ? textsOf(files ?? []) : [{ file: 'kernel', text }];
}

function optionsIn(args: Arguments): CheckOptions {
  const { reference_file: file, reference_name: referenceName, ...others } = args;
  const { launch_line: launchLine, all_launches: allLaunches, ...rest } = others;
  if (file !== undefined && args.reference !== undefined)
    throw new UsageError('give reference or reference_file, and not both');
  const reference = file === undefined ? args.reference : readText(file);
  return { ...rest, reference, referenceName, launchLine, allLaunches };
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
  const { kernel, defines, folders, options, launch } = args;
  const { constants, seconds, memory, semantics, preset } = args;
  const host = { kernel, defines, folders, options, launch };
  const common = { ...host, constants, seconds, memory, semantics, preset };
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

const proposed = async (args: Arguments, { signal }: ToolCall): Promise<NextAnswer> => {
  const { text, measured, measured_file: file, prior_file: prior, ...others } = args;
  if (text === undefined) throw new UsageError('give text: it is one kernel that is measured');
  if (measured !== undefined && file !== undefined)
    throw new UsageError('give measured or measured_file, and not both');
  return next(text, {
    ...others,
    signal,
    measured: file === undefined ? measured : readText(file),
    prior: prior === undefined ? undefined : readText(prior),
  });
};

/** A line for each, with what is expected of it. */
const proposedLines = ({ proposals, best, enough }: NextAnswer): string =>
  [
    ...(best ? [`Measured best: ${best.time_ms} ms at ${showConfiguration(best.values)}.`] : []),
    ...proposals.map(({ values, by, expected_ms }) => {
      const expected = expected_ms === null ? '' : `, ${expected_ms.toPrecision(4)} ms expected`;
      return `Measure ${showConfiguration(values)} (by ${by}${expected}).`;
    }),
    ...(proposals.length === 0 ? ['Every configuration has been measured.'] : []),
    ...(enough ? ['Little gain is expected: it may be enough.'] : []),
  ].join('\n');

const REPORT_SCHEMA = `${PROJECT}docs/schemas/check-1.json`;

const maybe = { type: ['number', 'null'] } as const;
const configuration = { type: 'object', additionalProperties: { type: 'number' } } as const;

const NEXT_SCHEMA = {
  type: 'object',
  properties: {
    next: { type: 'array', items: configuration, description: 'to be measured, in this order' },
    proposals: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          values: configuration,
          by: { type: 'string' },
          expected_ms: maybe,
          from_ms: maybe,
          to_ms: maybe,
          chance: maybe,
          gain_ms: maybe,
          runs: { type: 'number', description: 'chance to run at all' },
        },
        required: ['values', 'by', 'runs'],
      },
    },
    measured: { type: 'integer' },
    failed: { type: 'integer' },
    unknown: { type: 'integer', description: 'rows that are none of its configurations' },
    candidates: { type: 'integer' },
    best: {
      type: ['object', 'null'],
      properties: { values: configuration, time_ms: { type: 'number' } },
    },
    gain_ms: maybe,
    enough: { type: 'boolean', description: 'more measuring is hardly worth it' },
    notes: { type: 'array', items: { type: 'string' } },
  },
  required: ['next', 'proposals', 'measured', 'failed', 'candidates', 'best', 'enough'],
} as const satisfies Tool['outputSchema'];

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
    name: 'next',
    description:
      'Proposes which configurations to measure next on a GPU, learning from what was measured and from the model’s times.',
    inputSchema: schemaOf(NEXT, ['text']),
    outputSchema: NEXT_SCHEMA,
    async run(args, call) {
      const answer = await proposed(read(args, NEXT), call);
      return { text: proposedLines(answer), structured: plain(answer) };
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
