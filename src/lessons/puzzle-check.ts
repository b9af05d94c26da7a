import type { RunValues, SearchValues, Verification } from '../checker/index.ts';
import { poseValues, verifyPrograms } from '../checker/values.ts';
import { CONSTANT_NAMES } from '../platform/index.ts';
import { verifiedSizeOf } from '../session/kept/settings.ts';
import { settingsOf } from './page.ts';
import { answered, type Puzzle } from './puzzles.ts';

/** Reads a text. */
export type Parser = Parameters<typeof poseValues>[0];

export interface PuzzleTools {
  readonly parser: Parser;
  /** Runs work-items. @param text names lines in messages. */
  readonly run: (
    ...about: [text: string, constants: Readonly<Record<string, number>>]
  ) => RunValues;
  /** SPIN's search of all inputs and orders; without it only inputs that the run tries. */
  readonly search?: ((constants: PuzzleConstants) => SearchValues) | undefined;
  readonly signal: AbortSignal;
}

type PuzzleConstants = Parameters<typeof poseValues>[2]['constants'];

/** Judges an answer to a puzzle beside any page: by running it, and by SPIN.
 * @throws {Error} where its text has errors. */
export async function checkAnswer(
  puzzle: Puzzle,
  fill: readonly string[],
  { parser, run, search, signal }: PuzzleTools,
): Promise<Verification> {
  const text = answered(puzzle, fill);
  const constants = constantsOf(puzzle);
  const { programs, unposed, diagnostics, obstacle } = poseValues(parser, text, {
    constants,
    given: {},
  });
  const error = diagnostics.find(({ severity }) => severity === 'error');
  if (error || obstacle !== undefined) throw new Error(error?.message ?? obstacle);
  return verifyPrograms(programs, unposed, {
    run: run(text, { ...constants }),
    ...(search && { search: search(constants) }),
    signal,
  });
}

export function constantsOf({ page }: Puzzle): PuzzleConstants {
  const settings = settingsOf(page);
  const numbers = CONSTANT_NAMES.map((name) => [name, Number(settings.constants[name])] as const);
  const typed = Object.fromEntries(numbers) as Record<(typeof CONSTANT_NAMES)[number], number>;
  return { ...typed, size: verifiedSizeOf(settings) };
}
