export type { Trace, TraceEvent, TraceProcess } from './events.ts';
