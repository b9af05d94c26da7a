export {
  isArchiveName,
  isWanted,
  MOST_BYTES as MOST_UNPACKED,
  unpacked,
  zipped,
} from './archive.ts';
export { type Bundled, type Files, readBundle, type ReadBundle } from './bundle.ts';
export { type EffortUsed, effortUsed, type ShardUsed } from './effort.ts';
export { trailFault } from './followed.ts';
export { type BundleFile, shardCount } from './folder.ts';
export { mergedOf, type MergedRun } from './merge.ts';
export { modelSharding } from './model-sharding.ts';
export { QUESTION_FILES, questionText, readQuestion } from './question.ts';
export { exported, type ExportOptions, unfit } from './sharding.ts';
export { shardingOf } from './sharding-of.ts';
