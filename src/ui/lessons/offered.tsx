import { useMemo } from 'react';
import { Button } from 'react-aria-components';
import { kernelOf, type Lesson, lessonIn, type Problem, readLesson } from '../../lessons/index.ts';
import { count } from '../../base/words.ts';

interface Props {
  readonly text: string;
  readonly by: 'file' | 'link';
  readonly onBegin: (lesson: Lesson) => void;
  readonly onClose: () => void;
}

/** A foreign lesson with its kernel, shown before anything runs. */
export function OfferedLesson({ text, by, onBegin, onClose }: Props) {
  const read = useMemo(() => {
    const source = by === 'link' ? lessonIn(text) : text;
    return source === undefined
      ? { ok: false as const, problems: [{ line: 0, message: BROKEN }] }
      : readLesson(source);
  }, [text, by]);
  return (
    <section className="lesson-offered" aria-label="The lesson that came">
      {read.ok ? (
        <>
          <h3>{read.lesson.title}</h3>
          <p>{read.lesson.summary}</p>
          <p className="note">
            It came with a {by}, and is none of the course. It has{' '}
            {count(read.lesson.tasks.length, 'task')}. This is its kernel; nothing of it has been
            run.
          </p>
          <pre tabIndex={0} aria-label="The kernel of the lesson">
            <code>{kernelOf(read.lesson.page)}</code>
          </pre>
          <Problems title="What is left out of it:" problems={read.warnings} />
        </>
      ) : (
        <>
          <h3>This is no lesson that can be shown</h3>
          <Problems title="What to mend in it:" problems={read.problems} />
        </>
      )}
      <div className="lesson-answer">
        {read.ok && (
          <Button className="button primary" onPress={() => onBegin(read.lesson)}>
            Begin this lesson
          </Button>
        )}
        <Button className="button" onPress={onClose}>
          {read.ok ? 'Not now' : 'Close'}
        </Button>
      </div>
    </section>
  );
}

const BROKEN = 'The link is damaged, or was cut short on its way. Ask for it again.';

function Problems({
  title,
  problems,
}: {
  readonly title: string;
  readonly problems: readonly Problem[];
}) {
  if (problems.length === 0) return null;
  return (
    <>
      <p>{title}</p>
      <ul className="lesson-problems">
        {problems.map(({ line, message }, at) => (
          <li key={at}>{line > 0 ? `Line ${line}: ${message}` : message}</li>
        ))}
      </ul>
    </>
  );
}
