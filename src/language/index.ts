export { OPENCL_WORDS } from './vocabulary.ts';
export {
  completions,
  completesAfterBlank,
  type Completion,
  ITEM_KINDS,
  orderOf,
} from './completion.ts';
export { costHints, type CostHint } from './cost-hints.ts';
export { type Cause, causesOf } from './causes.ts';
export * from './cost-table.ts';
export { definition } from './definition.ts';
export { hover, type Hover, hoverMarkdown } from './hover.ts';
export type { Environment } from '../front/expr.ts';
export { suggestPragmas, withFixes } from './fixes.ts';
export { edited, type Mending } from './mending/edit.ts';
export { mendings } from './mending/mendings.ts';
export { mendAll } from './mending/mend-all.ts';
export { pragmaBlock, type PragmaBlock } from './pragma-summary.ts';
export { deviceHints, lanesInWords } from './device-hints.ts';
export { wordsOf } from '../front/cuda/words.ts';
export { KERNEL_ENDINGS, type LanguageWords } from '../front/language.ts';
export { PRAGMA_WORDS as PRAGMA_HELP } from '../front/pragma.ts';
export { ALL_BUILTINS as BUILTIN_HELP } from '../front/builtins.ts';
export { kernelOutline, type Outline, promelaOutline } from './outline.ts';
export { toldOnce } from './told.ts';
export { promelaCompletions, promelaDefinition, promelaFolds, promelaHover } from './promela.ts';
export { answered, toggled } from './missing/answered.ts';
export { type Answers, type Asked, isAsked, type Missing, valuesIn } from './missing/asked.ts';
export { missingIn, type MissingOf } from './missing/missing.ts';
