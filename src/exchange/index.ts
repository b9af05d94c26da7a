export { isSearchSpace, readSearchSpace } from './t1-read.ts';
export { withSearchSpace } from './t1-apply.ts';
export { specificationOf, writeSearchSpace } from './t1-write.ts';
export type { KernelSpecification } from './t1-document.ts';
export { writeResults } from './t4-write.ts';
export {
  readShortlist,
  SHORTLIST_FORMATS,
  type ShortlistFormat,
  shortlistFormatOf,
  writeShortlist,
} from './shortlist-file.ts';
