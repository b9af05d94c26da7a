import type { PackedTrail } from '../../base/packed-trail.ts';
import type { Failure } from '../../base/failure.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { CheckResult, ModelVerifier } from '../../checker/index.ts';
import { factsOf, lacksOf, type ModelFacts, type Tuning } from '../../promela/index.ts';
import type { Configuration, SearchProgress } from '../../tuning/index.ts';
import type { Job, JobView, Phase } from '../jobs/job.ts';
import { IDLE, type Run } from '../run/run.ts';
import type { RecheckView } from '../workbench/recheck-view.ts';
import { type ModelDocument, tuningOf } from './model-document.ts';

/** A Promela model and what is known of it. */
export interface ModelView {
  /** The open or last open one; the page keeps it for the kernel's time. */
  readonly document?: ModelDocument | undefined;
  /** Replaced models, the last one first. */
  readonly earlier: readonly ModelDocument[];
  /** The browser cannot keep them now. */
  readonly isUnsaved: boolean;
  readonly reading: ModelReading;
  /** The run that is looked at. */
  readonly trail?: ModelTrail | undefined;
  /** A model's own C waits for the user before its first run. */
  readonly consent?: ModelConsent | undefined;
}

/** A check, tuning or run waiting for consent. */
export type ModelConsent = { readonly c: readonly string[] } & Waiting;

export type Waiting =
  | { readonly for: 'check' | 'tune' | 'recheck' }
  | { readonly for: 'open'; readonly values: Configuration };

/** A run of a configuration is searched for. */
export interface ModelOpening extends JobView {
  readonly values: Configuration;
}

export interface ModelReading {
  readonly phase: Exclude<Phase, 'none' | 'cancelled'>;
  /** Declarations; a guess while macros are not expanded. */
  readonly facts: ModelFacts;
  /** SPIN's messages in place. */
  readonly diagnostics: readonly Diagnostic[];
  /** SPIN's messages without a line, or why it read nothing. */
  readonly note?: string | undefined;
}

export const UNREAD: ModelReading = { phase: 'ended', facts: factsOf(''), diagnostics: [] };

/** The model that was asked about. */
export type ModelQuestion = Pick<ModelDocument, 'name' | 'text' | 'files' | 'defines'>;

export const questionOfModel = ({ name, text, files, defines }: ModelDocument): ModelQuestion => ({
  name,
  text,
  files,
  defines,
});

/** The answer is of another text. */
export const isOfOtherModel = (
  question: ModelQuestion | undefined,
  document: ModelDocument | undefined,
): boolean =>
  question !== undefined &&
  (question.text !== document?.text ||
    question.defines.trim() !== document.defines.trim() ||
    JSON.stringify(question.files) !== JSON.stringify(document.files));

/** A check's searches, as far as they have come. */
export interface ModelCheckView extends JobView {
  readonly results: readonly CheckResult[];
  /** The present search and the tools' doings, in words. */
  readonly now?: string | undefined;
  readonly stage?: string | undefined;
  readonly download?: { readonly received: number; readonly total: number } | undefined;
  readonly progress?: SearchProgress | undefined;
  /** Notes on the model as checked. */
  readonly notes: readonly string[];
  readonly question?: ModelQuestion | undefined;
  /** Results of the check before, of the same model. */
  readonly earlier?: Found;
  /** Why it has failed, where that is known. */
  readonly failure?: Failure | undefined;
  readonly startedAt: number;
  readonly seconds?: number | undefined;
}

/** A tuning, with amounts of the objective as times. */
export interface ModelTuningView extends JobView {
  readonly run: Run;
  /** Where it was searched, if elsewhere than usual. */
  readonly note?: string | undefined;
  /** At the end: follows the answer's trail. */
  readonly verifier?: ModelVerifier | undefined;
  readonly tuning?: Tuning | undefined;
  readonly question?: ModelQuestion | undefined;
}

/** A found run, and all it takes to follow it again. */
export interface ModelTrail {
  /** `ltl served: violated` */
  readonly title: string;
  readonly packed: PackedTrail;
  /** Words for the model on the verifier's command line. */
  readonly words: readonly string[];
  /** The configuration searched for, or named by the answer. */
  readonly values?: Configuration | undefined;
  readonly verifier: ModelVerifier;
  readonly question: ModelQuestion;
}

type Found = Pick<ModelCheckView, 'results' | 'question'>;

/** Results of this check, or of the one before until there are any. */
export const foundBy = ({ results, question, earlier }: ModelCheckView): Found =>
  results.length === 0 && earlier ? earlier : { results, question };

export const MODEL_CHECK: Job<ModelCheckView> = {
  id: 'modelCheck',
  none: { phase: 'none', results: [], notes: [], startedAt: 0 },
};

export const MODEL_TUNING: Job<ModelTuningView> = {
  id: 'modelTuning',
  none: { phase: 'none', run: IDLE },
};

const BESIDE = 'beside the tuning of a model';

/** The search for the run of a configuration. */
export const MODEL_OPENING: Job<ModelOpening> = {
  id: 'modelOpening',
  none: { phase: 'none', values: {} },
  worker: BESIDE,
};

/** The answer of the tuning, checked again. */
export const MODEL_RECHECK: Job<RecheckView> = {
  id: 'modelRecheck',
  none: { phase: 'none', checks: [] },
  worker: BESIDE,
};

export const NO_MODEL: ModelView = { earlier: [], isUnsaved: false, reading: UNREAD };

/** Why a model cannot be tuned as set, in one sentence. */
export function tuningProblem({ document, reading }: ModelView): string | undefined {
  if (!document) return 'No model is open.';
  const { parameters, objective, when } = document.tuning;
  if (parameters.length === 0) return 'Choose the variables that the model chooses itself.';
  if (objective.trim() === '') return 'Say what is to be as small or large as can be.';
  if (when.trim() === '') return 'Say when it counts: a condition such as done.';
  // Names may come with a still unread file or macro.
  if (reading.phase === 'waiting') return undefined;
  const [first] = lacksOf(reading.facts, tuningOf(document.tuning));
  return first && `${first.charAt(0).toUpperCase()}${first.slice(1)}.`;
}
