export { bisection } from './bisection.ts';
export { branchAndBound } from './branch-and-bound.ts';
export type {
  ConfigurationResult,
  SearchRun,
  Status,
  Strategy,
  TuningEvent,
  TuningResult,
} from './events.ts';
export { type Problem, showConfiguration } from './problem.ts';
export { sweep } from './sweep.ts';
export type {
  Configuration,
  Finish,
  SearchProgress,
  Cut,
  SearchReport,
  SearchRequest,
  SimulationReport,
  Trail,
  Verifier,
} from './verifier.ts';
