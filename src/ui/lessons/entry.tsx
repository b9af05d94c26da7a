import { Button } from 'react-aria-components';
import type { Lesson } from '../../lessons/index.ts';
import { Icon } from '../shared/icons.tsx';
import { useProgress } from './kept-progress.ts';

/** A lesson in a list, with how far one has come. */
export function Entry({
  lesson,
  onBegin,
}: {
  readonly lesson: Lesson;
  readonly onBegin: () => void;
}) {
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
