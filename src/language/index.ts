export { OPENCL_WORDS } from './vocabulary.ts';
export { completions, type Completion } from './completion.ts';
export { costHints, type CostHint } from './cost-hints.ts';
export * from './cost-table.ts';
export { definition } from './definition.ts';
export { hover, type Hover } from './hover.ts';
export type { Environment } from '../kernel/expr.ts';
export { suggestPragmas, withFixes } from './fixes.ts';
export { deviceHints, lanesInWords } from './device-hints.ts';
