export { WORDS_OF } from '../front/language.ts';
export {
  FINDING_KINDS,
  isRace,
  SEARCH,
  statusOf,
  type Finding,
  type FindingKind,
  type NotChecked,
  type Remark,
  type Verdict,
  type Bound,
  boundWords,
  UNWRITTEN_MEMORY,
  conditionsOf,
  fencedRace,
  type VerdictStatus,
} from './finding.ts';
export type { ValueProgram } from './program.ts';
export { mayOrderGroups } from './walk.ts';
export type { ValueEvent, ValueTrace } from './trace.ts';
export { withEmptyCounters } from './build/beginnings.ts';
export { isOrderedRace } from './run/ordered-races.ts';
export { objectsAt } from './run/objects-at.ts';
export { hasChoices, readsUnknown } from './run/open-inputs.ts';
export type { FreeInput, GivenInputs } from './run/given-inputs.ts';
export type { SteeredRun } from './run/steer.ts';
