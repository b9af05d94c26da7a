import { sha256 } from '../base/digest.ts';
import { messageOf } from '../base/message.ts';
import type { Ticks } from '../base/ticks.ts';
import type { ProgramsMaker, Verification } from '../checker/index.ts';
import { derive } from '../session/derive.ts';
import { provePar } from '../session/jobs/par.ts';
import { SWEPT_LEVEL } from '../session/jobs/sensitivity.ts';
import { verifiedSizeOf } from '../session/kept/settings.ts';
import type { JobTools } from '../session/jobs/jobs.ts';
import { foundAt } from './found-line.ts';
import { fillFault } from './gaps.ts';
import { settingsOf } from './page.ts';
import { checkAnswer, type PuzzleTools } from './puzzle-check.ts';
import { answered, inLanguage, type Puzzle } from './puzzles.ts';
import type { Solved, Work, WorkEvidence } from './work.ts';

export interface GradeTools extends Omit<PuzzleTools, 'search' | 'parser'> {
  readonly parser: Parameters<typeof derive>[1] & PuzzleTools['parser'];
  readonly search: NonNullable<PuzzleTools['search']>;
  /** For the times of puzzles with a par. */
  readonly toolchain: JobTools['toolchain'];
  readonly programs: ProgramsMaker;
  readonly memoryMB: number;
}

/** An entry that was checked again; it holds where there are no faults. */
export interface Graded {
  readonly puzzle: string;
  readonly language: string;
  /** Found now, whatever the file says. */
  readonly states: number | undefined;
  readonly faults: readonly string[];
}

/** Checks all of a student's work again: the answers are taken, and nothing else is believed. */
export async function gradeWork(
  { solved }: Work,
  puzzles: readonly Puzzle[],
  tools: GradeTools,
): Promise<readonly Graded[]> {
  const graded: Graded[] = [];
  for (const [at, one] of solved.entries()) {
    const { puzzle, language } = one;
    const isTwice = solved.slice(0, at).some((before) => before.puzzle === puzzle);
    const found = isTwice
      ? { faults: ['it is listed twice'] }
      : await gradeOne(one, puzzles, tools).catch((error: unknown) => ({
          faults: [`it could not be checked: ${messageOf(error)}`],
        }));
    graded.push({ states: undefined, ...found, puzzle, language });
  }
  return graded;
}

type Outcome = Pick<Graded, 'faults'> & Partial<Pick<Graded, 'states'>>;

async function gradeOne(
  one: Solved,
  puzzles: readonly Puzzle[],
  tools: GradeTools,
): Promise<Outcome> {
  const written = puzzles.find(({ id }) => id === one.puzzle);
  if (!written) return { faults: ['there is no such puzzle; name the folder of its file'] };
  const puzzle = inLanguage(written, one.language);
  if ((puzzle.writtenIn ?? 'opencl') !== one.language)
    return { faults: [`the puzzle is not there in ${one.language}`] };
  const fill = 'fill' in one.answer ? one.answer.fill : [];
  const fault = fillFault(puzzle.page.kernel ?? '', fill);
  if (fault !== undefined) return { faults: [fault] };
  const text = answered(puzzle, fill);
  if ((await sha256(written.source)) !== one.sha256.puzzle)
    return { faults: ['it was solved with another text of the puzzle'] };
  if ((await sha256(text)) !== one.sha256.text) return { faults: ['its text has another hash'] };
  const [task] = puzzle.tasks;
  const isFill = task?.kind === 'fill';
  if (isFill !== 'fill' in one.answer) return { faults: ['it answers another question'] };
  const { search: _, ...running } = tools;
  const found = await checkAnswer(puzzle, fill, isFill ? tools : running);
  const { evidence, faults } = isFill
    ? await ofFill(puzzle, fill, found, tools)
    : ofLine(puzzle, one, found, text);
  return { states: evidence.states, faults: [...faults, ...differences(one, evidence)] };
}

interface Found {
  readonly evidence: WorkEvidence;
  readonly faults: readonly string[];
}

async function ofFill(
  puzzle: Puzzle,
  fill: readonly string[],
  { status, inputs, states, bound, findings }: Verification,
  tools: GradeTools,
): Promise<Found> {
  const [task] = puzzle.tasks;
  const proof = { verdict: status, bound: { size: sizeOf(puzzle), inputs }, states };
  if (status !== 'right') {
    const why = findings[0]?.message ?? (bound ? 'it is not decided' : 'it does not run');
    return { evidence: proof, faults: [`it is not right: ${why}`] };
  }
  if (task?.kind !== 'fill' || task.fast !== true) return { evidence: proof, faults: [] };
  const time = await leastTime(puzzle, fill, tools);
  const par = await leastTime(puzzle, task.solution, tools);
  return {
    evidence: { ...proof, time: String(time), par: String(par) },
    faults: time <= par ? [] : [`it takes ${time} ticks; par is ${par}`],
  };
}

function ofLine(puzzle: Puzzle, { answer }: Solved, found: Verification, text: string): Found {
  const line = 'line' in answer ? answer.line : 0;
  const isRight = foundAt(text, found.findings, line) !== undefined;
  return {
    evidence: { verdict: found.status, bound: { size: sizeOf(puzzle) } },
    faults: isRight ? [] : [`nothing goes wrong in line ${line}`],
  };
}

const sizeOf = ({ page }: Puzzle): number => verifiedSizeOf(settingsOf(page));

/** The proved least time of an answer. */
async function leastTime(
  puzzle: Puzzle,
  fill: readonly string[],
  { parser, toolchain, programs, memoryMB, signal }: GradeTools,
): Promise<Ticks> {
  const settings = {
    ...settingsOf({ ...puzzle.page, kernel: answered(puzzle, fill) }),
    level: SWEPT_LEVEL,
  };
  const { problem, derived } = derive(settings, parser);
  if (!problem) throw new Error(derived.obstacle ?? 'it cannot be tuned');
  for await (const { time } of provePar(problem, { toolchain, memoryMB, programs, signal }))
    if (time !== undefined) return time;
  throw new Error('no least time could be proved');
}

/** Fields of which the file says something else. */
function differences(said: WorkEvidence, found: WorkEvidence): readonly string[] {
  const rows = {
    verdict: [said.verdict, found.verdict],
    size: [said.bound.size, found.bound.size],
    inputs: [said.bound.inputs, found.bound.inputs],
    states: [said.states, found.states],
    time: [said.time, found.time],
    par: [said.par, found.par],
  } as const;
  return Object.entries(rows).flatMap(([name, [claimed = 'none', own = 'none']]) =>
    claimed === own ? [] : [`it says ${name} ${claimed}, and it is ${own}`],
  );
}
