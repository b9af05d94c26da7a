import { createContext, useCallback, useContext } from 'react';
import { useStore } from 'zustand';
import type { Commands, LanguageServices, Session, SessionState } from '../../session/index.ts';
import type { Page } from './action.ts';

/** Around the page: the session that its panes look at. */
export const SessionContext = createContext<Session | null>(null);

/** The session itself, for what follows it beyond one press. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('there is no session around this component');
  return session;
}

/** A part of the session's state; the component renders again when that part changes. */
export function useSessionState<T>(select: (state: SessionState) => T): T {
  return useStore(useSession().store, select);
}

export function useCommands(): Commands {
  return useSession().commands;
}

/** What actions are done to, as it is when it is asked. */
export function usePage(): () => Page {
  const { store, commands } = useSession();
  return useCallback(() => ({ state: store.getState(), commands }), [store, commands]);
}

/** Waits for a state of the session; rejects where the signal ends that. */
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

/** What an editor asks about the kernel. */
export function useLanguage(): LanguageServices {
  return useSession().language;
}
