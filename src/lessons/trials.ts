import { jobOf } from '../session/jobs/job.ts';
import { VERIFICATION } from '../session/jobs/verification.ts';
import type { Session } from '../session/core.ts';
import { tuned, Unjudged, verified } from './answers.ts';
import type { PageOf, PuzzleLanguage, Task, TaskOf } from './format.ts';
import { filled, fillsOf } from './gaps.ts';
import { type Answer, judge } from './judge.ts';
import type { Judgement } from './judgement.ts';
import { kernelOf } from './page.ts';
import { pageOf } from './page-of.ts';
import { hasCuda, inLanguage, isPuzzle } from './puzzles.ts';
import type { Lesson } from './read.ts';

/** A check of a lesson before it is given out. */
export interface Trial {
  readonly id: string;
  /** The expected outcome, as a sentence. */
  readonly title: string;
  /** The page with the answer in its kernel. */
  readonly page: PageOf;
  readonly run: (session: Session, signal: AbortSignal) => Promise<Outcome>;
}

export interface Outcome {
  readonly holds: boolean;
  readonly words: string;
}

type Expects = (judgement: Judgement, session: Session) => boolean;

/** Everything that a lesson's own answers can be held against, in the order of its tasks; a puzzle's in both of its
 * languages. */
export const trialsOf = (lesson: Lesson): readonly Trial[] => [
  ...trialsAs(lesson, 'opencl'),
  ...(isPuzzle(lesson) && hasCuda(lesson)
    ? trialsAs(inLanguage(lesson, 'cuda'), 'cuda').map((trial) => ({
        ...trial,
        id: `${trial.id}-cuda`,
        title: `In CUDA: ${trial.title}`,
      }))
    : []),
];

const trialsAs = (lesson: Lesson, language: PuzzleLanguage): readonly Trial[] =>
  lesson.tasks.flatMap((task) => {
    const several = lesson.tasks.length > 1;
    return trialsIn(lesson, task, language).map((trial) => ({
      ...trial,
      id: `${task.id}-${trial.id}`,
      title: several ? `${task.id}: ${trial.title}` : trial.title,
      run: told(trial),
    }));
  });

/** An answer that cannot be judged solves nothing. */
const told =
  ({ id, run }: Pick<Trial, 'id' | 'run'>): Trial['run'] =>
  (session, signal) =>
    run(session, signal).catch((error: unknown) => {
      if (error instanceof Unjudged) return { holds: id === START, words: error.message };
      throw error;
    });

/** A task as it is given. */
const START = 'start';

function trialsIn(lesson: Lesson, task: Task, language: PuzzleLanguage): readonly Trial[] {
  const page = pageOf(lesson.page, task);
  switch (task.kind) {
    case 'fill':
      return ofFill(lesson, page, task, language);
    case 'par':
      return task.change === 'kernel'
        ? [
            judged({ id: START, title: 'The start is not at par' }, page, page, task, isRefused),
            judged(
              { id: 'solution', title: 'Your solution is at par' },
              { ...page, kernel: task.solution },
              page,
              task,
              isAccepted,
            ),
          ]
        : [tunes(page)];
    case 'schedule':
      return [
        {
          id: 'orders',
          title: 'Every order can be tried',
          page,
          run: async (session, signal) => {
            const { words } = await judge(session, { task, page }, { kind: 'nobody' }, signal);
            return { holds: true, words };
          },
        },
      ];
    case 'predict':
      return task.ask === 'line' ? [goesWrong(page)] : [tunes(page)];
  }
}

const isAccepted: Expects = ({ right }) => right;
const isRefused: Expects = ({ right }) => !right;

function ofFill(
  lesson: Lesson,
  page: PageOf,
  task: TaskOf<'fill'>,
  language: PuzzleLanguage,
): readonly Trial[] {
  const text = kernelOf(page) ?? '';
  const isProved = isPuzzle(lesson);
  const trial = (about: Pick<Trial, 'id' | 'title'>, fill: readonly string[], expects: Expects) =>
    judged(about, { ...page, kernel: filled(text, fill) }, page, task, expects, isProved);
  const shown =
    (shows: NonNullable<typeof task.wrong>[number]['shows']): Expects =>
    ({ right, spent }, session) => {
      const { verification } = jobOf(session.store.getState(), VERIFICATION);
      const kinds = verification?.findings.map(({ kind }) => kind) ?? [];
      return !right && (shows === 'slow' ? spent !== undefined : kinds.includes(shows));
    };
  return [
    trial({ id: START, title: 'The start does not solve it' }, fillsOf(text), isRefused),
    trial({ id: 'solution', title: 'Your solution does' }, task.solution, isAccepted),
    ...(task.wrong ?? [])
      .filter(({ only = language }) => only === language)
      .map(({ fill, shows }, at) =>
        trial(
          { id: `wrong-${at + 1}`, title: `Wrong answer ${at + 1} is refused: ${shows}` },
          fill,
          shown(shows),
        ),
      ),
    ...(task.right ?? []).map(({ fill }, at) =>
      trial(
        { id: `right-${at + 1}`, title: `Right answer ${at + 1} is accepted` },
        fill,
        isAccepted,
      ),
    ),
  ];
}

/** An answer as a student would give it, judged as it will be. */
const judged = (
  about: Pick<Trial, 'id' | 'title'>,
  shown: PageOf,
  page: PageOf,
  task: Task,
  expects: Expects,
  isProved = false,
): Trial => ({
  ...about,
  page: shown,
  run: async (session, signal) => {
    const answer: Answer = { kind: 'kernel' };
    const judgement = await judge(session, { task, page, isProved }, answer, signal);
    const words = [judgement.words, judgement.right ? undefined : judgement.hint];
    return {
      holds: expects(judgement, session),
      words: words.filter((each) => each !== undefined).join(' '),
    };
  },
});

const tunes = (page: PageOf): Trial => ({
  id: 'answer',
  title: 'SPIN has an answer',
  page,
  run: async (session, signal) => {
    const { result } = await tuned(session, signal);
    const { status, minTime, reason } = result;
    if (status === 'deadlock') return { holds: true, words: 'It stops, and never ends.' };
    if (status === 'proved') return { holds: true, words: `Proved: ${minTime} at best.` };
    return { holds: false, words: reason ?? `It is ${status}.` };
  },
});

const goesWrong = (page: PageOf): Trial => ({
  id: 'bug',
  title: 'Something goes wrong',
  page,
  run: async (session, signal) => {
    const { findings } = await verified(session, signal);
    const [first] = findings;
    if (!first) return { holds: false, words: 'Nothing goes wrong, for any input or order.' };
    session.commands.showFinding(0);
    return { holds: true, words: first.message };
  },
});
