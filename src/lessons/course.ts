import { readLesson, type Lesson } from './read.ts';

/** Lessons of shipped files, in the order of their names.
 * @throws {Error} for a file with a fault: it is ours. */
export const readFiles = (files: Readonly<Record<string, string>>): readonly Lesson[] =>
  Object.entries(files)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, text]) => {
      const read = readLesson(text);
      if (!read.ok) {
        const [first] = read.problems;
        throw new Error(`${path}, line ${first?.line ?? 0}: ${first?.message ?? ''}`);
      }
      return read.lesson;
    });

/** Built-in lessons, by file name. */
export const COURSE: readonly Lesson[] = readFiles(
  import.meta.glob<string>('./course/*.md', { query: '?raw', import: 'default', eager: true }),
);
