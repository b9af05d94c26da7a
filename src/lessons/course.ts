import { readLesson, type Lesson } from './read.ts';

const files = import.meta.glob<string>('./course/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Built-in lessons, by file name. */
export const COURSE: readonly Lesson[] = Object.entries(files)
  .toSorted(([one], [other]) => (one < other ? -1 : 1))
  .map(([path, text]) => {
    const read = readLesson(text);
    if (!read.ok) {
      const [first] = read.problems;
      throw new Error(`${path}, line ${first?.line ?? 0}: ${first?.message ?? ''}`);
    }
    return read.lesson;
  });
