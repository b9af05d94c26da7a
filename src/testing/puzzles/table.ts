import { PUZZLE_LANGUAGES } from '../../lessons/format.ts';
import { FILLED, givenTo } from './index.ts';
import { isFault, isWrong, judgedOf, saidOf } from './judged.ts';

export const HEAD = [
  'puzzle',
  'language',
  'wrong answers',
  'that pass 1,000 random inputs',
  'refused',
  'right answers',
  'accepted',
] as const;

/** One mistake in so many is made in CUDA too. */
const EVERY = 3;

/** All answers to all puzzles, counted. @param onFault told of each that is taken for what it is not. */
export async function puzzleRows(
  onFault: (words: string) => void,
): Promise<readonly (readonly (string | number)[])[]> {
  const rows: (readonly (string | number)[])[] = [];
  for (const puzzle of FILLED)
    for (const language of PUZZLE_LANGUAGES) {
      const given = givenTo(puzzle).filter(
        ({ known }, at) => language === 'opencl' || known !== undefined || at % EVERY === 0,
      );
      const judged = await judgedOf(puzzle, await saidOf(puzzle, given, language), language);
      const wrong = judged.filter(isWrong);
      const right = judged.filter((each) => !isWrong(each));
      const isAccepted = ({ status }: { readonly status: string }): boolean => status === 'right';
      rows.push([
        puzzle.id,
        language === 'cuda' ? 'CUDA' : 'OpenCL',
        wrong.length,
        wrong.filter(({ passes }) => passes).length,
        wrong.filter((each) => !isAccepted(each)).length,
        right.length,
        right.filter(isAccepted).length,
      ]);
      console.error(rows.at(-1)?.join(' '));
      for (const { given, native, status, kinds } of judged.filter(isFault))
        onFault(
          `${puzzle.id} in ${language}, ${given.what}: ${status} ${kinds.join()}, but g++ says ${[...(native ?? ['nothing'])].join()}\n${given.fill.join('\n')}`,
        );
    }
  return rows;
}
