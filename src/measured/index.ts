export { chooseColumns, type ChosenColumns, mapOf, matchColumns } from './columns.ts';
export { type Accuracy, type PerShortlist, SHORTLISTS } from './accuracy.ts';
export * from './beside.ts';
export { type Match, type Parameter } from './mapping.ts';
export { failureOf, FORMATS, type Measured, measuredCount, type ReadMeasured } from './measured.ts';
export { measuredSchema } from './measured-schema.ts';
export { MOST_BYTES, readMeasured, type ReadOptions } from './read.ts';
export {
  readShortlist,
  SHORTLIST_FORMATS,
  type ShortlistFormat,
  shortlistFormatOf,
  writeShortlist,
} from './shortlist-file.ts';
