import { useEffect, useMemo, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import {
  COURSE,
  isPuzzle,
  type Lesson,
  lessonFragment,
  PUZZLES,
  readLesson,
} from '../../lessons/index.ts';
import { CopiedText } from '../shared/copied-text.tsx';
import { report } from '../shared/problems.ts';
import { useSession, useSessionState, useJob } from '../shared/session-context.tsx';
import { Catalogue } from './catalogue.tsx';
import { doDeed } from './deeds.ts';
import { keepLesson, useProgress } from './kept-progress.ts';
import { LessonText } from './lesson-text.tsx';
import {
  answerTask,
  beginLesson,
  beginTask,
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
import { TaskCard } from './task-card.tsx';
import { PAR } from '../../session/jobs/par.ts';
import { STEERING } from '../../session/jobs/steering-view.ts';

/** The lessons; one that is under way stands beside the page, which it is about. */
export default function LessonsPane() {
  const { isOpen, source } = useOpenedLessons();
  const session = useSession();
  const { offered } = useOffered();
  const lesson = useMemo(() => {
    const read = source === null ? undefined : readLesson(source);
    return read?.ok === true ? read.lesson : undefined;
  }, [source]);
  const isTaught = useIsTaught();
  const pane = useRef<HTMLElement>(null);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) pane.current?.focus();
    // A lesson begins at its beginning, wherever the list was.
    body.current?.scrollTo({ top: 0 });
  }, [isOpen, lesson?.id]);
  if (lesson && isPuzzle(lesson) && !offered)
    return (
      <main
        ref={pane}
        className="lessons-pane puzzle-place"
        aria-label="Lessons"
        hidden={!isOpen}
        tabIndex={-1}
        lang={lesson.language}
      >
        <PuzzlePane key={lesson.id} puzzle={lesson} />
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
        <h2>{(!offered && lesson?.title) || 'Lessons'}</h2>
        {lesson && !offered && (
          <Button className="button small" onPress={() => leaveLesson(session)}>
            Leave the lesson
          </Button>
        )}
      </div>
      <div ref={body} className="lessons-body">
        {offered ? (
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

const closeOffer = (): void => useOffered.setState({ offered: null });

/** Keeps a foreign lesson, replacing one of its name. */
function keepOwn(lesson: Lesson): void {
  if ([...COURSE, ...PUZZLES].some(({ source }) => source === lesson.source)) return;
  keepLesson(lesson.source, (other) => {
    const read = readLesson(other);
    return read.ok && read.lesson.id === lesson.id;
  });
}

function OpenLesson({ lesson }: { readonly lesson: Lesson }) {
  const session = useSession();
  const { task: current } = useOpenedLessons();
  const { judging, said, looked } = useLessonWork();
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
  return (
    <article className="lesson">
      <LessonText
        blocks={lesson.blocks}
        onDo={(deed) => doDeed(session, lesson, deed)}
        renderTask={(id) => {
          const task = lesson.tasks.find((each) => each.id === id);
          return (
            task && (
              <TaskCard
                task={task}
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
      <LinkToLesson source={lesson.source} />
    </article>
  );
}

/** Makes a link with the whole lesson in it. */
function LinkToLesson({ source }: { readonly source: string }) {
  const [link, setLink] = useState<string>();
  return (
    <div className="lesson-answer">
      <Button
        className="button small"
        onPress={() => {
          const fragment = lessonFragment(source);
          const address = location.href.replace(/#.*$/, '');
          setLink(fragment === undefined ? '' : `${address}${fragment}`);
        }}
      >
        Link to this lesson
      </Button>
      {link === '' && <p role="status">It is too long for a link: give it to others as a file.</p>}
      {link !== undefined && link !== '' && (
        <CopiedText label="Link to this lesson" text={link} action="Copy link" />
      )}
    </div>
  );
}
