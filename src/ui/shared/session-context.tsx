import { createContext, type ReactNode, useCallback, useContext } from 'react';
import { useStore } from 'zustand';
import type { Commands, Session } from '../../session/core.ts';
import type { SessionState } from '../../session/state.ts';
import { type PageSubject, type PerSubject, subjectOf } from '../../session/subject.ts';
import type { LanguageServices } from '../../session/views/language.ts';
import type { Page } from './action.ts';
import { jobOf, type JobView, type Job } from '../../session/jobs/job.ts';

/** Around the page: the session that its panes look at. */
export const SessionContext = createContext<Session | null>(null);

/** The session itself, for what follows it beyond one press. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('there is no session around this component');
  return session;
}

/** A part of the state; renders when that part changes. */
export function useSessionState<T>(select: (state: SessionState) => T): T {
  return useStore(useSession().store, select);
}

/** The view of a job. */
export const useJob = <View extends JobView>(job: Job<View>): View =>
  useSessionState((state) => jobOf(state, job));

export const useSubject = (): PageSubject => useSessionState(subjectOf);

/** The kernel's part, or that of an own model. */
export const OfSubject = (parts: PerSubject<ReactNode>): ReactNode => useSubject().of(parts);

export function useCommands(): Commands {
  return useSession().commands;
}

/** The subject of actions, when asked. */
export function usePage(): () => Page {
  const { store, commands, language } = useSession();
  return useCallback(
    () => ({ state: store.getState(), commands, language }),
    [store, commands, language],
  );
}

/** Waits for a state; rejects when the signal aborts. */
export function useWhen(): (
  isWanted: (state: SessionState) => boolean,
  signal: AbortSignal,
) => Promise<SessionState> {
  const { store } = useSession();
  return useCallback(
    (isWanted, signal) =>
      new Promise((resolve, reject) => {
        const look = (state: SessionState): void => {
          if (!isWanted(state)) return;
          leave();
          resolve(state);
        };
        const leave = store.subscribe(look);
        signal.addEventListener('abort', () => {
          leave();
          reject(new DOMException('nobody waits any more', 'AbortError'));
        });
        look(store.getState());
      }),
    [store],
  );
}

export function useLanguage(): LanguageServices {
  return useSession().language;
}
