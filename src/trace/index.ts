export type { TraceEvent, TraceProcess, WarpPart } from './events.ts';
export { firstIndex, lastAtMost } from '../base/search.ts';
export { spaceOf, Trace, type TraceModel } from './trace.ts';
export { EVENT } from '../spin/replay-columns.ts';
export { firstDifference } from './compare.ts';
export { toJson, toPlantUml, toShiViz } from './export.ts';
export * from './spans.ts';
export { type Repetitions, repetitionsAt, unfold, type Unfolded as UnfoldedRun } from './unfold.ts';
export { type RunStates, statesOf } from './states.ts';
export { messageInWords, messageLabel, sendingInWords } from './message-words.ts';
export { itemsInWords } from './item-words.ts';
export { type WorkItems, workItemsAt } from './work-items.ts';
export { stoppedIn, waitingAtBarriers, type Waiting } from './waiting.ts';
export * from './time-split.ts';
export { watch } from './watch.ts';
export { type ShownVariable, type VariableGroup, variablesOf, watchable } from './variables.ts';
export * from './device-timeline.ts';
export { type Automaton, type Place, placeAfter, readAutomata } from './any/automaton.ts';
export {
  claimLabel,
  differences,
  fullName,
  ModelTrace,
  type Transfer,
  type VariableAt,
  whereTheyPart,
} from './any/model-trace.ts';
