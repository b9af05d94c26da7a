import * as v from 'valibot';
import { keptStore } from '../shared/kept-store.ts';

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
