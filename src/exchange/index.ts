export { readTunerScript } from './kernel-tuner-script.ts';
export { isSearchSpace, readSearchSpace } from './t1-read.ts';
export { withSearchSpace } from './t1-apply.ts';
export type { Answered, Exporter } from './exporter.ts';
export { exporterOf, EXPORTERS } from './exporters.ts';
export { measuringScript } from './measuring-script.ts';
export type { Script } from './script.ts';
export { type ScriptId, SCRIPTS } from './scripts.ts';
export type { CopiedText, Copying } from './copied/copied-text.ts';
