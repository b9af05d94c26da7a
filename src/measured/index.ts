export { chooseColumns, type ChosenColumns } from './columns.ts';
export { type Accuracy, type PerShortlist, SHORTLISTS } from './accuracy.ts';
export * from './beside.ts';
export { guessColumns, type Match, type Parameter } from './mapping.ts';
export { failureOf, FORMATS, type Measured, measuredCount } from './measured.ts';
export { MOST_BYTES, readMeasured } from './read.ts';
export {
  readShortlist,
  SHORTLIST_FORMATS,
  type ShortlistFormat,
  shortlistFormatOf,
  writeShortlist,
} from './shortlist-file.ts';
