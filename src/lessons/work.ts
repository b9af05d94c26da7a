import * as v from 'valibot';
import { jsonIn } from '../base/json-text.ts';
import { sha256 } from '../base/digest.ts';
import { PUZZLE_LANGUAGES } from './format.ts';
import { fillsOf } from './gaps.ts';
import type { Puzzle } from './puzzles.ts';
import { lessonId } from './progress.ts';

const digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const ticks = v.pipe(v.string(), v.regex(/^\d{1,20}$/));

/** What a solved puzzle rests on; whoever checks it makes all of it anew. */
const evidence = {
  verdict: v.picklist(['right', 'wrong', 'depends', 'not-checked']),
  /** Elements, and the inputs that SPIN searched. */
  bound: v.strictObject({ size: count, inputs: v.exactOptional(count) }),
  states: v.exactOptional(count),
  /** Proved least times, of the answer and of the author's. */
  time: v.exactOptional(ticks),
  par: v.exactOptional(ticks),
} as const;
const evidenceSchema = v.strictObject(evidence);
export type WorkEvidence = v.InferOutput<typeof evidenceSchema>;

const solved = v.strictObject({
  puzzle: lessonId,
  language: v.picklist(PUZZLE_LANGUAGES),
  answer: v.union([
    v.strictObject({
      fill: v.pipe(v.array(v.pipe(v.string(), v.maxLength(20_000))), v.maxLength(8)),
    }),
    v.strictObject({ line: count }),
  ]),
  /** Of the puzzle's file, and of the kernel with the answer in it. */
  sha256: v.strictObject({ puzzle: digest, text: digest }),
  ...evidence,
});
export type Solved = v.InferOutput<typeof solved>;

/** What a student has done. */
export const workSchema = v.object({
  student: v.pipe(v.string(), v.maxLength(80)),
  solved: v.pipe(v.array(solved), v.maxLength(200), v.readonly()),
});
export type Work = Readonly<v.InferOutput<typeof workSchema>>;

export const NO_WORK: Work = { student: '', solved: [] };

const fileSchema = v.strictObject({
  format: v.literal('overtime-work'),
  version: v.literal(1),
  ...workSchema.entries,
});

export const workFile = ({ student, solved: all }: Work): string =>
  `${JSON.stringify({ format: 'overtime-work', version: 1, student, solved: all }, null, 2)}\n`;

/** Reads a file of work, which may be anything; undefined where it is none. */
export function readWork(text: string): Work | undefined {
  const parsed = v.safeParse(fileSchema, jsonIn(text));
  if (!parsed.success) return undefined;
  const { student, solved: all } = parsed.output;
  return { student, solved: all };
}

/** A right answer and what it rests on; undefined without Web Crypto or evidence.
 * @param line of a bug; absent where gaps were filled. */
export async function solvedOf(
  puzzle: Puzzle,
  line: number | undefined,
  kernelText: string,
  found: Partial<WorkEvidence>,
): Promise<Solved | undefined> {
  const whole = v.safeParse(evidenceSchema, found);
  const digests = await Promise.all([sha256(puzzle.source), sha256(kernelText)]);
  const [ofPuzzle, ofText] = digests;
  if (!whole.success || ofPuzzle === undefined || ofText === undefined) return undefined;
  return {
    puzzle: puzzle.id,
    language: puzzle.writtenIn ?? 'opencl',
    answer: line === undefined ? { fill: [...fillsOf(kernelText)] } : { line },
    sha256: { puzzle: ofPuzzle, text: ofText },
    ...whole.output,
  };
}

/** One answer for each puzzle: the newest. */
export const withSolved = (work: Work, one: Solved): Work => ({
  ...work,
  solved: [...work.solved.filter(({ puzzle }) => puzzle !== one.puzzle), one].slice(-200),
});
