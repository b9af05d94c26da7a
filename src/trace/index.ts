export type { Trace, TraceEvent, TraceProcess } from './events.ts';
export { toTrace } from './from-replay.ts';
export { waitingAtBarriers, type Waiting } from './waiting.ts';
