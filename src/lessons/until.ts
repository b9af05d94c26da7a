import type { Session } from '../session/core.ts';
import type { SessionState } from '../session/state.ts';

/** Somebody asked something else meanwhile. */
export class GivenUp extends Error {}

/** Waits for a session state.
 * @throws {GivenUp} by the signal. */
export function until(
  { store }: Pick<Session, 'store'>,
  isThere: (state: SessionState) => boolean,
  signal: AbortSignal,
): Promise<SessionState> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      leave();
      reject(new GivenUp());
    };
    const look = (state: SessionState): void => {
      if (!isThere(state)) return;
      leave();
      signal.removeEventListener('abort', giveUp);
      resolve(state);
    };
    const leave = store.subscribe(look);
    if (signal.aborted) return giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    look(store.getState());
  });
}
