export type { Trace, TraceEvent, TraceProcess } from './events.ts';
export { toTrace } from './from-replay.ts';
export { waitingAtBarriers, type Waiting } from './waiting.ts';
export {
  busiest,
  classesOf,
  type ElementClass,
  type ElementTime,
  TIME_PARTS,
  type TimePart,
  timeSplit,
  type TimeSplit,
} from './time-split.ts';
