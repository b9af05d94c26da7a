import * as v from 'valibot';
import { isTooDeep, TOO_DEEP } from '../base/bracket-depth.ts';
import { LEVEL_CHOICES } from '../checker/index.ts';
import { CONSTANTS, PRESETS, SEMANTICS_IDS } from '../platform/index.ts';
import { EXAMPLES } from '../session/examples.ts';
import { machineSettingsSchema } from '../session/kept/machine-settings.ts';
import { EDITOR_VIEWS, RESULT_VIEWS } from '../session/view-names.ts';
import { METHODS } from '../tuning/index.ts';
import { FINDING_KINDS } from '../values/index.ts';

/** The version of the format, as `overtime-lesson` says it. */
export const FORMAT = 1;

/** The languages that a puzzle is written in. */
export const PUZZLE_LANGUAGES = ['opencl', 'cuda'] as const;
export type PuzzleLanguage = (typeof PUZZLE_LANGUAGES)[number];

/** Chapters of puzzles, in order. */
export const CHAPTER_IDS = ['indices', 'together', 'faster', 'bug'] as const;
export type ChapterId = (typeof CHAPTER_IDS)[number];

/** Size limit for lessons from anywhere. */
export const MOST_BYTES = 64 * 1024;
const MOST_KERNEL = 20_000;
const MOST_TASKS = 12;

const words = (most: number) =>
  v.pipe(
    v.string('has to be a text'),
    v.trim(),
    v.minLength(1, 'has to say something'),
    v.maxLength(most, `has to be no longer than ${most} characters`),
  );

const kernelText = v.pipe(
  words(MOST_KERNEL),
  v.check((text) => !isTooDeep(text), `has ${TOO_DEEP}`),
);

const id = v.pipe(
  v.string('has to be a text'),
  v.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'has to be small letters, digits and hyphens, 40 at most'),
);

const oneOf = <const Options extends readonly string[]>(options: Options) =>
  v.picklist(options, `has to be one of ${options.join(', ')}`);

const whole = (least: number, most: number) => {
  const message = `has to be a whole number from ${least} to ${most}`;
  return v.pipe(
    v.number(message),
    v.integer(message),
    v.minValue(least, message),
    v.maxValue(most, message),
  );
};

const constants = v.strictObject(
  Object.fromEntries(
    CONSTANTS.map(({ name, least, most }) => [name, v.exactOptional(whole(least, most))]),
  ),
);

/** A configuration of the kernel. */
const configuration = v.pipe(
  v.record(
    v.pipe(v.string(), v.regex(/^[A-Za-z_]\w{0,39}$/, 'has to be the name of a parameter')),
    whole(0, 2 ** 31 - 1),
  ),
  v.minEntries(1, 'has to name a parameter with its value'),
  v.maxEntries(20, 'has to name 20 parameters at most'),
);

/** Page settings; absent ones come from the example or preset. */
const pageEntries = {
  example: v.exactOptional(oneOf(EXAMPLES.map((example) => example.id))),
  kernel: v.exactOptional(kernelText),
  kernelName: v.exactOptional(words(80)),
  semantics: v.exactOptional(oneOf(SEMANTICS_IDS)),
  preset: v.exactOptional(oneOf(PRESETS.map((preset) => preset.id))),
  constants: v.exactOptional(constants),
  machine: v.exactOptional(machineSettingsSchema),
  level: v.exactOptional(oneOf(LEVEL_CHOICES)),
  method: v.exactOptional(oneOf(METHODS.map((method) => method.id))),
  verifiedSize: v.exactOptional(whole(1, 65536)),
  show: v.exactOptional(
    v.strictObject({
      editor: v.exactOptional(oneOf(EDITOR_VIEWS)),
      results: v.exactOptional(oneOf(RESULT_VIEWS)),
    }),
  ),
} as const;

const page = v.strictObject(pageEntries);
export type PageOf = v.InferOutput<typeof page>;

const common = {
  id,
  question: words(1500),
  page: v.exactOptional(page),
  /** Given one after the other, where somebody has missed often enough. */
  hints: v.exactOptional(v.pipe(v.array(words(500)), v.maxLength(6))),
} as const;

/** Text for the gaps, in order. */
const fillings = v.pipe(v.array(v.string('has to be a text')), v.minLength(1), v.maxLength(8));

/** The way in which an answer fails: by a finding, or by taking too long. */
const SHOWN = [...FINDING_KINDS, 'slow'] as const;

const wrongAnswer = v.strictObject({
  fill: fillings,
  shows: oneOf(SHOWN),
  /** It is wrong in this language alone: barriers differ where some have ended. */
  only: v.exactOptional(oneOf(PUZZLE_LANGUAGES)),
});
const rightAnswer = v.strictObject({ fill: fillings });

const task = v.variant(
  'kind',
  [
    v.variant('ask', [
      v.strictObject({ ...common, kind: v.literal('predict'), ask: v.literal('best') }),
      v.strictObject({ ...common, kind: v.literal('predict'), ask: v.literal('stop') }),
      v.strictObject({ ...common, kind: v.literal('predict'), ask: v.literal('line') }),
      v.strictObject({
        ...common,
        kind: v.literal('predict'),
        ask: v.literal('time'),
        with: configuration,
        /** Percent that the answer may be off. */
        within: v.exactOptional(whole(0, 50)),
      }),
    ]),
    v.strictObject({
      ...common,
      kind: v.literal('fill'),
      solution: fillings,
      /** Answers that have to be refused, and the finding that shows it. */
      wrong: v.exactOptional(v.pipe(v.array(wrongAnswer), v.maxLength(20))),
      /** Other answers that have to be accepted. */
      right: v.exactOptional(v.pipe(v.array(rightAnswer), v.maxLength(20))),
      /** Must also match the solution's time. */
      fast: v.exactOptional(v.boolean('has to be true or false')),
    }),
    v.strictObject({ ...common, kind: v.literal('schedule'), with: configuration }),
    v.variant('change', [
      v.strictObject({
        ...common,
        kind: v.literal('par'),
        change: v.literal('kernel'),
        solution: kernelText,
      }),
      v.strictObject({
        ...common,
        kind: v.literal('par'),
        change: v.literal('parameters'),
        /** Allowed number of configurations to look at. */
        looks: whole(1, 100),
      }),
    ]),
  ],
  'has to be one of predict, fill, schedule, par',
);
export type Task = v.InferOutput<typeof task>;
export type TaskOf<Kind extends Task['kind']> = Extract<Task, { readonly kind: Kind }>;

/** The front matter of a lesson. */
export const frontMatter = v.strictObject({
  'overtime-lesson': v.literal(FORMAT, `has to be ${FORMAT}, the version of this format`),
  id,
  title: words(80),
  language: v.pipe(
    v.string('has to be a text'),
    v.regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/, 'has to be a language tag such as en or pt-BR'),
  ),
  summary: words(300),
  /** A puzzle belongs to a chapter. */
  chapter: v.exactOptional(oneOf(CHAPTER_IDS)),
  /** Set to false where a puzzle's text is not to be read as CUDA too. */
  cuda: v.exactOptional(v.boolean('has to be true or false')),
  page,
  tasks: v.pipe(v.array(task), v.maxLength(MOST_TASKS, `has to have ${MOST_TASKS} tasks at most`)),
});
export type FrontMatter = v.InferOutput<typeof frontMatter>;
