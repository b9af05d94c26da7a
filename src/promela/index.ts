export { generateModel } from './model.ts';
export type { Model, ProgramFiles, WarpShape } from './generated.ts';
export { type MadeProgram, makeProgram, type ProgramOf } from './device/programs.ts';
export { type Level, LEVEL_TABLE, levelOf, LEVELS } from './levels.ts';
export { estimatedSteps } from './effort.ts';
export type { SemanticsId, StandsFor } from '../platform/index.ts';
export type { LineSource } from './print/printer.ts';
export type { ProcessName } from './syntax/statement.ts';
export { type Range, type Ranges, rangesIn, type RunParameters, runWords } from './words.ts';
