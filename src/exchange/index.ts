export { isSearchSpace, readSearchSpace } from './t1-read.ts';
export { withSearchSpace } from './t1-apply.ts';
export type { Answered, Exporter } from './exporter.ts';
export { exporterOf, EXPORTERS } from './exporters.ts';
export { type Batch, batchRunOf } from './batch.ts';
export { outcomeOf } from './refused.ts';
export { type ScriptId, SCRIPTS } from './scripts.ts';
