import type { Span } from '../base/span.ts';
import { jobOf } from './jobs/job.ts';
import { VERIFICATION } from './jobs/verification.ts';
import type { ModelDocument } from './promela/model-document.ts';
import { MODEL_CHECK, MODEL_TUNING, tuningProblem } from './promela/model-view.ts';
import type { Run } from './run/run.ts';
import type { SessionState } from './state.ts';

/** One of each for a kernel and for a Promela model. */
export type PerSubject<T> = Readonly<Record<SessionState['subject'], T>>;

/** What the page is about, also while its text has errors; without any, `checker` makes its `Subject`.
 * Nobody asks which of both it is: they ask this, or have a table for `of`. */
export interface PageSubject {
  of<T>(cases: PerSubject<T>): T;
  /** The run that answers. */
  run(state: SessionState): Run;
  /** The job that asks whether it is right. */
  readonly verification: { readonly id: string };
  /** Somebody asked for that, and it is under way: kernels are run unasked too. */
  isVerifying(state: SessionState): boolean;
  /** Why it cannot be tuned now, in one sentence. */
  obstacle(state: SessionState): string | undefined;
  /** The place of its cause in the kernel's text, if any. */
  obstaclePlace(state: SessionState): Span | undefined;
  /** Other machines could search it. */
  isExportable(state: SessionState): boolean;
  /** The file that it is saved to. */
  fileName(state: SessionState): string | undefined;
  /** The model, which links and files carry beside the kernel. */
  model(state: Pick<SessionState, 'model'>): ModelDocument | undefined;
  /** Files without a model of their own belong to it. */
  readonly hasIncludes: boolean;
}

const SUBJECTS: PerSubject<PageSubject> = {
  kernel: {
    of: ({ kernel }) => kernel,
    run: ({ run }) => run,
    verification: VERIFICATION,
    isVerifying(state) {
      const { phase, searched } = jobOf(state, VERIFICATION);
      return phase === 'running' && searched;
    },
    obstacle: ({ derived }) => derived.obstacle,
    obstaclePlace: ({ derived }) => derived.obstaclePlace,
    isExportable: ({ derived }) => derived.promela !== undefined,
    fileName: ({ document }) => document.file?.name,
    model: () => undefined,
    hasIncludes: false,
  },
  model: {
    of: ({ model }) => model,
    run: (state) => jobOf(state, MODEL_TUNING).run,
    verification: MODEL_CHECK,
    isVerifying: (state) => jobOf(state, MODEL_CHECK).phase === 'running',
    obstacle: ({ model }) => tuningProblem(model),
    obstaclePlace: () => undefined,
    isExportable: () => true,
    fileName: ({ model }) => model.document?.name,
    model: ({ model }) => model.document,
    hasIncludes: true,
  },
};

export const subjectOf = ({ subject }: Pick<SessionState, 'subject'>): PageSubject =>
  SUBJECTS[subject];

export const isTuning = (state: SessionState): boolean =>
  subjectOf(state).run(state).phase === 'running';
