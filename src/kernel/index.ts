export {
  brokenConstraint,
  configurations,
  withoutValues,
  domainValues,
  type Combination,
} from './configurations.ts';
export { divergentBarriers } from './divergence.ts';
export { substitute, sizeOf, MAX_NODES } from './algebra.ts';
export { evaluate, type Expr, ExprError, namesIn, num, show } from './expr.ts';
export { blankComments } from './lexer.ts';
export type { Kernel } from './ir.ts';
export { product } from './geometry.ts';
export type { Includes } from './includes.ts';
export type { Shape } from './lower.ts';
export { unmentioned } from './unmentioned.ts';
export { createKernelParser, type Given, type KernelParser } from './parser.ts';
export { declaredParameters, tooDeep } from './parser-reports.ts';
export type { ReadStage } from './watch.ts';
