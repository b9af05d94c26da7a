export { configurations, domainValues, type Combination } from './configurations.ts';
export { divergentBarriers } from './divergence.ts';
export { ExprError, ITEM_NAMES, evaluate, name, namesIn, num, show, type Expr } from './expr.ts';
export type { BinaryOperator } from './operators.ts';
export { parseExpr } from './expr-parser.ts';
export type {
  Access,
  Barrier,
  Block,
  Branch,
  Constraint,
  Domain,
  Kernel,
  LocalArray,
  Loop,
  Node,
  Parameter,
  Return,
  Space,
  Work,
} from './ir.ts';
export {
  createKernelParser,
  type KernelParser,
  type ParsedText,
  type WasmSource,
} from './parser.ts';
export { PRAGMA_WORDS, type Pragma, type PragmaKind } from './pragma.ts';
