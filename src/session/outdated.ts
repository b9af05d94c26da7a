import { jobOf, type JobView } from './jobs/job.ts';
import { SCHEDULES } from './jobs/schedules.ts';
import {
  type Answering,
  type Asked,
  type Free,
  type Question,
  questionOf,
  sameQuestion,
} from './question.ts';
import type { SessionState } from './state.ts';
import { TRACE } from './views/trace-view.ts';

/** The question that the settings ask. */
export const presentQuestion = ({ settings, derived }: Asked): Question =>
  questionOf(settings, derived.kernelName);

const unless = (of: Question | undefined, state: Asked, free?: Free): Question | undefined =>
  of && !sameQuestion(of, presentQuestion(state), free) ? of : undefined;

type Outdated = (state: SessionState) => Question | undefined;

/** The run's question, unless it is the present one; settings may return to it. */
export const outdatedRun: Outdated = (state) => unless(state.run.question, state);

/** The same for the answer of a job. */
export const outdatedJob =
  <View extends JobView & { readonly question?: Question }>(job: Answering<View>) =>
  (state: Pick<SessionState, 'settings' | 'derived' | 'jobs'>): Question | undefined => {
    const view = jobOf(state, job);
    if (job.isOutdated?.(view, state)) return view.question;
    return unless(view.question, state, job.free?.(view));
  };

/** The same for the trace. */
export const outdatedTrace: Outdated = (state) =>
  (jobOf(state, TRACE).origin === 'schedules' ? outdatedJob(SCHEDULES) : outdatedRun)(state);

/** The run shown is of other settings. */
export const isStale = (state: SessionState): boolean => outdatedRun(state) !== undefined;

/** The shown model's lines are the trace's. */
export const isOwnModel = (state: SessionState): boolean =>
  outdatedTrace(state) === undefined && jobOf(state, TRACE).level === state.derived.level;
