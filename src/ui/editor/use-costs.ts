import { useMemo } from 'react';
import { create } from 'zustand';
import type { CostView } from '../../session/index.ts';
import { readStored, writeStored } from '../shared/stored.ts';
import { useLanguage, useSessionState } from '../shared/session-context.tsx';

const KEY = 'overtime-cost-hints';

interface HintsShown {
  readonly shown: boolean;
  show(shown: boolean): void;
}

/** Whether costs are written into the kernel. */
export const useHintsShown = create<HintsShown>()((set) => ({
  shown: readStored(KEY) !== 'off',
  show(shown) {
    writeStored(KEY, shown ? 'on' : 'off');
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
