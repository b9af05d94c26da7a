import type { ElementState, TimePart } from '../../trace/index.ts';

interface StateWords {
  /** For the legend of time charts. */
  readonly legend: string;
  /** On a card. */
  readonly card: string;
}

/** A part of the time. */
interface PartWords extends StateWords {
  /** For a legend of times. */
  readonly name: string;
  /** In a sentence, as `96 ticks less waiting at barriers`. */
  readonly spent: string;
}

/** States in the legend's order. */
export const STATE_WORDS: Readonly<
  Record<TimePart, PartWords> & Record<Exclude<ElementState, TimePart>, StateWords>
> = {
  global: {
    legend: 'global',
    card: 'works in global memory',
    name: 'global memory',
    spent: 'in global memory',
  },
  local: {
    legend: 'local',
    card: 'works in local memory',
    name: 'local memory',
    spent: 'in local memory',
  },
  private: { legend: 'computing', card: 'computes', name: 'computing', spent: 'computing' },
  masked: {
    legend: 'masked lanes',
    card: 'lanes are masked',
    name: 'masked lanes',
    spent: 'with masked lanes',
  },
  barrier: {
    legend: 'waits at a barrier',
    card: 'waits at a barrier for the others',
    name: 'barrier wait',
    spent: 'waiting at barriers',
  },
  dispatch: {
    legend: 'dispatch',
    card: 'waits until its work-group is dispatched',
    name: 'dispatch',
    spent: 'in dispatch',
  },
  queue: { legend: 'in the queue', card: 'has asked, and others are served first' },
  hidden: {
    legend: 'latency, hidden',
    card: 'waits for memory while the unit does something else',
  },
  exposed: { legend: 'latency, exposed', card: 'waits for memory, and the unit with it' },
  busy: { legend: 'unit at work', card: 'its elements are at work' },
  repeat: { legend: 'more of the same', card: 'goes on as before' },
  idle: { legend: 'idle', card: 'has nothing to do', name: 'idle', spent: 'idle' },
};

/** The same where warps are served one after the other. */
export const DEVICE_WORDS: Readonly<Partial<Record<ElementState, StateWords>>> = {
  global: { legend: 'memory port and L2 at work', card: 'memory is served' },
  private: { legend: 'instructions', card: 'instructions are issued' },
};
