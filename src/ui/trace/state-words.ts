import type { ElementState } from '../../session/index.ts';

/** What somebody does, as the legend says it and as a card about it does, in the order of the legend. */
export const STATE_WORDS: Readonly<Record<ElementState, { legend: string; card: string }>> = {
  global: { legend: 'global', card: 'works in global memory' },
  local: { legend: 'local', card: 'works in local memory' },
  private: { legend: 'computing', card: 'computes' },
  masked: { legend: 'masked lanes', card: 'lanes are masked' },
  barrier: { legend: 'waits at a barrier', card: 'waits at a barrier for the others' },
  dispatch: { legend: 'dispatch', card: 'waits until its work-group is dispatched' },
  queue: { legend: 'in the queue', card: 'has asked, and others are served first' },
  hidden: {
    legend: 'latency, hidden',
    card: 'waits for memory while the unit does something else',
  },
  exposed: { legend: 'latency, exposed', card: 'waits for memory, and the unit with it' },
  busy: { legend: 'unit at work', card: 'its elements are at work' },
  repeat: { legend: 'more of the same', card: 'goes on as before' },
  idle: { legend: 'idle', card: 'has nothing to do' },
};

/** The same where warps are served one after the other. */
export const DEVICE_WORDS: Readonly<Partial<typeof STATE_WORDS>> = {
  global: { legend: 'memory port and L2 at work', card: 'memory is served' },
  private: { legend: 'instructions', card: 'instructions are issued' },
};
