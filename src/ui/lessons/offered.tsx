import { Button } from 'react-aria-components';
import { kernelOf, type Lesson, type Problem } from '../../lessons/index.ts';
import type { Readers } from '../../outside/readers.ts';
import { count } from '../../base/words.ts';

interface Props {
  readonly read: Awaited<ReturnType<Readers['lesson']>>;
  readonly by: 'file' | 'link';
  readonly onBegin: (lesson: Lesson) => void;
  readonly onClose: () => void;
}

/** A foreign lesson with its kernel, shown before anything runs. */
export function OfferedLesson({ read, by, onBegin, onClose }: Props) {
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
          <Problems
            title="What to mend in it:"
            problems={'problems' in read ? read.problems : [{ line: 0, message: read.message }]}
          />
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

export function Problems({
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
