import { useMemo } from 'react';
import { Button, FileTrigger } from 'react-aria-components';
import { COURSE, type Lesson, readLesson } from '../../lessons/index.ts';
import { Icon } from '../shared/icons.tsx';
import { report } from '../shared/problems.ts';
import { useOwnLessons, useProgress } from './kept-progress.ts';
import { offerFile } from './opened-lessons.ts';
import { ProgressPart } from './progress-part.tsx';

interface Props {
  readonly onBegin: (lesson: Lesson) => void;
}

/** The lessons there are, with how far each has come. */
export function Catalogue({ onBegin }: Props) {
  const { sources } = useOwnLessons();
  const own = useMemo(
    () =>
      sources.flatMap((source) => {
        const read = readLesson(source);
        return read.ok ? [read.lesson] : [];
      }),
    [sources],
  );
  return (
    <>
      <p className="note">
        Each takes five to ten minutes. The page beside it is set for the lesson; what you had open
        is kept, and comes back when you leave it.
      </p>
      <ol className="lesson-list">
        {COURSE.map((lesson) => (
          <Entry key={lesson.id} lesson={lesson} onBegin={() => onBegin(lesson)} />
        ))}
      </ol>
      {own.length > 0 && (
        <>
          <h3>From files and links</h3>
          <ol className="lesson-list">
            {own.map((lesson) => (
              <Entry key={lesson.id} lesson={lesson} onBegin={() => onBegin(lesson)} />
            ))}
          </ol>
        </>
      )}
      <div className="lesson-answer">
        <FileTrigger
          acceptedFileTypes={['.md', '.markdown']}
          onSelect={(files) => {
            const file = files?.[0];
            if (file) offerFile(file).catch(report);
          }}
        >
          <Button className="button">Open a lesson file</Button>
        </FileTrigger>
      </div>
      <ProgressPart lessons={[...COURSE, ...own]} />
    </>
  );
}

function Entry({ lesson, onBegin }: { readonly lesson: Lesson; readonly onBegin: () => void }) {
  const { id, title, summary, tasks, language } = lesson;
  const done = useProgress(
    ({ lessons }) => tasks.filter((task) => lessons[id]?.[task.id]?.done === true).length,
  );
  return (
    <li lang={language}>
      <Button className="lesson-entry column" onPress={onBegin}>
        <strong>{title}</strong>
        <span className="note">{summary}</span>
        <span className="note">
          {done === tasks.length && <Icon name="check" size={14} />}
          {done} of {tasks.length} {tasks.length === 1 ? 'task' : 'tasks'} done
        </span>
      </Button>
    </li>
  );
}
