export { generateModel, type Model } from './model.ts';
export { type Level, LEVELS } from './context.ts';
export { estimatedSteps } from './effort.ts';
export type { SemanticsId as Semantics, StandsFor } from '../platform/index.ts';
export type { LineSource, ProcessName } from './writer.ts';
export { type Range, type RunParameters, runWords } from './words.ts';
