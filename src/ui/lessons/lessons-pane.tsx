import { useEffect, useMemo, useRef } from 'react';
import { Button } from 'react-aria-components';
import {
  around,
  COURSE,
  isPuzzle,
  type Lesson,
  lessonFragment,
  pageOf,
  PUZZLES,
  readable,
  readLesson,
  sealOf,
  settingsOf,
} from '../../lessons/index.ts';
import { Icon } from '../shared/icons.tsx';
import { report } from '../shared/problems.ts';
import { useSession, useSessionState, useJob } from '../shared/session-context.tsx';
import { AuthorPane } from './author-pane.tsx';
import { Catalogue } from './catalogue.tsx';
import { ClassPane } from './class-pane.tsx';
import { OfferedClass } from './class-part.tsx';
import { doDeed } from './deeds.ts';
import { GiveOut } from './give-out.tsx';
import { useDrafts, writeLesson } from './kept-drafts.ts';
import { keepLesson, useProgress } from './kept-progress.ts';
import { LessonText } from './lesson-text.tsx';
import {
  answerTask,
  beginLesson,
  beginTask,
  giveUpTask,
  leaveLesson,
  resumeTask,
  steerOn,
  useLessonWork,
} from './lesson-work.ts';
import './lessons-pane.css';
import { OfferedLesson } from './offered.tsx';
import { useIsTaught, useOffered, useOpenedLessons } from './opened-lessons.ts';
import { usePicking } from './picking.ts';
import { PuzzlePane } from './puzzle-pane.tsx';
import { type Steer, unseal, useSealed } from './seal.ts';
import { TaskCard } from './task-card.tsx';
import { PAR } from '../../session/jobs/par.ts';
import { STEERING } from '../../session/jobs/steering-view.ts';
import type { Settings } from '../../session/kept/settings.ts';

/** The lessons; one that is under way stands beside the page, which it is about. */
export default function LessonsPane() {
  const { isOpen, source } = useOpenedLessons();
  const session = useSession();
  const { offered, taught } = useOffered();
  const lesson = useMemo(() => {
    const read = source === null ? undefined : readLesson(source);
    return read?.ok === true ? read.lesson : undefined;
  }, [source]);
  const isTaught = useIsTaught();
  const draft = useDrafts((drafts) => drafts.open);
  const pane = useRef<HTMLElement>(null);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) pane.current?.focus();
    // A lesson begins at its beginning, wherever the list was.
    body.current?.scrollTo({ top: 0 });
  }, [isOpen, lesson?.id]);
  const whole =
    offered || taught || (lesson && !isPuzzle(lesson)) ? undefined : lesson ? (
      <PuzzlePane key={lesson.id} puzzle={lesson} />
    ) : (
      draft && WRITING[draft]
    );
  if (whole)
    return (
      <main
        ref={pane}
        className="lessons-pane puzzle-place"
        aria-label="Lessons"
        hidden={!isOpen}
        tabIndex={-1}
        lang={lesson?.language}
      >
        {whole}
      </main>
    );
  const Place = isTaught ? 'aside' : 'main';
  return (
    <Place
      ref={pane}
      className={isTaught ? 'lessons-pane beside column' : 'lessons-pane column'}
      aria-label="Lessons"
      hidden={!isOpen}
      tabIndex={-1}
      lang={lesson?.language}
    >
      <div className="lessons-head row">
        <h2>{(!offered && !taught && lesson?.title) || 'Learn'}</h2>
        {lesson && !offered && !taught && <LessonNumber lesson={lesson} />}
        {lesson && !offered && !taught && (
          <Button className="button small" onPress={() => leaveLesson(session)}>
            Leave the lesson
          </Button>
        )}
      </div>
      <div ref={body} className="lessons-body">
        {taught ? (
          <OfferedClass {...taught} onClose={closeOffer} />
        ) : offered ? (
          <OfferedLesson
            {...offered}
            onBegin={(chosen) => {
              closeOffer();
              keepOwn(chosen);
              beginLesson(session, chosen);
            }}
            onClose={closeOffer}
          />
        ) : lesson ? (
          <OpenLesson key={lesson.source} lesson={lesson} />
        ) : (
          <Catalogue onBegin={(chosen) => beginLesson(session, chosen)} />
        )}
      </div>
    </Place>
  );
}

/** Its place in the course. */
function LessonNumber({ lesson }: { readonly lesson: Lesson }) {
  const at = COURSE.findIndex(({ source }) => source === lesson.source);
  if (at < 0) return null;
  return (
    <span className="soft-text">
      {at + 1} of {COURSE.length}
    </span>
  );
}

/** Places where a teacher writes. */
const WRITING = { lesson: <AuthorPane />, class: <ClassPane /> } as const;

const closeOffer = (): void => useOffered.setState({ offered: null, taught: null });

/** Keeps a foreign lesson, replacing one of its name. */
function keepOwn(lesson: Lesson): void {
  if ([...COURSE, ...PUZZLES].some(({ source }) => source === lesson.source)) return;
  keepLesson(lesson.source, (other) => {
    const read = readLesson(other);
    return read.ok && read.lesson.id === lesson.id;
  });
}

/** Tells the workbench what to keep to itself. */
function useSealing(lesson: Lesson, isSettled: (id: string) => boolean): void {
  const session = useSession();
  const { task: current } = useOpenedLessons();
  const { judging, said } = useLessonWork();
  const { kernelText, constants } = useSessionState(({ settings }) => settings);
  const seal = sealOf(lesson, {
    current,
    isJudging: judging !== null,
    isSaid: (id) => said[id] !== undefined,
    isSettled,
    isOpen(task) {
      const wanted = settingsOf(pageOf(lesson.page, task));
      return (
        around(wanted.kernelText) === around(kernelText) && isSame(wanted.constants, constants)
      );
    },
  });
  useEffect(() => {
    const task = lesson.tasks.find(({ id }) => id === current);
    const onSteer: Steer = async (choices, given) =>
      task && steerOn(session, lesson, task, choices, given);
    useSealed.setState({ seal, onSteer });
  }, [seal, lesson, current, session]);
  useEffect(() => unseal, []);
}

const isSame = (one: Settings['constants'], other: Settings['constants']): boolean =>
  Object.entries(one).every(([name, value]) =>
    Object.entries(other).some((each) => each[0] === name && each[1].trim() === value),
  );

function OpenLesson({ lesson }: { readonly lesson: Lesson }) {
  const session = useSession();
  const { task: current } = useOpenedLessons();
  const { judging, said, looked, givenUp } = useLessonWork();
  const done = useProgress(({ lessons }) => lessons[lesson.id]);
  const kernelText = useSessionState(({ settings }) => settings.kernelText);
  const par = useJob(PAR);
  const steering = useJob(STEERING);
  const isRead = useSessionState(({ derived }) => derived.kernels.length > 0);
  const picked = usePicking((picking) => picking.picked);
  // After a reload, only what a task keeps in memory is missing.
  const resumed = useRef(false);
  const isOpen = useOpenedLessons((lessons) => lessons.isOpen);
  useEffect(() => {
    // Another place has put the task away.
    if (!isOpen) resumed.current = false;
    if (resumed.current || !isRead || !isOpen) return;
    resumed.current = true;
    const task = lesson.tasks.find(({ id }) => id === current);
    if (task && session.store.getState().run.phase === 'none') resumeTask(session, lesson, task);
  }, [isOpen, isRead, lesson, current, session]);
  const isSettled = (id: string): boolean => done?.[id]?.done === true || givenUp.includes(id);
  useSealing(lesson, isSettled);
  const blocks = readable(lesson, isSettled);
  return (
    <article className="lesson">
      <LessonText
        blocks={blocks}
        onDo={(deed) => doDeed(session, lesson, deed)}
        renderTask={(id) => {
          const task = lesson.tasks.find((each) => each.id === id);
          return (
            task && (
              <TaskCard
                task={task}
                misses={done?.[id]?.tries ?? 0}
                isSettled={isSettled(id)}
                onGiveUp={() => giveUpTask(task)}
                isUnderWay={current === id}
                isJudging={judging === id}
                isDone={done?.[id]?.done === true}
                said={said[id]}
                {...{ kernelText, picked, par, steering }}
                looked={looked.length}
                onBegin={() => beginTask(session, lesson, task)}
                onAnswer={(answer) => {
                  answerTask(session, lesson, task, answer).catch(report);
                }}
                onSteer={(choices) => {
                  steerOn(session, lesson, task, choices).catch(report);
                }}
              />
            )
          );
        }}
      />
      {blocks.length < lesson.blocks.length && (
        <p className="note">
          <Icon name="lock" size={14} /> The text goes on when you have solved this.
        </p>
      )}
      <GiveOut
        label="Give this lesson out"
        file={[`${lesson.id}.md`, lesson.source]}
        fragment={() => lessonFragment(lesson.source)}
      />
      <Button
        className="button link"
        onPress={() => {
          leaveLesson(session);
          writeLesson(lesson.source);
        }}
      >
        Change a copy of it
      </Button>
    </article>
  );
}
