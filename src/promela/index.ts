export { generateModel } from './model.ts';
export type { Model, ProgramFiles, WarpShape } from './generated.ts';
export { type MadeProgram, makeProgram, type ProgramOf } from './device/programs.ts';
export { type Level, LEVEL_TABLE, levelOf, LEVELS } from './levels.ts';
export { isWordOfC } from './c-names.ts';
export { asReduction } from './reduction.ts';
export { estimatedSteps } from './effort.ts';
export type { SemanticsId, StandsFor } from '../platform/index.ts';
export type { LineSource } from './print/printer.ts';
export type { ProcessName } from './syntax/statement.ts';
export { FLAGS, type Range, type Ranges, rangesIn, type RunParameters, runWords } from './words.ts';
export { evaluate } from './any/evaluate.ts';
export {
  embeddedCOf,
  factsOf,
  TYPES,
  type Claim,
  type ModelFacts,
  withoutExclusive,
} from './any/facts.ts';
export {
  lacksOf,
  PAPERS_TUNING,
  type Tuning,
  TUNING_CLAIM,
  withoutTuningClaim,
  withTuningClaim,
  wordsOfConfiguration,
} from './any/objective.ts';
export type { OpenStates } from './any/part.ts';
export { INCLUDED, lastOf, withIncludesOfC } from './any/includes-of-c.ts';
export { plainModel } from './any/plain.ts';
export { type Token, tokensOf } from './any/tokens.ts';
