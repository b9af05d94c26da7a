import type { Learning, Learnt } from '../../learn/index.ts';

/** Learns from measured times beside the page. @throws {Cancelled} by its signal. */
export type Learner = (asked: Learning, signal: AbortSignal) => Promise<Learnt>;
