export { configurations, withoutValues, domainValues, type Combination } from './configurations.ts';
export { divergentBarriers } from './divergence.ts';
export { evaluate, ExprError } from './expr.ts';
export type { Kernel } from './ir.ts';
export { product } from './geometry.ts';
export type { Includes } from './includes.ts';
export type { Shape } from './lower.ts';
export { createKernelParser, type Given, type KernelParser } from './parser.ts';
export { declaredParameters, tooDeep } from './parser-reports.ts';
