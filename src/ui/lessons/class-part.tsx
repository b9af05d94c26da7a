import { useEffect, useMemo, useState } from 'react';
import { Button } from 'react-aria-components';
import { outside } from '../../outside/browser.ts';
import {
  classFile,
  COURSE,
  type Lesson,
  type LessonClass,
  lessonsOf,
  PUZZLES,
  type ReadClass,
} from '../../lessons/index.ts';
import type { Refusal } from '../../session/outside.ts';
import { count } from '../../base/words.ts';
import { report } from '../shared/problems.ts';
import { Entry } from './entry.tsx';
import { useKeptClass, useProgress } from './kept-progress.ts';
import { Problems } from './offered.tsx';

interface PartProps {
  readonly shipped: readonly Lesson[];
  readonly onBegin: (lesson: Lesson) => void;
}

/** The class that one is in, and where one goes on. */
export function ClassPart({ shipped, onBegin }: PartProps) {
  const { text } = useKeptClass();
  const [read, setRead] = useState<{ readonly text: string; readonly taught: LessonClass }>();
  const { lessons: progress } = useProgress();
  useEffect(() => {
    if (text === null) return undefined;
    let isWanted = true;
    outside
      .taught(new Blob([text]))
      .then((found) => {
        if (isWanted && found.ok) setRead({ text, taught: found.taught });
      })
      .catch(report);
    return () => {
      isWanted = false;
    };
  }, [text]);
  const taught = read?.text === text ? read?.taught : undefined;
  const found = useMemo(() => taught && lessonsOf(taught, shipped), [taught, shipped]);
  if (!taught || !found) return null;
  const { lessons, missing } = found;
  const next = lessons.find(({ id, tasks }) =>
    tasks.some((task) => progress[id]?.[task.id]?.done !== true),
  );
  return (
    <section className="chapter" aria-labelledby="class-title">
      <h3 id="class-title">{taught.title}</h3>
      <ol className="lesson-list">
        {lessons.map((lesson) => (
          <Entry key={lesson.id} lesson={lesson} onBegin={() => onBegin(lesson)} />
        ))}
      </ol>
      <Missing ids={missing} />
      <div className="lesson-answer">
        {next && (
          <Button className="button primary" onPress={() => onBegin(next)}>
            Go on: {next.title}
          </Button>
        )}
        <Button className="button small" onPress={() => useKeptClass.setState({ text: null })}>
          Leave this class
        </Button>
      </div>
    </section>
  );
}

function Missing({ ids }: { readonly ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return <p className="note">This version of the site does not have {ids.join(', ')}.</p>;
}

interface OfferedProps {
  readonly read: ReadClass | Refusal;
  readonly by: 'file' | 'link';
  readonly onClose: () => void;
}

/** A class that came from elsewhere, before any of it is begun. */
export function OfferedClass({ read, by, onClose }: OfferedProps) {
  const taught = read.ok ? read.taught : undefined;
  const found = taught && lessonsOf(taught, [...COURSE, ...PUZZLES]);
  return (
    <section className="lesson-offered" aria-label="The class that came">
      {taught && found ? (
        <>
          <h3>{taught.title}</h3>
          <p className="note">
            It came with a {by}: {count(found.lessons.length, 'lesson')}, in this order. Nothing of
            it has been run.
          </p>
          <ol>
            {found.lessons.map(({ id, title, summary, language }) => (
              <li key={id} lang={language}>
                <strong>{title}</strong>: {summary}
              </li>
            ))}
          </ol>
          <Missing ids={found.missing} />
        </>
      ) : (
        <>
          <h3>This is no class that can be shown</h3>
          <Problems
            title="What to mend in it:"
            problems={
              'problems' in read
                ? read.problems
                : [{ line: 0, message: 'message' in read ? read.message : '' }]
            }
          />
        </>
      )}
      <div className="lesson-answer">
        {taught && (
          <Button
            className="button primary"
            onPress={() => {
              useKeptClass.setState({ text: classFile(taught) });
              onClose();
            }}
          >
            Begin this class
          </Button>
        )}
        <Button className="button" onPress={onClose}>
          {taught ? 'Not now' : 'Close'}
        </Button>
      </div>
    </section>
  );
}
