import {
  type Configuration,
  isStale,
  outdated,
  type Session,
  type SessionState,
  type Ticks,
  timeSplit,
  type TimeSplit,
  type VerificationView,
} from '../session/index.ts';
import { until } from './until.ts';

/** What keeps something from being judged, in a sentence for the student. */
export class Unjudged extends Error {}

type Result = NonNullable<SessionState['run']['result']>;

const isSame = (one: Configuration, other: Configuration): boolean =>
  Object.entries(one).every(([name, value]) => other[name] === value);

export const isAmong = (values: Configuration, all: readonly Configuration[]): boolean =>
  all.some((each) => isSame(each, values));

/** Has the page tune what is set, unless its answer is there.
 * @throws {Unjudged} where it cannot be tuned, or the run fails. */
export async function tuned(
  session: Session,
  signal: AbortSignal,
): Promise<{ readonly state: SessionState; readonly result: Result }> {
  const { commands } = session;
  const isAnswered = (state: SessionState): boolean =>
    state.run.phase === 'ended' && !isStale(state);
  const { derived } = await until(session, (state) => state.derived.isReading !== true, signal);
  if (derived.obstacle !== undefined) throw new Unjudged(obstacleOf(derived));
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

const obstacleOf = ({ obstacle = '', diagnostics }: SessionState['derived']): string => {
  const error = diagnostics.find(({ severity }) => severity === 'error');
  return error ? `${obstacle} ${error.message}` : obstacle;
};

/** The time of a configuration in the answer that is there. */
export function timeIn({ run }: SessionState, values: Configuration): Ticks | undefined {
  for (const each of run.configurations) if (isSame(values, each.values)) return each.time;
  return undefined;
}

/** Where the time of the answer's best goes; nothing where there is no trace of it. */
export async function splitOfAnswer(
  session: Session,
  signal: AbortSignal,
): Promise<TimeSplit | undefined> {
  const { trace } = await until(session, ({ trace: { phase } }) => phase !== 'loading', signal);
  return trace.trace && trace.origin === undefined ? timeSplit(trace.trace) : undefined;
}

/** Opens the run of a configuration. @returns where its time goes. */
export async function splitOf(
  session: Session,
  values: Configuration,
  signal: AbortSignal,
): Promise<TimeSplit | undefined> {
  session.commands.showTraceOf(values);
  const { trace } = await until(
    session,
    ({ trace: { phase, values: shown, origin } }) =>
      phase === 'failed' ||
      (phase === 'ready' &&
        origin === 'configuration' &&
        shown !== undefined &&
        isSame(values, shown)),
    signal,
  );
  return trace.trace && timeSplit(trace.trace);
}

/** Whether what the kernel computes is right, as the page finds out by itself after an edit.
 * @throws {Unjudged} where it cannot be told. */
export async function verified(
  session: Session,
  signal: AbortSignal,
): Promise<NonNullable<VerificationView['verification']>> {
  const { derived } = await until(session, (state) => state.derived.isReading !== true, signal);
  const error = derived.diagnostics.find(({ severity }) => severity === 'error');
  if (error) throw new Unjudged(`The kernel has errors: ${error.message}`);
  const { verification: view } = await until(
    session,
    (state) =>
      (state.verification.phase === 'ended' || state.verification.phase === 'failed') &&
      outdated.verification(state) === undefined,
    signal,
  );
  const obstacle = view.obstacle ?? view.message;
  if (!view.verification) throw new Unjudged(obstacle ?? 'What it computes cannot be told.');
  return view.verification;
}
