import * as v from 'valibot';
import { jsonIn } from '../../base/json-text.ts';
import { stepsOf, unpackTrail } from '../../base/packed-trail.ts';
import type { Evidence } from '../../checker/index.ts';
import type { Tuning } from '../../promela/index.ts';
import type { SearchRun, TuningResult } from '../../tuning/index.ts';
import type { Settings } from '../kept/settings.ts';
import { type Carried, portableOf, readPortable } from '../portable/portable.ts';
import type { ModelDocument } from '../promela/model-document.ts';
import type { PortableView } from '../portable/view.ts';
import { ResultsTable, ResultsView } from '../run/results-table.ts';
import { IDLE, type Run } from '../run/run.ts';
import { MOST_FILE_BYTES } from '../workspace/kernel-file.ts';
import {
  MOST_ROWS,
  MOST_SEARCHES,
  MOST_TRAIL,
  WORKBENCH,
  WORKBENCH_VERSION,
  type WorkbenchAnswer,
  workbenchSchema,
} from './workbench-schema.ts';

type ExampleText = (id: string) => string | undefined;

/** The content of a workbench file. */
export interface Workbench {
  readonly name: string;
  readonly date: Date;
  readonly settings: Settings;
  readonly view: PortableView;
  /** Absent where there is no answer to these settings. */
  readonly run?: Run | undefined;
  /** A standalone model open in the kernel's place. */
  readonly model?: ModelDocument | undefined;
  /** The tuning of the model, and its answer. */
  readonly tuned?: TunedAnswer | undefined;
}

/** The answer of a standalone model's tuning. */
export interface TunedAnswer {
  readonly tuning: Tuning;
  readonly run: Run;
}

/** A quick guess by its head. */
export const isWorkbench = (text: string): boolean => text.slice(0, 200).includes(`"${WORKBENCH}"`);

/** The page's state, its answer and the evidence, as text. */
export function workbenchText(
  { name, date, settings, view, run, model, tuned }: Workbench,
  exampleText: ExampleText,
): string {
  const { example, ...state } = portableOf(settings, view, exampleText, model);
  const { result } = run ?? {};
  const ofModel = tuned?.run.result;
  const content = {
    format: WORKBENCH,
    version: WORKBENCH_VERSION,
    date: date.toISOString(),
    name,
    // Always has the kernel, since examples change.
    state: {
      ...state,
      kernel: settings.kernelText,
      settings: { ...state.settings, ...(example && { example: example.id }) },
    },
    ...(run && result && { answer: answerOf(run, result) }),
    ...(run?.evidence && { evidence: withoutBigInts(run.evidence) }),
    ...(tuned && ofModel
      ? {
          tuned: { tuning: tuned.tuning, answer: answerOf(tuned.run, ofModel) },
          ...(ofModel.trail && trailOf(ofModel.trail)),
        }
      : result?.trail && trailOf(result.trail)),
  };
  return `${JSON.stringify(content, null, 1)}\n`;
}

function trailOf({ words, packed }: NonNullable<TuningResult['trail']>): object {
  // Eight characters a step at least.
  if (8 * stepsOf(packed) > MOST_TRAIL) return {};
  const text = unpackTrail(packed);
  return text.length > MOST_TRAIL ? {} : { trail: { words, text } };
}

const withoutBigInts = ({ proof, ...rest }: Evidence): object => ({
  ...rest,
  ...(proof && { proof: { ...proof, bound: String(proof.bound) } }),
});

function answerOf({ runs, seconds, configurations }: Run, result: TuningResult): object {
  const { status, minTime, optima, runnerUp, reason } = result;
  return {
    status,
    ...(minTime !== undefined && { minTime: String(minTime) }),
    optima,
    ...(runnerUp && { runnerUp: { ...runnerUp, time: String(runnerUp.time) } }),
    ...(reason !== undefined && { reason }),
    ...(seconds !== undefined && { seconds }),
    searches: runs
      .slice(-MOST_SEARCHES)
      .map(({ bound, purpose, verdict, ...run }) => ({
        purpose,
        verdict,
        states: run.states,
        transitions: run.transitions,
        depth: run.depth,
        memoryMB: run.memoryMB,
        seconds: run.seconds,
        ...(bound !== null && { bound: String(bound) }),
      })),
    ...(configurations.size > 0 &&
      configurations.size <= MOST_ROWS && {
        times: {
          names: configurations.names,
          rows: [...configurations].map(({ values, time, ...row }) => ({
            values: configurations.names.map((name) => values[name] ?? 0),
            ...(time !== undefined && { time: String(time) }),
            ...row,
          })),
        },
      }),
  };
}

/** A workbench file that was read. */
export interface OpenedWorkbench {
  readonly carried: Carried;
  /** The file's answer, of which nothing was computed here. */
  readonly run?: Run;
  readonly date: string;
  /** The answer of the file's own model, if it has one. */
  readonly tuned?: TunedAnswer;
}

type ReadWorkbench =
  | { readonly ok: true; readonly value: OpenedWorkbench }
  | { readonly ok: false; readonly message: string };

/** Checked content, as plain data that fits in a message. */
export type ParsedWorkbench =
  | { readonly ok: true; readonly value: { readonly carried: Carried; readonly file: Content } }
  | { readonly ok: false; readonly message: string };

type Content = v.InferOutput<typeof workbenchSchema>;

const refused = (message: string): ParsedWorkbench => ({ ok: false, message });

/** Reads a file at once. Input may be anything.
 * @param name of the file. */
export function readWorkbench(name: string, text: string, exampleText: ExampleText): ReadWorkbench {
  const parsed = parseWorkbench(text, exampleText);
  return parsed.ok ? { ok: true, value: openedWorkbench(name, parsed.value) } : parsed;
}

/** Input may be anything. */
export function parseWorkbench(text: string, exampleText: ExampleText): ParsedWorkbench {
  if (text.length > MOST_FILE_BYTES)
    return refused(`It holds more than ${MOST_FILE_BYTES / 1e6} MB, the most that is opened.`);
  const value = jsonIn(text);
  if (value === undefined) return refused('It ends early, or is no JSON.');
  const version = v.safeParse(v.looseObject({ version: v.number() }), value);
  if (version.success && version.output.version > WORKBENCH_VERSION)
    return refused('A later version of Overtime wrote it. Reload this page to have that version.');
  const parsed = v.safeParse(workbenchSchema, value);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const where = v.getDotPath(issue);
    return refused(
      where === null
        ? 'It is no workbench of Overtime.'
        : `It is damaged, or was changed: ${where} cannot be read.`,
    );
  }
  const { state, answer, tuned } = parsed.output;
  const carried = readPortable(state, exampleText);
  if (!carried.ok) return carried;
  const isDamaged = [answer, tuned?.answer].some((each) => each?.times && !isTable(each.times));
  if (isDamaged) return refused('It is damaged: its times do not fit its parameters.');
  return { ok: true, value: { carried, file: parsed.output } };
}

/** The content of a file with its runs.
 * @param name of the file. */
export function openedWorkbench(
  name: string,
  { carried, file }: Extract<ParsedWorkbench, { readonly ok: true }>['value'],
): OpenedWorkbench {
  const { date, answer, evidence, trail, tuned } = file;
  const origin = { name, date };
  // There is one trail: the model's answer's, if any.
  const ofKernel = tuned ? undefined : trail;
  return {
    carried,
    date,
    ...(answer && { run: { ...runOf(answer, ofKernel), ...(evidence && { evidence }), origin } }),
    ...(tuned &&
      carried.model && {
        tuned: { tuning: tuned.tuning, run: { ...runOf(tuned.answer, trail), origin } },
      }),
  };
}

/** A run as an answer has it. */
const runOf = (answer: WorkbenchAnswer, trail: TuningResult['trail']): Run => ({
  ...IDLE,
  phase: 'ended',
  runs: answer.searches.map(searchOf),
  configurations: new ResultsView(answer.times && tableOf(answer.times)),
  result: { ...resultOf(answer), ...(trail && { trail }) },
  ...(answer.seconds !== undefined && { seconds: answer.seconds }),
});

const searchOf = ({ bound, ...search }: WorkbenchAnswer['searches'][number]): SearchRun => ({
  ...search,
  bound: bound ?? null,
});

const resultOf = ({
  status,
  minTime,
  optima,
  runnerUp,
  reason,
}: WorkbenchAnswer): TuningResult => ({
  status,
  optima,
  ...(minTime !== undefined && { minTime }),
  ...(runnerUp && { runnerUp }),
  ...(reason !== undefined && { reason }),
});

type Times = NonNullable<WorkbenchAnswer['times']>;

/** Rows and names fit. */
const isTable = ({ names, rows }: Times): boolean =>
  new Set(names).size === names.length &&
  rows.every(({ values }) => values.length === names.length);

function tableOf({ names, rows }: Times): ResultsTable {
  const table = new ResultsTable();
  table.add(
    rows.map(({ values, ...row }) => ({
      ...row,
      values: Object.fromEntries(names.map((name, index) => [name, values[index] ?? 0])),
    })),
  );
  return table;
}
