export {
  CONSTANT_NAMES,
  type ConstantName,
  type Constants,
  CONSTANTS,
  perConstant,
  type PerConstant,
  usualConstants,
} from '../base/constants.ts';
export { type Preset, PRESETS, presetValues } from './presets.ts';
export { checkConstants, type ConstantProblem } from './check.ts';
export { type Assignment, type Check, type Folding, Layout, type StandsFor } from './layout.ts';
export {
  type Lack,
  type Semantics,
  SEMANTICS,
  type SemanticsId,
  SEMANTICS_IDS,
  semanticsOf,
  USUAL_SEMANTICS,
} from './semantics/index.ts';
