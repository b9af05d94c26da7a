import { readdirSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { parse } from 'yaml';
import { fillsOf, gapsOf } from '../../lessons/gaps.ts';
import { answered, type Puzzle, PUZZLES } from '../../lessons/puzzles.ts';
import { linesAstray, mistakesIn } from '../mistakes.ts';
import { withSlips } from './slips.ts';

const FOLDER = new URL('./answers/', import.meta.url);

const fill = v.pipe(
  v.union([v.string(), v.array(v.string())]),
  v.transform((one) => (typeof one === 'string' ? [one] : one)),
);

/** Answers beside those of the puzzles' own files. */
const ANSWERS = v.record(
  v.string(),
  v.strictObject({
    right: v.optional(v.array(fill), []),
    wrong: v.optional(v.array(fill), []),
    /** Lines that may be named in a kernel whose bug is to be found. */
    lines: v.optional(v.array(v.string()), []),
  }),
);
type Answers = v.InferOutput<typeof ANSWERS>[string];

const WRITTEN = new Map(
  readdirSync(FOLDER)
    .toSorted()
    .flatMap((file) =>
      Object.entries(v.parse(ANSWERS, parse(readFileSync(new URL(file, FOLDER), 'utf8')))),
    ),
);

export const writtenFor = ({ id }: Puzzle): Answers =>
  WRITTEN.get(id) ?? { right: [], wrong: [], lines: [] };

/** An answer to a puzzle. */
export interface Given {
  readonly puzzle: Puzzle;
  readonly what: string;
  readonly fill: readonly string[];
  /** The author's word; an answer with a mistake put in has none. */
  readonly known: 'right' | 'wrong' | undefined;
}

const plain = (fills: readonly string[]): string => fills.join('\n').replaceAll(/\s+/g, ' ').trim();

/** Answers that differ in more than blanks, the first of each kind. */
function different(given: readonly Given[]): readonly Given[] {
  const kept = new Map<string, Given>();
  for (const each of given) {
    const key = plain(each.fill);
    if (!kept.has(key)) kept.set(key, each);
  }
  return [...kept.values()];
}

/** All answers to a puzzle: those that somebody wrote, and mistakes put into right ones. */
export function givenTo(puzzle: Puzzle): readonly Given[] {
  const [task] = puzzle.tasks;
  if (task?.kind !== 'fill') return [];
  const { right, wrong } = writtenFor(puzzle);
  const named = (known: 'right' | 'wrong', fills: readonly (readonly string[])[]) =>
    fills.map((each, at): Given => ({ puzzle, what: `${known} ${at + 1}`, fill: each, known }));
  const rights = named('right', [
    task.solution,
    ...(task.right ?? []).map((each) => each.fill),
    ...right,
  ]);
  // Answers wrong in one language alone, or only slow, are judged with the puzzle's own file.
  const own = (task.wrong ?? []).filter((each) => each.only === undefined && each.shows !== 'slow');
  const wrongs = named('wrong', [...own.map((each) => each.fill), ...wrong]);
  const mistaken = rights.slice(0, 3).flatMap(({ what, fill: base }) => {
    const text = answered(puzzle, base);
    return gapsOf(text).flatMap((gap) =>
      [...mistakesIn(text, gap), ...linesAstray(text, gap)].map((each): Given => ({
        puzzle,
        what: `${what}, ${each.what}`,
        fill: fillsOf(each.text),
        known: undefined,
      })),
    );
  });
  // Its solution, and one that is written otherwise.
  const slipped = rights
    .slice(0, 2)
    .flatMap(({ what, fill: [first = '', ...others] }) =>
      withSlips(puzzle, first).map((each, at): Given => ({
        puzzle,
        what: `${what}, slip ${at + 1}`,
        fill: [each, ...others],
        known: undefined,
      })),
    );
  return different([...rights, ...wrongs, ...slipped, ...mistaken]);
}

export const FILLED: readonly Puzzle[] = PUZZLES.filter(
  ({ tasks: [task] }) => task?.kind === 'fill',
);
