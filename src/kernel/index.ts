export { configurations, domainValues, type Combination } from './configurations.ts';
export { divergentBarriers } from './divergence.ts';
export { ExprError, evaluate, name, num, type Expr } from './expr.ts';
export type { BinaryOperator } from './operators.ts';
export { parseExpr } from './expr-parser.ts';
export type * from './ir.ts';
export * from './parser.ts';
