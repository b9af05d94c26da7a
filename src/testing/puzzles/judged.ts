import { messageOf } from '../../base/message.ts';
import type { Verification } from '../../checker/index.ts';
import { createNodeKernelParser } from '../../kernel/node.ts';
import { inCuda } from '../../lessons/cuda-text.ts';
import type { PuzzleLanguage } from '../../lessons/format.ts';
import { checkAnswer, constantsOf, type PuzzleTools } from '../../lessons/puzzle-check.ts';
import { answered, inLanguage, type Puzzle } from '../../lessons/puzzles.ts';
import { checkByRunning } from '../../values/run/check.ts';
import { withTaken } from '../oracle/native-kernels.ts';
import type { Given } from './index.ts';
import { passesRandomInputs } from './random-test.ts';

const parser = await createNodeKernelParser();

/** A loop without an end is stopped soon. */
const STEPS = 1e6;

const runningTools: PuzzleTools = {
  parser,
  run: (text, constants) => (program) =>
    checkByRunning(program, { text, constants, budget: STEPS }),
  signal: new AbortController().signal,
};

/** A kernel with a bug as it stands. */
export const verificationOf = (puzzle: Puzzle): Promise<Verification> =>
  checkAnswer(puzzle, [], runningTools);

const NO_PROGRAM = 'no program: ';

/** The workbench's word on an answer. */
export interface SaidOfAnswer {
  readonly given: Given;
  readonly text: string;
  readonly status: string;
  /** Kinds of findings, and reasons why something stayed open. */
  readonly kinds: readonly string[];
}

/** Judges answers to one puzzle in a language, as its page does before SPIN is asked. */
export async function saidOf(
  written: Puzzle,
  given: readonly Given[],
  language: PuzzleLanguage,
  tools: PuzzleTools = runningTools,
): Promise<readonly SaidOfAnswer[]> {
  const puzzle = inLanguage(written, language);
  const said: SaidOfAnswer[] = [];
  for (const each of given) {
    const fill = language === 'cuda' ? each.fill.map(inCuda) : each.fill;
    const text = answered(puzzle, fill);
    try {
      const { status, findings, notChecked } = await checkAnswer(puzzle, fill, tools);
      const open = notChecked.filter(({ weakens }) => weakens).map(({ why }) => why);
      const kinds = [...findings.map(({ kind }) => kind), ...open];
      said.push({ given: each, text, status, kinds });
    } catch (error) {
      said.push({ given: each, text, status: `${NO_PROGRAM}${messageOf(error)}`, kinds: [] });
    }
  }
  return said;
}

export interface JudgedAnswer extends SaidOfAnswer {
  /** A test with random inputs sees nothing wrong. */
  readonly passes: boolean;
  /** Kinds of faults that the machine's own compiler shows; nothing where it was not asked, or takes no such text. */
  readonly native: ReadonlySet<string> | undefined;
}

/** Inputs that are compared: all of most puzzles. */
const INPUTS = 256;
/** Lines of code that a loop without an end may take. */
const LIMIT = 20_000;
/** One in so many of those that a random test refuses is asked about as well, the first and the last among them. */
const EVERY = 10;

/** Asks g++ about what is accepted, and about what random inputs do not refuse. */
export async function judgedOf(
  puzzle: Puzzle,
  said: readonly SaidOfAnswer[],
  language: PuzzleLanguage,
): Promise<readonly JudgedAnswer[]> {
  const { page } = puzzle;
  const [, WG = '1'] = /param WG = \{(\d+)\}/.exec(page.kernel ?? '') ?? [];
  const name = (index: number): string => `u${index}x`;
  const constants = constantsOf(puzzle);
  const tested = said.map((each) => ({
    ...each,
    passes: !each.status.startsWith(NO_PROGRAM) && passesRandomInputs(each.text, constants, parser),
  }));
  const isRefused = ({ passes, status }: (typeof tested)[number]): boolean =>
    !passes && status !== 'right';
  const ends = [tested.findIndex(isRefused), tested.findLastIndex(isRefused)];
  const units = tested.flatMap((each, index) => {
    const { text, status } = each;
    if (status.startsWith(NO_PROGRAM)) return [];
    if (isRefused(each) && index % EVERY !== 0 && !ends.includes(index)) return [];
    const values = { WG: Number(WG) };
    return [{ name: name(index), text, values, constants: { size: constants.size } }];
  });
  const inputs = page.kernel?.includes('any(') === true ? INPUTS : 1;
  const reports = await withTaken(units, language, (kernels, names) =>
    kernels.judge(names, { inputs, limit: LIMIT }),
  );
  return tested.map((each, index) => {
    const report = reports?.get(name(index));
    return { ...each, native: report && new Set(report.findings.map(({ kind }) => kind)) };
  });
}

/** g++ does not see that private memory is read before it is written. */
const isUnseen = ({ kinds }: SaidOfAnswer): boolean =>
  kinds.length > 0 && kinds.every((kind) => kind === 'uninitialised');

/** True if an answer is wrong: by its author, by g++, or else by random inputs. */
export const isWrong = (judged: JudgedAnswer): boolean =>
  judged.given.known === undefined
    ? judged.native === undefined
      ? !judged.passes || judged.status !== 'right'
      : judged.native.size > 0 || isUnseen(judged)
    : judged.given.known === 'wrong';

/** True if an answer is taken for what it is not, or two who know disagree. */
export function isFault(judged: JudgedAnswer): boolean {
  const { given, native, status } = judged;
  const isAccepted = status === 'right';
  if (given.known !== undefined && isWrong(judged) === isAccepted) return true;
  if (native === undefined) return isWrong(judged) && isAccepted;
  return native.size > 0 ? isAccepted : !isAccepted && !isUnseen(judged);
}
