import * as v from 'valibot';
import type { PackedTrail } from '../../base/packed-trail.ts';
import { CHECK_STATUSES, type CheckResult } from '../../checker/index.ts';
import { PROBLEM_KINDS } from '../../spin/pan-output.ts';
import {
  askedSchema,
  carriedModel,
  type ModelDocument,
  modelDocumentSchema,
  printOfModel,
} from '../promela/model-document.ts';
import type { ModelCheckView } from '../promela/model-view.ts';
import { figure, figures, listed } from './kept-list.ts';

const words = v.pipe(v.string(), v.maxLength(100_000));
const packed = v.custom<PackedTrail>(
  (found) => found instanceof Uint8Array && found.buffer instanceof ArrayBuffer,
);
const claim = v.optional(words);
const cycles = v.optional(v.picklist(['acceptance', 'non-progress']));

/** The most kept searches of a check, and errors of a search. */
const MOST = 1000;
/** Bytes of a check's trails, three a step. Longer ones are searched for again. */
const MOST_TRAILS = 30_000_000;

/** A model's check as the list of runs shows it. */
export const savedCheckSchema = v.object({
  kind: v.literal('check'),
  ...listed,
  seconds: v.exactOptional(figure),
  unkept: v.exactOptional(v.picklist(['trail', 'all'])),
  /** Which (see `printOfModel`), and what was asked of it. */
  model: v.object({ print: v.pipe(v.string(), v.maxLength(100)), asked: askedSchema }),
  /** The searches and their outcomes. */
  searches: v.pipe(
    v.array(v.object({ what: words, status: v.picklist(CHECK_STATUSES) })),
    v.minLength(1),
    v.maxLength(MOST),
  ),
  /** Stopped by the user or by leaving: more may remain. */
  isStopped: v.boolean(),
});

export type SavedCheck = v.InferOutput<typeof savedCheckSchema>;

const resultSchema = v.object({
  ...figures,
  check: v.object({ what: words, claim, formula: v.exactOptional(words), cycles }),
  status: v.picklist(CHECK_STATUSES),
  errors: figure,
  problems: v.pipe(
    v.array(v.object({ kind: v.picklist(PROBLEM_KINDS), message: words, depth: figure })),
    v.maxLength(MOST),
  ),
  reduction: v.object({ on: v.boolean(), why: words }),
  native: v.pipe(v.array(words), v.maxLength(MOST)),
  unreached: v.optional(
    v.array(v.object({ of: words, file: words, line: figure, statement: words })),
  ),
  reason: v.optional(words),
  trail: v.optional(packed),
  /** The verifier's compile macros, and its claim. */
  defines: v.pipe(
    v.array(v.pipe(v.string(), v.regex(/^[A-Za-z_]\w*(?:=[\w.+-]*)?$/), v.maxLength(200))),
    v.maxLength(MOST),
  ),
  claim,
});

export const checkContentSchema = v.object({
  /** The model that was checked. */
  document: modelDocumentSchema,
  /** The text as SPIN read it, shared by all searches. */
  model: v.string(),
  lossy: v.boolean(),
  notes: v.pipe(v.array(words), v.maxLength(MOST)),
  results: v.pipe(v.array(resultSchema), v.minLength(1), v.maxLength(MOST)),
});

export type CheckContent = v.InferOutput<typeof checkContentSchema>;

/** A check that is to be kept. */
export interface DoneCheck {
  readonly document: ModelDocument;
  readonly view: Pick<ModelCheckView, 'results' | 'notes' | 'seconds'>;
  readonly isStopped: boolean;
}

/** Undefined where nothing was found. */
export function savedCheck(
  { document, view: { results, seconds }, isStopped }: DoneCheck,
  listed: Pick<SavedCheck, 'id' | 'name' | 'named' | 'savedAt' | 'order'>,
): SavedCheck | undefined {
  const { id, name, named, savedAt, order } = listed;
  const parsed = v.safeParse(savedCheckSchema, {
    kind: 'check',
    id,
    name,
    named,
    savedAt,
    isStopped,
    ...(order !== undefined && { order }),
    ...(seconds !== undefined && { seconds }),
    ...(trailsOf(results) > MOST_TRAILS && { unkept: 'trail' }),
    model: { print: printOfModel(document), asked: document.asked },
    searches: results.map(({ check, status }) => ({ what: check.what, status })),
  });
  return parsed.success ? parsed.output : undefined;
}

const trailsOf = (results: ModelCheckView['results']): number =>
  results.reduce((sum, { trail }) => sum + (trail?.length ?? 0), 0);

export function checkRecord({ document, view: { results, notes } }: DoneCheck): object {
  const [{ verifier: { model = '', lossy = false } = {} } = {}] = results;
  const all = results.map(({ verifier: { defines, claim }, ...result }) => ({
    ...result,
    defines,
    claim,
  }));
  return {
    document: carriedModel(document),
    model,
    lossy,
    notes,
    results: trailsOf(results) > MOST_TRAILS ? withoutTrails(all) : all,
  };
}

/** Searches without the runs that they have found. */
export const withoutTrails = (results: readonly object[]): readonly object[] =>
  results.map((result) => ({ ...result, trail: undefined }));

export function resultsOf({ model, lossy, results }: CheckContent): readonly CheckResult[] {
  return results.map(({ defines, claim, ...result }) => ({
    ...result,
    verifier: { model, lossy, defines, claim },
  }));
}
