import { useLayoutEffect } from 'react';
import type { GanttView } from './gantt-draw.ts';
import type { SequenceView } from './sequence-draw.ts';

interface Shown {
  sequence?: () => SequenceView;
  gantt?: () => GanttView;
}

/** What the charts show now: an exported picture is of this. */
export const shown: Shown = {};

export function useShown<K extends keyof Shown>(chart: K, view: NonNullable<Shown[K]>): void {
  useLayoutEffect(() => {
    shown[chart] = view;
  });
  useLayoutEffect(
    () => () => {
      delete shown[chart];
    },
    [chart],
  );
}
