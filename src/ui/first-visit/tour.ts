import { create } from 'zustand';
import type { Action } from '../shared/action.ts';
import { maximise } from '../shared/maximised.ts';

/** A place of the page, and what somebody who sees it for the first time should know of it. */
export interface Stop {
  /** Of the part that it is about, in the page as it is. */
  readonly selector: string;
  readonly title: string;
  readonly words: string;
}

const pane = (label: string): string => `section[aria-label="${label}"]`;

/** What is shown to somebody new, in the order of the work: less than a minute to read. */
export const STOPS: readonly Stop[] = [
  {
    selector: pane('Texts'),
    title: 'The kernel',
    words:
      'What every work-item does, in OpenCL C. The lines #pragma tuner say what may be chosen: here the work-group size WG and the tile size TS.',
  },
  {
    selector: pane('Platform'),
    title: 'The machine',
    words:
      'How many units and elements it has, and how many ticks an access to memory takes. Change a number, and another choice may win.',
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
      'The least time, the choice that takes it, how sure that is, and why. Below it stands whether what the kernel computes is right.',
  },
  {
    selector: pane('Results'),
    title: 'Every choice',
    words: 'One cell for each WG and TS with its time. Press one to see how it runs.',
  },
  {
    selector: pane('Counterexample'),
    title: 'The run itself',
    words:
      'Who sends what to whom, and where the time goes. Press Space to play it, and the arrow keys to go step by step.',
  },
];

/** The part of the page that a stop is about; null where it is not there now. */
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
  /** The stop that is shown, from 0; null while the tour is not under way. */
  readonly at: number | null;
  /** Whether the welcome was put away. */
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
