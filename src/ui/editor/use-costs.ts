import { useMemo } from 'react';
import { create } from 'zustand';
import type { CostView } from '../../session/index.ts';
import { useLanguage, useSessionState } from '../shared/session-context.tsx';

const KEY = 'overtime-cost-hints';

/** Storage may be forbidden; the page then merely forgets. */
function stored(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

interface HintsShown {
  readonly shown: boolean;
  show(shown: boolean): void;
}

/** Whether costs are written into the kernel. */
export const useHintsShown = create<HintsShown>()((set) => ({
  shown: stored(),
  show(shown) {
    try {
      localStorage.setItem(KEY, shown ? 'on' : 'off');
    } catch {
      // Not remembered.
    }
    set({ shown });
  },
}));

/** An object that is a new one whenever costs may have changed. */
export function useCostsKey(): object {
  const derived = useSessionState((state) => state.derived);
  const semantics = useSessionState((state) => state.settings.semantics);
  const chosen = useSessionState((state) => state.chosen);
  const best = useSessionState((state) => state.run.result?.optima[0] ?? state.run.best?.values);
  return useMemo(() => ({ derived, semantics, chosen, best }), [derived, semantics, chosen, best]);
}

/** What one work-item pays in the configuration that costs are shown for. */
export function useCosts(key: object): CostView | undefined {
  const language = useLanguage();
  return useMemo(() => (key === null ? undefined : language.costs()), [language, key]);
}
