import { useMemo } from 'react';
import * as v from 'valibot';
import type { CostView } from '../../session/index.ts';
import { keptStore } from '../shared/kept-store.ts';
import { useLanguage, useSessionState } from '../shared/session-context.tsx';

/** Whether costs are written into the kernel; an older page kept `on` or `off`. */
export const useHints = keptStore<{ readonly shown: boolean }>(
  'overtime-cost-hints',
  v.union([
    v.object({ shown: v.boolean() }),
    v.pipe(
      v.picklist(['on', 'off']),
      v.transform((word) => ({ shown: word === 'on' })),
    ),
  ]),
  { shown: true },
);

export const showHints = (shown: boolean) => useHints.setState({ shown });

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
