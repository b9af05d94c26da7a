export { bisection } from './bisection.ts';
export { branchAndBound } from './branch-and-bound.ts';
export type {
  ConfigurationResult,
  Emit,
  FoundPath,
  Interval,
  KnownBounds,
  RunnerUp,
  ScheduleTimes,
  SearchPurpose,
  SearchRun,
  Status,
  Strategy,
  StrategyOptions,
  TuningEvent,
  TuningResult,
} from './events.ts';
export { PURPOSES, STATUSES } from './events.ts';
export { showConfiguration } from './configuration.ts';
export { longest } from './longest.ts';
export {
  type Method,
  type MethodId,
  METHODS,
  methodOf,
  type Task,
  USUAL_SWARM,
  workersOf,
} from './methods.ts';
export { swarm } from './swarm.ts';
export { sweep } from './sweep.ts';
export type {
  CensusReport,
  CensusRequest,
  Configuration,
  Fault,
  Finish,
  FinishTable,
  Found,
  ListedConfiguration,
  SearchProgress,
  Cut,
  SearchReport,
  SearchRequest,
  SimulationReport,
  Trail,
  Verifier,
} from './verifier.ts';
export { VERDICTS } from './verifier.ts';
