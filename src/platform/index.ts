export {
  CONSTANT_NAMES,
  type ConstantName,
  type Constants,
  CONSTANTS,
  perConstant,
  type PerConstant,
  usualConstants,
} from '../base/constants.ts';
export { PRESETS, presetValues } from './presets.ts';
export { checkConstants } from './check.ts';
export { type Folding, Layout, type StandsFor } from './layout.ts';
export {
  type Semantics,
  SEMANTICS,
  type SemanticsId,
  SEMANTICS_IDS,
  semanticsOf,
  USUAL_SEMANTICS,
} from './semantics/index.ts';
