import type { PackedTrail } from '../../base/packed-trail.ts';
import type { Failure } from '../../base/failure.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { CheckResult, ModelVerifier } from '../../checker/index.ts';
import { factsOf, lacksOf, type ModelFacts, type Tuning } from '../../promela/index.ts';
import type { Configuration, SearchProgress } from '../../tuning/index.ts';
import type { JobView } from '../jobs/side-job.ts';
import { IDLE, type Run } from '../run/run.ts';
import { NO_RECHECK, type RecheckView } from '../workbench/recheck-view.ts';
import { type ModelDocument, tuningOf } from './model-document.ts';

/** A Promela model of its own, and what is known of it. */
export interface ModelView {
  /** Whether the page is about the model, in place of the kernel. */
  readonly isOpen: boolean;
  /** The one that is open, or was last: attached to the kernel again the page keeps it. */
  readonly document?: ModelDocument | undefined;
  /** Models that others have taken the place of, those left last first. */
  readonly earlier: readonly ModelDocument[];
  /** Whether the browser does not keep them now. */
  readonly isUnsaved: boolean;
  readonly reading: ModelReading;
  readonly check: ModelCheckView;
  readonly tuning: ModelTuningView;
  /** The run that is looked at. */
  readonly trail?: ModelTrail | undefined;
  /** The search for the run of a configuration. */
  readonly opening: ModelOpening;
  /** What came of checking the answer of the tuning again. */
  readonly recheck: RecheckView;
  /** A model with C of its own waits for the user's word before it runs the first time. */
  readonly consent?: ModelConsent | undefined;
}

/** What waits for the user's word: a check, a tuning, or the run of a configuration. */
export type ModelConsent = { readonly c: readonly string[] } & Waiting;

export type Waiting =
  | { readonly for: 'check' | 'tune' | 'recheck' }
  | { readonly for: 'open'; readonly values: Configuration };

/** A run of a configuration is searched for. */
export interface ModelOpening extends JobView {
  readonly values: Configuration;
}

/** What is known of the text. */
export interface ModelReading {
  readonly phase: 'reading' | 'read' | 'rejected' | 'waiting';
  /** What the text declares. Of a text with macros that have not been expanded it is a guess. */
  readonly facts: ModelFacts;
  /** What SPIN says of it, in place. */
  readonly diagnostics: readonly Diagnostic[];
  /** What SPIN says of no line of the text, or why it has not read it. */
  readonly note?: string | undefined;
}

export const UNREAD: ModelReading = { phase: 'read', facts: factsOf(''), diagnostics: [] };

/** What a check or a tuning was of: a model that is another by now has another answer. */
export type ModelQuestion = Pick<ModelDocument, 'name' | 'text' | 'files' | 'defines'>;

export const questionOfModel = ({ name, text, files, defines }: ModelDocument): ModelQuestion => ({
  ...{ name, text, files, defines },
});

/** Whether an answer is of another text. */
export const isOfOtherModel = (
  question: ModelQuestion | undefined,
  document: ModelDocument | undefined,
): boolean =>
  question !== undefined &&
  (question.text !== document?.text ||
    question.defines.trim() !== document.defines.trim() ||
    JSON.stringify(question.files) !== JSON.stringify(document.files));

/** The searches of a check, as far as they have come. */
export interface ModelCheckView extends JobView {
  readonly results: readonly CheckResult[];
  /** The search that is going on, in words, and what the tools are doing. */
  readonly now?: string | undefined;
  readonly stage?: string | undefined;
  readonly download?: { readonly received: number; readonly total: number } | undefined;
  readonly progress?: SearchProgress | undefined;
  /** What there is to know of the model as it was checked. */
  readonly notes: readonly string[];
  readonly question?: ModelQuestion | undefined;
  /** Why it has failed, where that is known. */
  readonly failure?: Failure | undefined;
  readonly startedAt: number;
  readonly seconds?: number | undefined;
}

/** A tuning, with amounts of the objective as times. */
export interface ModelTuningView extends JobView {
  readonly run: Run;
  /** At the end: what follows the trail of the answer. */
  readonly verifier?: ModelVerifier | undefined;
  readonly tuning?: Tuning | undefined;
  readonly question?: ModelQuestion | undefined;
}

/** A run of a model that a search has found, and all it takes to follow it again. */
export interface ModelTrail {
  /** What it shows, in words: `ltl served: violated`. */
  readonly title: string;
  readonly packed: PackedTrail;
  /** Words for the model on the verifier's command line. */
  readonly words: readonly string[];
  /** The configuration that it was searched for, or that the answer names. */
  readonly values?: Configuration | undefined;
  readonly verifier: ModelVerifier;
  readonly question: ModelQuestion;
}

export const NO_MODEL_CHECK: ModelCheckView = {
  ...{ phase: 'none', results: [], notes: [], startedAt: 0 },
};

export const NO_MODEL_TUNING: ModelTuningView = { phase: 'none', run: IDLE };

export const NOT_OPENING: ModelOpening = { phase: 'none', values: {} };

export const NO_MODEL: ModelView = {
  ...{ isOpen: false, earlier: [], isUnsaved: false, reading: UNREAD },
  ...{ check: NO_MODEL_CHECK, tuning: NO_MODEL_TUNING },
  ...{ opening: NOT_OPENING, recheck: NO_RECHECK },
};

/** Why a model cannot be tuned as it is set, in one sentence. */
export function tuningProblem({ document, reading }: ModelView): string | undefined {
  if (!document) return 'No model is open.';
  const { parameters, objective, when } = document.tuning;
  if (parameters.length === 0) return 'Choose the variables that the model chooses itself.';
  if (objective.trim() === '') return 'Say what is to be as small or large as can be.';
  if (when.trim() === '') return 'Say when it counts: a condition such as done.';
  // Names may come with a file or macro that has not been read yet.
  if (reading.phase === 'waiting') return undefined;
  const [first] = lacksOf(reading.facts, tuningOf(document.tuning));
  return first && `${first.charAt(0).toUpperCase()}${first.slice(1)}.`;
}
