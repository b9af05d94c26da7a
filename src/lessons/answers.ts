import { positionAt, type Span } from '../base/span.ts';
import type { Ticks } from '../base/ticks.ts';
import type { Session } from '../session/core.ts';
import { type VerificationView, VERIFICATION } from '../session/jobs/verification.ts';
import { isStale, outdatedJob } from '../session/outdated.ts';
import type { SessionState } from '../session/state.ts';
import { timeSplit, type TimeSplit } from '../trace/index.ts';
import type { Configuration } from '../tuning/index.ts';
import { until } from './until.ts';
import { jobOf, type JobView } from '../session/jobs/job.ts';
import { TRACE } from '../session/views/trace-view.ts';

/** The reason no judgement is possible, for the student. */
export class Unjudged extends Error {}

type Result = NonNullable<SessionState['run']['result']>;

const isSame = (one: Configuration, other: Configuration): boolean =>
  Object.entries(one).every(([name, value]) => other[name] === value);

export const isAmong = (values: Configuration, all: readonly Configuration[]): boolean =>
  all.some((each) => isSame(each, values));

/** Tunes the current page unless answered already.
 * @throws {Unjudged} if that fails. */
export async function tuned(
  session: Session,
  signal: AbortSignal,
): Promise<{ readonly state: SessionState; readonly result: Result }> {
  const { commands } = session;
  const isAnswered = (state: SessionState): boolean =>
    state.run.phase === 'ended' && !isStale(state);
  const read = await until(session, (state) => state.derived.isReading !== true, signal);
  if (read.derived.obstacle !== undefined) throw new Unjudged(obstacleOf(read));
  if (!isAnswered(session.store.getState())) {
    commands.cancel();
    await until(session, ({ run }) => run.phase !== 'running', signal);
    commands.tune();
  }
  const state = await until(session, isAnswered, signal);
  const { result, failure } = state.run;
  if (!result) throw new Unjudged(failure?.message ?? 'The run did not come to its end.');
  if (result.status === 'cancelled') throw new Unjudged('The run was cancelled. Try again.');
  return { state, result };
}

const obstacleOf = ({ derived, settings }: SessionState): string => {
  const { obstacle = '', diagnostics } = derived;
  const error = diagnostics.find(({ severity }) => severity === 'error');
  return error ? `${obstacle} ${saidOf(settings.kernelText, error)}` : obstacle;
};

/** A message about a place of the text, with its line before it. */
export function saidOf(
  text: string,
  { span, message }: { readonly span?: Span | undefined; readonly message: string },
): string {
  const line = span && text.split('\n')[positionAt(text, span.start).line - 1];
  const code = line?.replaceAll(/\/\*[?!]\*\//g, '').trim() ?? '';
  return code === '' ? message : `In “${code}”: ${message}`;
}

/** A configuration's time in the current answer. */
export function timeIn({ run }: SessionState, values: Configuration): Ticks | undefined {
  for (const each of run.configurations) if (isSame(values, each.values)) return each.time;
  return undefined;
}

/** Time split of the best; undefined without a trace. */
export async function splitOfAnswer(
  session: Session,
  signal: AbortSignal,
): Promise<TimeSplit | undefined> {
  const isOver = (state: SessionState): boolean => jobOf(state, TRACE).phase !== 'running';
  const trace = jobOf(await until(session, isOver, signal), TRACE);
  return trace.trace && trace.origin === undefined ? timeSplit(trace.trace) : undefined;
}

/** Opens a configuration's run and returns its time split. */
export async function splitOf(
  session: Session,
  values: Configuration,
  signal: AbortSignal,
): Promise<TimeSplit | undefined> {
  session.commands.showTraceOf(values);
  const isThere = (state: SessionState): boolean => {
    const { phase, values: shown, origin } = jobOf(state, TRACE);
    if (phase === 'failed') return true;
    const isOpened = phase === 'ended' && origin === 'configuration';
    return isOpened && shown !== undefined && isSame(values, shown);
  };
  const { trace } = jobOf(await until(session, isThere, signal), TRACE);
  return trace && timeSplit(trace);
}

/** The page's own verdict after an edit.
 * @throws {Unjudged} without one. */
export async function verified(
  session: Session,
  signal: AbortSignal,
): Promise<NonNullable<VerificationView['verification']>> {
  const { derived } = await until(session, (state) => state.derived.isReading !== true, signal);
  const isOver = ({ phase }: JobView): boolean => phase === 'ended' || phase === 'failed';
  const state = await until(
    session,
    (now) => isOver(jobOf(now, VERIFICATION)) && outdatedJob(VERIFICATION)(now) === undefined,
    signal,
  );
  const { verification, obstacle, message } = jobOf(state, VERIFICATION);
  if (verification) return verification;
  // A kernel that cannot be tuned may be run all the same: its faults count where it was not.
  const error = derived.diagnostics.find(({ severity }) => severity === 'error');
  throw new Unjudged(
    error
      ? `The kernel has errors. ${saidOf(state.settings.kernelText, error)}`
      : (obstacle ?? message ?? 'What it computes cannot be told.'),
  );
}
