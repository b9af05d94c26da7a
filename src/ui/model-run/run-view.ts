import * as v from 'valibot';
import { keptStore } from '../shared/kept-store.ts';

/** How runs of models are looked at, as far as it survives a reload. */
export const useRunView = keptStore(
  'overtime-run-view',
  v.object({ charts: v.picklist(['messages', 'automata', 'both']) }),
  { charts: 'both' },
);
