export type { TraceEvent, TraceProcess } from './events.ts';
export { Trace } from './trace.ts';
export { waitingAtBarriers, type Waiting } from './waiting.ts';
