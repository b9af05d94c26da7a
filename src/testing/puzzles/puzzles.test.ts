import { describe, expect, test } from 'vitest';
import { inCuda } from '../../lessons/cuda-text.ts';
import { PUZZLE_LANGUAGES } from '../../lessons/format.ts';
import { foundAt } from '../../lessons/found-line.ts';
import { inLanguage, PUZZLES } from '../../lessons/puzzles.ts';
import { FILLED, givenTo, writtenFor } from './index.ts';
import { isFault, judgedOf, saidOf, verificationOf } from './judged.ts';
import { isAll } from '../amounts.ts';

/** `OVERTIME_PUZZLES=all` takes every mistake in every puzzle, which takes a quarter of an hour. */
const all = isAll('PUZZLES');

describe.each(all ? PUZZLE_LANGUAGES : PUZZLE_LANGUAGES.slice(0, 1))('in %s', (language) => {
  test.each(FILLED)(
    '$id: what is right is accepted, and what is wrong is refused',
    async (puzzle) => {
      const { right, wrong } = writtenFor(puzzle);
      const [task] = puzzle.tasks;
      const own = task?.kind === 'fill' ? (task.right ?? []).length : 0;
      expect(right.length + own).toBeGreaterThanOrEqual(5);
      expect(wrong.length).toBeGreaterThan(0);
      const known = new Set<readonly string[]>([...right, ...wrong]);
      const said = await saidOf(
        puzzle,
        givenTo(puzzle).filter(({ fill }) => known.has(fill)),
        language,
      );
      expect(
        said.filter(({ given, status }) => (status === 'right') !== (given.known === 'right')),
      ).toEqual([]);
    },
  );

  test.each(PUZZLES.filter((each) => !FILLED.includes(each)))(
    '$id: the lines that may be named, and no others',
    async (written) => {
      const puzzle = inLanguage(written, language);
      const text = puzzle.page.kernel ?? '';
      const { findings } = await verificationOf(puzzle);
      const lines = text.split('\n');
      const named = lines.filter((_, at) => foundAt(text, findings, at + 1) !== undefined);
      const wanted = writtenFor(puzzle).lines.map((line) =>
        language === 'cuda' ? inCuda(line) : line,
      );
      expect(named.map((line) => line.trim())).toEqual(wanted);
    },
  );
});

test.each(all ? FILLED : FILLED.filter(({ id }) => id === 'histogram'))(
  '$id: small mistakes are judged as a C++ compiler judges them',
  { timeout: 1_200_000 },
  async (puzzle) => {
    const given = givenTo(puzzle).filter((_, at) => all || at % 12 === 0);
    for (const language of all ? PUZZLE_LANGUAGES : (['opencl'] as const)) {
      const judged = await judgedOf(puzzle, await saidOf(puzzle, given, language), language);
      expect(judged.filter(isFault)).toEqual([]);
      expect(judged.filter(({ native }) => (native?.size ?? 0) > 0).length).toBeGreaterThan(0);
    }
  },
);
