export type { TraceProcess, WarpPart } from './events.ts';
export { spaceOf, Trace, type TraceModel } from './trace.ts';
export { EVENT } from '../spin/replay-columns.ts';
export { toJson, toPlantUml, toShiViz } from './export.ts';
export * from './spans.ts';
export { type Repetitions, repetitionsAt, unfold, type Unfolded as UnfoldedRun } from './unfold.ts';
export { type RunStates, statesOf } from './states.ts';
export { messageLabel, sendingInWords } from './message-words.ts';
export { type WorkItems, workItemsAt } from './work-items.ts';
export { stoppedIn, waitingAtBarriers, type Waiting } from './waiting.ts';
export * from './time-split.ts';
export { watch } from './watch.ts';
export { type ShownVariable, type VariableGroup, variablesOf, watchable } from './variables.ts';
export * from './device-timeline.ts';
export { type Automaton, type Place, placeAfter, readAutomata } from './automaton.ts';
export { claimLabel, fullName, ModelTrace } from './model-trace.ts';
export { plainStatement } from './model-words.ts';
export { valueInWords } from './value-words.ts';
export * from './run.ts';
export { modelRun } from './model-run.ts';
export { placeLines, itemLines, nameOf, timeRun } from './time-run.ts';
export { stoppedInWords } from './time-words.ts';
export { valueRun } from './value-run.ts';
export { type Stage, type StageItem, type StageLine, stageOf, type StageStep } from './stage.ts';
export {
  type CellState,
  type ItemState,
  type StageAccess,
  StagePlayer,
  type StageState,
} from './stage-state.ts';
