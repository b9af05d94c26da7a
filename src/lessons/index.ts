export { Unjudged } from './answers.ts';
export {
  classFile,
  classFragment,
  entryOf,
  type LessonClass,
  lessonsOf,
  MOST_CLASS,
  type ReadClass,
} from './class.ts';
export { COURSE } from './course.ts';
export { MOST_BYTES, type PageOf, type Task } from './format.ts';
export { around, gapsOf } from './gaps.ts';
export { type Answer, judge } from './judge.ts';
export type { Judgement } from './judgement.ts';
export { beginPar } from './par.ts';
export { lessonFragment } from './link.ts';
export { kernelOf, settingsOf } from './page.ts';
export { pageOf } from './page-of.ts';
export type { Block, Deed, Inline } from './pieces.ts';
export {
  codeOf,
  NO_PROGRESS,
  noted,
  type Progress,
  progressFile,
  progressSchema,
  readProgress,
} from './progress.ts';
export { type Lesson, lessonsIn, type Problem, readLesson } from './read.ts';
export { GivenUp, until } from './until.ts';
export type { PuzzleLanguage } from './format.ts';
export {
  answered,
  CHAPTERS,
  hasCuda,
  inLanguage,
  isPuzzle,
  type Puzzle,
  PUZZLES,
} from './puzzles.ts';
export { NO_WORK, solvedOf, workFile, workSchema, withSolved } from './work.ts';
export { type Outcome, type Trial, trialsOf } from './trials.ts';
export { readable, type Seal, sealOf } from './seal.ts';
export { goesOnWith, isSolved } from './where.ts';
