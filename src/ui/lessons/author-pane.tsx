import { useEffect, useState } from 'react';
import { Button, FileTrigger } from 'react-aria-components';
import type { ReadLesson } from '../../lessons/read.ts';
import { kernelOf, type Lesson, lessonFragment, type Problem } from '../../lessons/index.ts';
import type { Refusal } from '../../session/outside.ts';
import { Latest } from '../../base/latest.ts';
import { outside } from '../../outside/browser.ts';
import { CodeEditor } from '../editor/code-editor.tsx';
import { LESSON } from '../editor/languages/lesson.ts';
import type { Mark } from '../editor/use-marks.ts';
import { Icon } from '../shared/icons.tsx';
import { report } from '../shared/problems.ts';
import { useSession } from '../shared/session-context.tsx';
import { CodeLine } from '../stage/code-line.tsx';
import './author-pane.css';
import { GiveOut } from './give-out.tsx';
import { useDrafts, write, writeLesson } from './kept-drafts.ts';
import { LessonText } from './lesson-text.tsx';
import { TEMPLATE } from './lesson-template.ts';
import { leaveLesson } from './lesson-work.ts';
import { PuzzleStage } from './puzzle-pane.tsx';
import { Trials } from './trials.tsx';
import { useTrials } from './use-trials.ts';

/** Where a teacher writes a lesson: its text, how it is played, and what its answers come to. */
export function AuthorPane() {
  const session = useSession();
  const { lesson: kept } = useDrafts();
  const source = kept ?? TEMPLATE;
  const read = useRead(source);
  const problems = read === undefined ? [] : problemsOf(read);
  const lesson = read?.ok === true ? read.lesson : undefined;
  const [jump, setJump] = useState<{ readonly offset: number }>();
  const [first] = problems;
  return (
    <div className="author">
      <div className="author-text column">
        <div className="author-head row">
          <Button
            className="button link"
            onPress={() => {
              leaveLesson(session);
              write(null);
            }}
          >
            All lessons
          </Button>
          <h2>Write a lesson</h2>
          <Button className="button small" onPress={() => writeLesson(TEMPLATE)}>
            New
          </Button>
          <FileTrigger
            acceptedFileTypes={['.md', '.markdown']}
            onSelect={(files) => {
              files?.[0]?.text().then(writeLesson).catch(report);
            }}
          >
            <Button className="button small">Open</Button>
          </FileTrigger>
        </div>
        <CodeEditor
          text={source}
          language={LESSON}
          label="The lesson’s text"
          marks={marksIn(source, problems)}
          jump={jump}
          onChange={(lessonText) => useDrafts.setState({ lesson: lessonText })}
        />
        <p className="author-problem" role="status">
          {first ? (
            <>
              <Icon name="error" size={14} />
              <Button
                className="button link"
                onPress={() => setJump({ offset: lineOf(source, first.line).start })}
              >
                Line {first.line}
              </Button>
              {first.message}
              {problems.length > 1 && ` ${problems.length - 1} more.`}
            </>
          ) : (
            'Kept in this browser.'
          )}
        </p>
      </div>
      <div className="author-played">
        {lesson ? (
          <Played key={lesson.source} lesson={lesson} />
        ) : (
          read && <p className="note">What is played comes here once the text can be read.</p>
        )}
      </div>
    </div>
  );
}

/** Reads the text where a strange one can do no harm. */
function useRead(source: string): ReadLesson | Refusal | undefined {
  const [read, setRead] = useState<ReadLesson | Refusal>();
  const [latest] = useState(() => new Latest());
  useEffect(() => {
    const signal = latest.start();
    outside
      .lesson(new Blob([source]))
      .then((found) => latest.is(signal) && setRead(found))
      .catch(report);
  }, [latest, source]);
  return read;
}

const problemsOf = (read: ReadLesson | Refusal): readonly Problem[] =>
  read.ok ? read.warnings : 'problems' in read ? read.problems : [{ line: 1, ...read }];

/** The place of a line, counted from 1. */
function lineOf(source: string, line: number): { readonly start: number; readonly end: number } {
  const lines = source.split('\n');
  const start = lines
    .slice(0, Math.max(0, line - 1))
    .reduce((sum, { length }) => sum + length + 1, 0);
  return { start, end: start + (lines[line - 1]?.length ?? 0) };
}

const marksIn = (source: string, problems: readonly Problem[]): readonly Mark[] =>
  problems.map(({ line, message }) => ({
    ...lineOf(source, line),
    message,
    severity: 'error',
    source: 'Overtime',
    wholeLine: true,
  }));

/** The lesson as it is played, with what each of its answers comes to. */
function Played({ lesson }: { readonly lesson: Lesson }) {
  const trials = useTrials(useSession(), lesson);
  const { shown } = trials;
  const page = shown?.page ?? lesson.page;
  return (
    <>
      <div className="author-head row">
        <h2>{lesson.title}</h2>
        <GiveOut
          label="Give it out"
          file={[`${lesson.id}.md`, lesson.source]}
          fragment={() => lessonFragment(lesson.source)}
        />
      </div>
      <div className="author-page">
        <LessonText
          blocks={lesson.blocks}
          onDo={() => undefined}
          renderTask={(id) => (
            <p className="puzzle-task">{lesson.tasks.find((task) => task.id === id)?.question}</p>
          )}
        />
        <pre className="gap-editor" tabIndex={0} aria-label="The kernel">
          <CodeLine text={kernelOf(page) ?? ''} />
        </pre>
      </div>
      <Trials {...trials} />
      {shown && (
        <div className="author-stage">
          <PuzzleStage />
        </div>
      )}
    </>
  );
}
