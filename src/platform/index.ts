export {
  type Constants,
  type ConstantName,
  CONSTANTS,
  type ConstantInfo,
  usualConstants,
} from './constants.ts';
export { PRESETS, type Preset } from './presets.ts';
export { checkConstants, type ConstantProblem } from './check.ts';
