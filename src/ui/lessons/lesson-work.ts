import { create } from 'zustand';
import {
  type Answer,
  beginPar,
  COURSE,
  gapsOf,
  GivenUp,
  isPuzzle,
  judge,
  type Judgement,
  type Lesson,
  noted,
  pageOf,
  type PageOf,
  type Puzzle,
  PUZZLES,
  settingsOf,
  solvedOf,
  type Task,
  Unjudged,
  withSolved,
} from '../../lessons/index.ts';
import type { Session } from '../../session/core.ts';
import { type Configuration, keyOf } from '../../tuning/index.ts';
import { open, selectPlace } from '../shared/opened.ts';
import { useProgress, useWork } from './kept-progress.ts';
import { useOpenedLessons } from './opened-lessons.ts';
import { endPicking, usePicking } from './picking.ts';
import { jobOf } from '../../session/jobs/job.ts';
import { PAR } from '../../session/jobs/par.ts';
import type { SteeringView } from '../../session/jobs/steering-view.ts';
import type { GivenInputs } from '../../values/index.ts';

/** The verdict on a task's last answer. */
export type Said = Judgement | { readonly unjudged: string };

interface Work {
  /** The task whose answer is being judged. */
  readonly judging: string | null;
  readonly said: Readonly<Record<string, Said>>;
  /** Configurations that were looked at in the task under way. */
  readonly looked: readonly Configuration[];
  /** Tasks whose answer is not wanted any more. */
  readonly givenUp: readonly string[];
}

const NOTHING: Work = { judging: null, said: {}, looked: [], givenUp: [] };

export const useLessonWork = create<Work>()(() => NOTHING);

let judging = new AbortController();

/** Stops judging. */
function giveUp(): void {
  judging.abort();
  judging = new AbortController();
  useLessonWork.setState({ judging: null });
}

function setPage(session: Session, page: PageOf, words: string, by?: 'file'): void {
  session.commands.endSteering();
  endPicking();
  const before = session.commands.lend(settingsOf(page), by, words);
  // Restores what was open before the lesson.
  if (!useOpenedLessons.getState().before) useOpenedLessons.setState({ before });
  const { editor = 'kernel', results = 'map' } = page.show ?? {};
  open({ editor, results });
}

/** Sets the page as a lesson's author asks, until the lessons are left. */
export const tryPage = (session: Session, page: PageOf): void =>
  setPage(session, page, 'try an answer of the lesson');

/** Begins a lesson and keeps what was open. */
export function beginLesson(session: Session, lesson: Lesson): void {
  giveUp();
  useLessonWork.setState(NOTHING);
  // Foreign lessons are read before anything runs.
  const isOfCourse = [...COURSE, ...PUZZLES].some(({ source }) => source === lesson.source);
  setPage(
    session,
    pageOf(lesson.page),
    `begin the lesson ${lesson.title}`,
    isOfCourse ? undefined : 'file',
  );
  useOpenedLessons.setState({
    isOpen: true,
    source: lesson.source,
    task: null,
    isPuzzle: isPuzzle(lesson),
  });
}

/** Ends the lesson: what was open before it is open again. */
export function leaveLesson(session: Session): void {
  giveUp();
  endPicking();
  session.commands.endSteering();
  const { before } = useOpenedLessons.getState();
  useOpenedLessons.setState({
    source: null,
    before: null,
    during: null,
    task: null,
    isPuzzle: false,
  });
  useLessonWork.setState(NOTHING);
  if (before) session.commands.putBack(before, 'leave the lesson');
}

function isOpen({ store }: Session, wanted: ReturnType<typeof settingsOf>): boolean {
  // Compiler settings stay the student's own.
  const { compilerChecks: _, ...open } = store.getState().settings;
  const sorted = (settings: object): string =>
    JSON.stringify(Object.entries(settings).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return sorted(open) === sorted(wanted);
}

function forgetSaid({ id }: Task): void {
  const { [id]: _, ...said } = useLessonWork.getState().said;
  useLessonWork.setState({ said });
}

/** Sets the page for a task, from the beginning. */
export function beginTask(session: Session, lesson: Lesson, task: Task): void {
  giveUp();
  const page = pageOf(lesson.page, task);
  const isAgain = useOpenedLessons.getState().task === task.id;
  if (isAgain && isOpen(session, settingsOf(page))) {
    // Findings about the page still hold.
    session.commands.endSteering();
    endPicking();
  } else setPage(session, page, `begin the task ${task.id}`);
  forgetSaid(task);
  useLessonWork.setState({ looked: [] });
  useOpenedLessons.setState({ task: task.id });
  resumeTask(session, lesson, task);
}

/** Sets the page for the task. */
export function resumeTask(session: Session, lesson: Lesson, task: Task): void {
  const { commands } = session;
  const page = pageOf(lesson.page, task);
  if (task.kind === 'predict' && task.ask === 'best')
    pick(session, 'Which one is fastest? Press a cell.', (picked) =>
      usePicking.setState({ picked }),
    );
  if (task.kind === 'par' && task.change === 'parameters') {
    beginPar(session, page);
    pick(session, 'Press a cell to see its time.', (values) =>
      lookAt(session, lesson, task, values),
    );
  }
  if (task.kind === 'par' && task.change === 'kernel')
    beginPar(session, { ...page, kernel: task.solution });
  if (task.kind === 'schedule') commands.steer(task.with, []);
  if (task.kind !== 'fill') return;
  const [gap] = gapsOf(session.store.getState().settings.kernelText);
  if (gap) selectPlace(gap.start, gap.end - gap.start);
}

function pick({ commands }: Session, words: string, onPick: (values: Configuration) => void): void {
  usePicking.setState({ cells: commands.possible(), words, picked: undefined, onPick });
  open({ results: 'map' });
}

function lookAt(session: Session, lesson: Lesson, task: Task, values: Configuration): void {
  if (task.kind !== 'par' || task.change !== 'parameters') return;
  const { looked, judging: busy } = useLessonWork.getState();
  const isKnown = looked.some((each) => keyOf(each) === keyOf(values));
  if (busy !== null || isKnown || looked.length >= task.looks) return;
  useLessonWork.setState({ looked: [...looked, values] });
  usePicking.setState({ picked: values });
  const answer = { kind: 'look', values, looks: looked.length + 1 } as const;
  void answerTask(session, lesson, task, answer).then(() => {
    const { all = [] } = jobOf(session.store.getState(), PAR);
    const time = all.find((each) => keyOf(each.values) === keyOf(values))?.time;
    const { known } = usePicking.getState();
    usePicking.setState({ known: new Map([...known, [keyOf(values), time]]) });
  });
}

/** Has an answer judged, and keeps what came of it. */
export async function answerTask(
  session: Session,
  lesson: Lesson,
  task: Task,
  answer: Answer,
): Promise<void> {
  giveUp();
  const { signal } = judging;
  const say = (said: Said): void =>
    useLessonWork.setState((work) => ({ judging: null, said: { ...work.said, [task.id]: said } }));
  useLessonWork.setState({ judging: task.id });
  // The map shows what is found out.
  if (answer.kind === 'cell') endPicking();
  try {
    const judgement = await judge(
      session,
      { task, page: pageOf(lesson.page, task), isProved: isPuzzle(lesson) },
      answer,
      signal,
    );
    say(judgement);
    // The order that did it stays in view.
    if (answer.kind === 'order' && judgement.right) open({ results: 'run' });
    // Looking is no try until the looks are used up.
    const isOver = answer.kind !== 'look' || judgement.right || isLast(task, answer.looks);
    if (isOver)
      useProgress.setState(noted(useProgress.getState(), lesson.id, task.id, judgement.right));
    if (isPuzzle(lesson)) await keepSolved(session, lesson, answer, judgement);
  } catch (error) {
    if (error instanceof GivenUp) return;
    if (!(error instanceof Unjudged)) throw error;
    say({ unjudged: error.message });
  }
}

/** Keeps what a right answer rests on, to be handed in. */
async function keepSolved(
  session: Session,
  puzzle: Puzzle,
  answer: Answer,
  { right, evidence }: Judgement,
): Promise<void> {
  if (!right || !evidence) return;
  const { kernelText } = session.store.getState().settings;
  const line = answer.kind === 'line' ? answer.line : undefined;
  const solved = await solvedOf(puzzle, line, kernelText, evidence);
  if (solved) useWork.setState(withSolved(useWork.getState(), solved));
}

const isLast = (task: Task, looks: number): boolean =>
  task.kind === 'par' && task.change === 'parameters' && looks >= task.looks;

/** Steps a work-item; the end of the run is judged. */
export async function steerOn(
  session: Session,
  lesson: Lesson,
  task: Task,
  choices: readonly number[],
  given?: GivenInputs,
): Promise<SteeringView | undefined> {
  if (task.kind !== 'schedule') return undefined;
  // The verdict belongs to the order before.
  forgetSaid(task);
  const steered = await session.commands.steer(task.with, choices, given);
  if (steered?.phase === 'ended' && steered.run?.ready.length === 0)
    await answerTask(session, lesson, task, { kind: 'order' });
  return steered;
}

/** The lesson goes on without an answer. */
export const giveUpTask = ({ id }: Task): void =>
  useLessonWork.setState(({ givenUp }) => ({ givenUp: [...givenUp, id] }));
