export type { TraceEvent, TraceProcess } from './events.ts';
export { firstIndex, lastAtMost } from '../base/search.ts';
export { spaceOf, Trace, type TraceModel } from './trace.ts';
export { EVENT } from '../spin/replay-columns.ts';
export { firstDifference } from './compare.ts';
export { toJson, toPlantUml, toShiViz } from './export.ts';
export {
  type TimelineLane,
  type ElementState,
  ELEMENT_STATES,
  type Timeline,
  timelineOf,
} from './spans.ts';
export { waitingAtBarriers, type Waiting } from './waiting.ts';
export {
  busiest,
  classesOf,
  type ElementClass,
  TIME_PARTS,
  type TimePart,
  timeSplit,
  type TimeSplit,
} from './time-split.ts';
export { watch } from './watch.ts';
