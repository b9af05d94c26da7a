export {
  type Constants,
  type ConstantName,
  CONSTANTS,
  type ConstantInfo,
  usualConstants,
} from './constants.ts';
export { PRESETS, type Preset } from './presets.ts';
export { checkConstants, type ConstantProblem } from './check.ts';
export { type Assignment, type Check, type Folding, Layout, type StandsFor } from './layout.ts';
export {
  type Lack,
  type Semantics,
  SEMANTICS,
  type SemanticsId,
  SEMANTICS_IDS,
  semanticsOf,
} from './semantics/index.ts';
