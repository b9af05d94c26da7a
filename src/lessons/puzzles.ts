import { CHAPTER_IDS, type ChapterId, type PuzzleLanguage } from './format.ts';
import { filled } from './gaps.ts';
import { inCuda } from './cuda-text.ts';
import { readFiles } from './course.ts';
import type { Lesson } from './read.ts';

/** A lesson that is one question about a kernel. */
export interface Puzzle extends Lesson {
  readonly chapter: ChapterId;
  /** OpenCL where absent. */
  readonly writtenIn?: PuzzleLanguage;
}

export const isPuzzle = (lesson: Lesson): lesson is Puzzle =>
  lesson.chapter !== undefined && lesson.tasks.length === 1;

/** Shipped puzzles, by chapter and file name. */
export const PUZZLES: readonly Puzzle[] = readFiles(
  import.meta.glob<string>('./puzzles/*.md', { query: '?raw', import: 'default', eager: true }),
).filter(isPuzzle);

export interface Chapter {
  readonly id: ChapterId;
  readonly title: string;
  readonly summary: string;
}

const TITLES: Readonly<Record<ChapterId, Omit<Chapter, 'id'>>> = {
  indices: {
    title: 'Indices',
    summary: 'Which element is mine? An answer counts when it is proved for every input.',
  },
  together: {
    title: 'Together',
    summary:
      'Work-items of a group share what they load, and wait for each other. An answer counts when it is proved for every input and every order.',
  },
  faster: {
    title: 'Faster',
    summary: 'Right is not enough: par is the proved minimum of the author’s solution.',
  },
  bug: {
    title: 'Find the bug',
    summary: 'Each of these kernels has passed its tests, and each is wrong.',
  },
};

export const CHAPTERS: readonly Chapter[] = CHAPTER_IDS.map((id) => ({ id, ...TITLES[id] }));

/** True if a switch shows it in CUDA too. */
export const hasCuda = ({ cuda = true, page }: Puzzle): boolean =>
  cuda && page.kernel !== undefined;

/** A puzzle in another language: its kernel, and all answers that are known. */
export function inLanguage(puzzle: Puzzle, language: PuzzleLanguage): Puzzle {
  const { page } = puzzle;
  if (language === 'opencl' || !hasCuda(puzzle) || page.kernel === undefined) return puzzle;
  const fills = ({ fill }: { readonly fill: readonly string[] }) => ({ fill: fill.map(inCuda) });
  return {
    ...puzzle,
    writtenIn: language,
    page: { ...page, kernel: inCuda(page.kernel) },
    tasks: puzzle.tasks.map((task) =>
      task.kind === 'fill'
        ? {
            ...task,
            solution: task.solution.map(inCuda),
            ...(task.wrong && { wrong: task.wrong.map((one) => ({ ...one, ...fills(one) })) }),
            ...(task.right && { right: task.right.map(fills) }),
          }
        : task,
    ),
  };
}

/** The puzzle's kernel with its gaps filled. */
export const answered = ({ page }: Puzzle, fill: readonly string[]): string =>
  filled(page.kernel ?? '', fill);
