export * from '../base/constants.ts';
export { PRESETS, presetValues } from './presets.ts';
export { type Folding, Layout, type StandsFor } from './layout.ts';
export * from './semantics/index.ts';
