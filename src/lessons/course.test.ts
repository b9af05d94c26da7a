import { expect, test } from 'vitest';
import { COURSE } from './course.ts';
import { PUZZLES } from './puzzles.ts';

test('every lesson of the course can be read', () => {
  expect(COURSE.length).toBeGreaterThan(0);
});

/** The words that are shown, without code. */
function* wordsIn(part: unknown): Generator<string> {
  if (Array.isArray(part)) for (const each of part) yield* wordsIn(each);
  if (typeof part !== 'object' || part === null) return;
  if ('kind' in part && part.kind === 'text' && 'text' in part) yield String(part.text);
  for (const value of Object.values(part)) yield* wordsIn(value);
}

test.each([...COURSE, ...PUZZLES].map((lesson) => [lesson.id, lesson] as const))(
  '%s shows no marks of Markdown',
  (_, { blocks }) => {
    const shown = [...wordsIn(blocks)];
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((words) => /\]\(|\*\*|`|<do:/.test(words))).toEqual([]);
  },
);
