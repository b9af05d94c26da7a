import { create } from 'zustand';
import type { Action } from '../shared/action.ts';
import { maximise } from '../shared/maximised.ts';

/** A part of the page, explained to newcomers. */
export interface Stop {
  /** Selects the part in the page. */
  readonly selector: string;
  readonly title: string;
  readonly words: string;
}

const pane = (label: string): string => `section[aria-label="${label}"]`;

/** The tour in the order of the work, read within a minute. */
export const STOPS: readonly Stop[] = [
  {
    selector: pane('Texts'),
    title: 'The kernel',
    words:
      'What every work-item does, in OpenCL C. The lines #pragma tuner say what may be chosen: here the work-group size WG and the tile size TS.',
  },
  {
    selector: '.machine-chip',
    title: 'The machine',
    words:
      'Press it to choose another, and to see how many units and elements it has and how long an access to memory takes. Change a number, and another choice may win.',
  },
  {
    selector: '.tune-slot',
    title: 'Tune',
    words:
      'SPIN is asked whether the kernel can finish within T ticks, again and again, until it has proved that nothing is faster.',
  },
  {
    selector: pane('Result'),
    title: 'The answer',
    words:
      'The least time, the choice that takes it, and why. The badges say how sure that is, and whether what the kernel computes is right.',
  },
  {
    selector: pane('Results'),
    title: 'Every choice',
    words: 'One cell for each WG and TS with its time. Press one to see how it runs.',
  },
  {
    selector: `.run-strip, ${pane('Counterexample')}`,
    title: 'The run itself',
    words:
      'Where the time goes, from beginning to end. Press Space to play it, and open it to see who sends what to whom, step by step.',
  },
];

/** The part of the page; null if absent now. */
export const partOf = ({ selector }: Stop): HTMLElement | null => document.querySelector(selector);

/** Brings the part of a stop into view and frames it.
 * @returns what takes the frame off again. */
export function framed(stop: Stop): () => void {
  const part = partOf(stop);
  part?.scrollIntoView({ block: 'nearest' });
  part?.setAttribute('data-toured', '');
  return () => part?.removeAttribute('data-toured');
}

interface Tour {
  /** The present stop, from 0; null outside the tour. */
  readonly at: number | null;
  readonly welcomed: boolean;
}

export const useTour = create<Tour>()(() => ({ at: null, welcomed: false }));

/** Goes to a stop; past either end the tour is over. */
export const goToStop = (at: number): void =>
  useTour.setState({ at: at >= 0 && at < STOPS.length ? at : null, welcomed: true });

export const endTour = (): void => useTour.setState({ at: null, welcomed: true });

export const SHOW_AROUND: Action = {
  id: 'show-around',
  label: 'Show me around',
  run() {
    maximise(null);
    goToStop(0);
  },
};
