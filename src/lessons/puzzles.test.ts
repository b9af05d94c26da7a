import { describe, expect, test } from 'vitest';
import { createNodeKernelParser } from '../kernel/node.ts';
import { checkByRunning } from '../values/run/check.ts';
import { PUZZLE_LANGUAGES } from './format.ts';
import { gapsOf } from './gaps.ts';
import { checkAnswer, type PuzzleTools } from './puzzle-check.ts';
import { CHAPTERS, inLanguage, type Puzzle, PUZZLES } from './puzzles.ts';

const tools: PuzzleTools = {
  parser: await createNodeKernelParser(),
  run: (text, constants) => (program) => checkByRunning(program, { text, constants }),
  signal: new AbortController().signal,
};

/** What is seen to go wrong with an answer; nothing where it is right. */
async function seen(puzzle: Puzzle, fill: readonly string[]): Promise<readonly string[]> {
  const { status, findings, notChecked } = await checkAnswer(puzzle, fill, tools).catch(
    (error: unknown) => ({ status: String(error), findings: [], notChecked: [] }),
  );
  if (status === 'right') return [];
  const kinds = findings.map(({ kind }) => kind);
  return kinds.length > 0 ? kinds : [status, ...notChecked.map(({ why }) => why)];
}

test('there are puzzles in every chapter', () => {
  const of = (id: string): number => PUZZLES.filter(({ chapter }) => chapter === id).length;
  expect(CHAPTERS.map(({ id }) => of(id))).toEqual([7, 13, 9, 6]);
  expect(new Set(PUZZLES.map(({ id }) => id)).size).toBe(PUZZLES.length);
});

for (const language of PUZZLE_LANGUAGES)
  describe(`in ${language}`, () => {
    for (const written of PUZZLES) {
      const puzzle = inLanguage(written, language);
      const [task] = puzzle.tasks;
      test(`${puzzle.id}: its answers`, async () => {
        if (task?.kind !== 'fill') {
          expect(await seen(puzzle, [])).not.toEqual([]);
          return;
        }
        const start = gapsOf(puzzle.page.kernel ?? '').map(({ start: from, end }) =>
          (puzzle.page.kernel ?? '').slice(from, end),
        );
        const answers = [task.solution, ...(task.right ?? []).map(({ fill }) => fill)];
        for (const fill of answers) expect([fill, await seen(puzzle, fill)]).toEqual([fill, []]);
        // Faster ones begin right, and slow.
        if (task.fast !== true) expect(await seen(puzzle, start)).not.toEqual([]);
        const isHere = ({ only = language }: { readonly only?: string }): boolean =>
          only === language;
        for (const { fill, shows } of (task.wrong ?? []).filter(isHere))
          if (shows === 'slow') expect([fill, await seen(puzzle, fill)]).toEqual([fill, []]);
          else
            expect([fill, await seen(puzzle, fill)]).toEqual([
              fill,
              expect.arrayContaining([shows]),
            ]);
      });
    }
  });
