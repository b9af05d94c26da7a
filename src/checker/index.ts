export { AUTO_LEVEL, LEVEL_CHOICES, type LevelChoice } from './level.ts';
export { type Checker, perform } from './perform.ts';
export {
  type Evidence,
  type NativeCheck,
  nativeCheck,
  nativeCommands,
  type ProofSearch,
  proofSearchOf,
} from './evidence.ts';
export { type Claim, recheck } from './recheck.ts';
export { allHold, type Check, rechecking } from './recheck-check.ts';
export { ModelChecker } from './model-checker.ts';
export * from './problem.ts';
export {
  type Choices,
  PromelaChecker,
  TUNING_DEFINES,
  TUNING_PAN,
} from './promela/promela-checker.ts';
export { type TrailFiles, trailFiles } from './trail-files.ts';
export { VerifierPool } from './verifier-pool.ts';
export type { CheckerOptions } from './verifier-runner.ts';
export {
  atLevel,
  chargesOf,
  type Fit,
  NO_CONFIGURATION,
  onMachine,
  among,
  pose,
  type Posed,
  poseKernel,
  withoutTerms,
  type Setting,
} from './pose.ts';
export type { PosedValues, ValueSetting } from './pose-values.ts';
export { type LeftOut, leftOutOf, withoutThese } from './only-right.ts';
export type { VerifiedConfiguration, Verification } from './verify.ts';
export type { RunValues, SearchValues } from './value-reports.ts';
export type { LaunchChoice, PosedQuestion } from './pose-question.ts';
export type { LaunchVerdict } from './all-launches.ts';
export type { ValueChecker, ValueSearch, Way } from './value-checker.ts';
export type { About, ValuesRunner } from './values-runner.ts';
export {
  BOTTLENECK_WORDS,
  type DeviceFigures,
  figuresInJson,
  figuresInWords,
  figuresOf,
  leastMilliseconds,
  ratesInWords,
  timeAndUnit,
} from './device-figures.ts';
export type { ProgramsMaker } from './device-programs.ts';
export {
  CHECK_STATUSES,
  type CheckResult,
  checkModel,
  type CheckStatus,
  type ModelAnswer,
  type ModelVerifier,
} from './promela/check.ts';
export { openStates } from './promela/open-states.ts';
export { reductionOf } from './promela/reduction.ts';
export { automataOf, followTrail } from './promela/follow.ts';
export { ensureRuns, type ModelSource, openModel } from './promela/opened-model.ts';
export { readModel } from './promela/read-model.ts';
export {
  kernelTime,
  kernelValues,
  promelaModel,
  type Subject,
  type Tunable,
  type TunableCases,
} from './subject.ts';
export { type Terms, termsOf } from './terms.ts';
export type { Asked, Keeping, SearchOptions } from './promela/search-plan.ts';
export { perFlag, SEARCH_FLAGS } from './promela/search-flags.ts';
export { MOST_SWARM } from './promela/swarm.ts';
export { nativeFromPage, nativeState } from './native/client.ts';
export { NATIVE_PATH, type NativeMachine, TOKEN_FRAGMENT } from './native/question.ts';
