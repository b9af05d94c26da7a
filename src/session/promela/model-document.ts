import * as v from 'valibot';
import { type Asked, type ModelSource, perFlag, type SearchOptions } from '../../checker/index.ts';
import { INCLUDED, lastOf, type Tuning } from '../../promela/index.ts';
import { printOf } from '../workspace/open-document.ts';

/** Characters of a model, and of each included file. */
export const MOST_MODEL_TEXT = 1_000_000;
export const MOST_INCLUDED = 100;
/** Characters of a name, expression or list of macros. */
const MOST_TYPED = 4000;

const typed = v.pipe(v.string(), v.maxLength(MOST_TYPED));
const text = v.pipe(v.string(), v.maxLength(MOST_MODEL_TEXT));
const isSet = v.fallback(v.boolean(), false);

/** An unreadable field does not lose the others. */
export const askedSchema = v.object({
  /** `all`: whatever the model says of itself. */
  what: v.fallback(
    v.picklist(['all', 'safety', 'claim', 'formula', 'acceptance', 'non-progress']),
    'all',
  ),
  /** The checked formula or claim of the model. */
  claim: v.fallback(typed, ''),
  /** A formula as typed. */
  formula: v.fallback(typed, ''),
  ...perFlag(() => isSet),
  reduction: v.fallback(v.picklist(['auto', 'on', 'off']), 'auto'),
  /** Errors to stop after, and steps of the longest path; as typed. */
  errors: v.fallback(typed, '1'),
  depth: v.fallback(typed, ''),
});

/** A tuning as typed. */
export const tuningSchema = v.object({
  parameters: v.fallback(v.pipe(v.array(typed), v.maxLength(50), v.readonly()), []),
  objective: v.fallback(typed, ''),
  when: v.fallback(typed, ''),
  goal: v.fallback(v.picklist(['smallest', 'largest']), 'smallest'),
});

const usual = {
  asked: (): ModelAsked => v.parse(askedSchema, NOTHING_SET),
  tuning: (): TypedTuning => v.parse(tuningSchema, {}),
};

const NOTHING_SET = { errors: '1' };

/** A Promela model without a kernel, with its files and questions. */
export const modelDocumentSchema = v.object({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  text,
  /** The example that it was opened as. */
  example: v.exactOptional(typed),
  /** Included files by name. */
  files: v.fallback(
    v.pipe(
      v.record(v.pipe(v.string(), v.maxLength(300)), text),
      v.check((files) => Object.keys(files).length <= MOST_INCLUDED),
      v.readonly(),
    ),
    {},
  ),
  /** Macros as typed: `N=4 DEBUG`. */
  defines: v.fallback(typed, ''),
  asked: v.fallback(askedSchema, () => usual.asked()),
  tuning: v.fallback(tuningSchema, () => usual.tuning()),
  /** The C allowed by the user (see `printOf`). */
  allowedC: v.exactOptional(typed),
});

export type ModelDocument = Readonly<v.InferOutput<typeof modelDocumentSchema>>;
export type ModelAsked = Readonly<v.InferOutput<typeof askedSchema>>;
export type TypedTuning = Readonly<v.InferOutput<typeof tuningSchema>>;

/** A model of which nothing has been asked yet. */
export const newModel = (
  name: string,
  content: Pick<ModelDocument, 'text'> &
    Partial<Pick<ModelDocument, 'files' | 'example' | 'tuning'>>,
): ModelDocument => ({
  name,
  files: {},
  defines: '',
  asked: usual.asked(),
  tuning: usual.tuning(),
  ...content,
});

/** For links and files: without the C allowed here. */
export function carriedModel(document: ModelDocument): ModelDocument {
  const { allowedC: _, ...model } = document;
  return model;
}

/** A short print, equal for models that read the same. */
export const printOfModel = ({
  text,
  defines,
  files,
}: Pick<ModelDocument, 'text' | 'defines' | 'files'>): string =>
  printOf(JSON.stringify([text, defines.trim(), Object.entries(files).toSorted()]));

/** Input may be anything; none of its C is allowed yet. */
export function readModel(found: unknown, lost: string[]): ModelDocument | undefined {
  if (found === undefined) return undefined;
  const parsed = v.safeParse(modelDocumentSchema, found);
  if (!parsed.success) {
    lost.push('model');
    return undefined;
  }
  return carriedModel(parsed.output);
}

/** The list's words, as for a command line. */
export const definesOf = ({ defines }: Pick<ModelDocument, 'defines'>): readonly string[] =>
  defines
    .split(/[\s,]+/)
    .map((word) => word.replace(/^-D/, ''))
    .filter((word) => word !== '');

/** A fault of the macros, in a sentence. */
export function definesProblem(document: Pick<ModelDocument, 'defines'>): string | undefined {
  const wrong = definesOf(document).find((word) => !/^[A-Za-z_]\w*(=.*)?$/.test(word));
  return wrong === undefined
    ? undefined
    : `\`${wrong}\` is no macro: write NAME or NAME=VALUE, with blanks between them.`;
}

/** The model and its files. A bare file name matches every path ending in it. */
export function sourceOf(document: Pick<ModelDocument, 'text' | 'files' | 'defines'>): ModelSource {
  const { text: model, files } = document;
  const named: Record<string, string> = { ...files };
  for (const one of [model, ...Object.values(files)])
    for (const [, path = ''] of one.matchAll(INCLUDED)) {
      const last = lastOf(path);
      const found = files[last];
      if (files[path] === undefined && found !== undefined) named[path] = found;
    }
  return { text: model, defines: definesOf(document), files: named };
}

/** Included files that are not at hand. */
export function missingFiles(document: ModelDocument): readonly string[] {
  const { files = {} } = sourceOf(document);
  const wanted = [document.text, ...Object.values(document.files)].flatMap((one) =>
    [...one.matchAll(INCLUDED)].map(([, path = '']) => path),
  );
  return [...new Set(wanted)].filter((path) => files[path] === undefined);
}

export const needsPreprocessor = (document: ModelDocument): boolean =>
  /^\s*#/m.test(document.text) || definesOf(document).length > 0;

export function askedOf({ what, claim, formula }: ModelAsked): Asked {
  switch (what) {
    case 'all':
      return {};
    case 'safety':
      return { safety: true };
    case 'claim':
      return { ltl: claim };
    case 'formula':
      return { ltl: formula.trim() };
    default:
      return { cycles: what };
  }
}

/** Nothing where a number is wrong. */
export function searchOptionsOf(asked: ModelAsked): SearchOptions {
  const { reduction } = asked;
  return {
    ...perFlag(({ id }) => asked[id]),
    errors: wholeNumber(asked.errors, 0, 1_000_000) ?? 1,
    depth: wholeNumber(asked.depth, 1, 40_000_000),
    ...(reduction !== 'auto' && { reduction: reduction === 'on' }),
  };
}

const wholeNumber = (words: string, least: number, most: number): number | undefined => {
  const value = /^\d+$/.test(words.trim()) ? Number(words) : Number.NaN;
  return value >= least && value <= most ? value : undefined;
};

/** Why a model cannot be checked as set, in one sentence. */
export function askedProblem(asked: ModelAsked): string | undefined {
  const { what, formula, claim, errors, depth } = asked;
  if (what === 'formula' && formula.trim() === '')
    return 'Type a formula, such as [] (x < 3), or choose something else to check.';
  if (what === 'formula' && /[{};#"\n]/.test(formula))
    return 'A formula is one line without braces, semicolons and quotes.';
  if (what === 'claim' && claim === '') return 'Choose a formula or claim of the model.';
  if (wholeNumber(errors, 0, 1_000_000) === undefined)
    return 'Errors: a whole number from 0 (all of them) to 1,000,000.';
  if (depth.trim() !== '' && wholeNumber(depth, 1, 40_000_000) === undefined)
    return 'Depth: a whole number of steps up to 40,000,000, or nothing for as many as it takes.';
  return undefined;
}

export const tuningOf = ({ parameters, objective, when, goal }: TypedTuning): Tuning => ({
  parameters,
  goal,
  objective: objective.trim(),
  when: when.trim(),
});
