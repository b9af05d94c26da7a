export type * from './state.ts';
export type { Derived } from './derive.ts';
export type { Commands, Session } from './core.ts';
export { createSession, takeLink } from './session.ts';
export type { WalkPlan } from '../spin/spin.ts';
export { EXAMPLES } from './examples.ts';
export type { Snapshot } from './workspace/undo-history.ts';
export type { SteeringView } from './jobs/steering-view.ts';
export type { ParView } from './jobs/par.ts';
export { EDITOR_VIEWS, RESULT_VIEWS } from './view-names.ts';
export { documentSchema } from './workspace/open-document.ts';
export type { Embed } from './kept/embedding.ts';
export { fragmentOf, SHORT_LINK } from './portable/link.ts';
export { portableOf } from './portable/portable.ts';
export type { PortableView } from './portable/view.ts';
export { type Caveat, caveatsOf, spoiling } from './caveats/caveats.ts';
export { MOST_FILE_BYTES, readKernelFile } from './workspace/kernel-file.ts';
export {
  exampleSettings,
  presetConstants,
  type Settings,
  settingsSchema,
} from './kept/settings.ts';
export type { MadeFile } from './exchange/exchanging.ts';
export {
  type Files,
  isArchiveName,
  isBundle,
  isWanted,
  type ShardUsed,
  unpacked,
} from '../cluster/index.ts';
export { isSearchSpace } from '../exchange/index.ts';
export { isWorkbench } from './workbench/workbench-file.ts';
export { isUncheckedFile } from './caveats/of-file.ts';
export { isFileModified } from './workspace/workspace.ts';
export { isOwnModel, isStale, outdated, presentQuestion } from './outdated.ts';
export { otherConstants, type Question } from './question.ts';
export { LIMIT_RANGES, type Limits } from './kept/settings.ts';
export type { Run } from './run/run.ts';
export {
  ALL_MACHINE_FIELDS,
  faultOf as machineFault,
  machineSettingsSchema,
  type MachineProblems,
  type MachineSettings,
  presetIn,
  readMachine,
  USUAL_MACHINE_SETTINGS,
} from './kept/machine-settings.ts';
export { type Machine, machineOption, MACHINES, type WarpAccess } from '../device/index.ts';
export { METHODS, USUAL_SWARM } from '../tuning/index.ts';
export * from '../platform/index.ts';
export type { Diagnostic } from '../base/diagnostic.ts';
export { positionAt, type Span, wordsOfLine } from '../base/span.ts';
export { startWorker } from '../base/start-worker.ts';
export { addTicks, approximately, compareTicks, type Ticks } from '../base/ticks.ts';
export type * from '../language/index.ts';
export {
  BUILTIN_HELP,
  lanesInWords,
  OPENCL_WORDS,
  PRAGMA_HELP,
  promelaCompletions,
  promelaDefinition,
  promelaFolds,
  promelaHover,
} from '../language/index.ts';
export type { MachineView } from './views/machine-view.ts';
export type { CostView, LanguageServices } from './views/language.ts';
export { judged, type Judged, presentOptima } from './views/judged.ts';
export { withEnsuresLine } from './views/ensures-line.ts';
export { toldOnce } from './views/told.ts';
export { type Level, LEVEL_TABLE } from '../promela/index.ts';
export { compilerFiles } from '../spin/compiler-files.ts';
export { forgetCompiler, keepCompiler, keptBytes } from '../spin/kept-compiler.ts';
export type {
  ModelCheckView,
  ModelOpening,
  ModelReading,
  ModelTuningView,
  ModelView,
} from './promela/model-view.ts';
export { isOfOtherModel, tuningProblem } from './promela/model-view.ts';
export type { ModelAsked, ModelDocument, TypedTuning } from './promela/model-document.ts';
export { askedProblem, definesProblem, missingFiles } from './promela/model-document.ts';
export { MODEL_EXAMPLES } from './promela/model-examples.ts';
export { isModelFile, readModelFiles } from './promela/model-files.ts';
export { CHECK_STATUSES, type CheckResult, type CheckStatus } from '../checker/index.ts';
export type { ModelFacts } from '../promela/index.ts';
export type { RunStep } from '../spin/step-run.ts';
export type { ModelRunView } from './model-run/model-run-view.ts';
export type { Failure, FailurePlace } from '../base/failure.ts';
export { AUTO_LEVEL, LEVEL_CHOICES, type LevelChoice, type TrailFiles } from '../checker/index.ts';
export { allHold, type Evidence, type NativeCheck, nativeCommands } from '../checker/index.ts';
export { SPIN_VERSION } from '../spin/spin-version.ts';
export type { SchedulesView } from './jobs/schedules.ts';
export type { ComparedKernel, KernelSplitsView } from './jobs/kernel-splits.ts';
export type { Disagreement, LevelCheckView } from './jobs/level-check.ts';
export type * from '../tuning/index.ts';
export * from '../trace/index.ts';
export {
  type Beside,
  besideEachOther,
  compare,
  type Comparison,
  failureOf,
  FORMATS,
  mapOf,
  type Measured,
  measuredCount,
  SHORTLISTS,
} from '../measured/index.ts';
export { SHORTLIST_FORMATS, type ShortlistFormat, writeShortlist } from '../exchange/index.ts';
export type { MeasuredView } from './measured/measured-view.ts';
export { limitWithin, shortlisted } from '../tuning/index.ts';
export { ResultsView } from './run/results-table.ts';
export {
  isCheck,
  isTuning,
  MOST_KEPT,
  ofKernels,
  type Saved,
  type SavedRun,
} from './kept/history-schema.ts';
export { robustChoices, type RobustnessView } from './jobs/robustness.ts';
export { type SensitivityPoint, type SensitivityView, sweptValues } from './jobs/sensitivity.ts';
export type {
  MachineEffect,
  MachinePoint,
  MachineSensitivityView,
} from './jobs/machine-sensitivity.ts';
export type { VerificationView } from './jobs/verification.ts';
export type { DeviceBound } from '../device/index.ts';
export type { DialEffect, Explained, WhyView } from './jobs/why.ts';
export type { Win } from './jobs/nearest-win.ts';
export type {
  Finding,
  FindingKind,
  NotChecked,
  Remark,
  TracedArray,
  ValueEvent,
  ValueTrace,
  VerdictStatus,
} from '../values/index.ts';
