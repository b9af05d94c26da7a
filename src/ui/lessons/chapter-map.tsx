import { Button } from 'react-aria-components';
import {
  CHAPTERS,
  COURSE,
  goesOnWith,
  isSolved,
  type Lesson,
  PUZZLES,
} from '../../lessons/index.ts';
import { Icon } from '../shared/icons.tsx';
import { useProgress } from './kept-progress.ts';

interface Props {
  readonly onBegin: (lesson: Lesson) => void;
}

interface Part {
  readonly id: string;
  readonly title: string;
  readonly lessons: readonly Lesson[];
}

const PARTS: readonly Part[] = [
  { id: 'lessons', title: 'Lessons', lessons: COURSE },
  ...CHAPTERS.map(({ id, title }) => ({
    id,
    title,
    lessons: PUZZLES.filter(({ chapter }) => chapter === id),
  })),
];

/** The id of the heading that a part begins with. */
export const partId = (id: string): string => `chapter-${id}`;

const goTo = (id: string): void => {
  const heading = document.getElementById(partId(id));
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
};

/** All there is to learn, the solved part of it, and where one goes on. */
export function ChapterMap({ onBegin }: Props) {
  const done = useProgress(({ lessons }) => lessons);
  const next = goesOnWith([...COURSE, ...PUZZLES], done);
  const [lesson, puzzle] = [COURSE[0], PUZZLES[0]];
  return (
    <nav className="chapter-map" aria-label="Chapters">
      {next ? (
        <Button className="button primary" onPress={() => onBegin(next)}>
          <Icon name="play" /> Go on: {next.title}
        </Button>
      ) : (
        Object.keys(done).length === 0 &&
        lesson &&
        puzzle && (
          <>
            <Button className="button primary" onPress={() => onBegin(lesson)}>
              <Icon name="play" /> Begin with the first lesson
            </Button>
            <Button className="button" onPress={() => onBegin(puzzle)}>
              or with the first puzzle
            </Button>
          </>
        )
      )}
      <ul>
        {PARTS.map(({ id, title, lessons }) => (
          <li key={id}>
            <Button className="chapter-entry" onPress={() => goTo(id)}>
              <span>{title}</span>{' '}
              <span className="soft-text">
                {lessons.filter((each) => isSolved(each, done)).length} of {lessons.length}
              </span>
              <span className="chapter-squares" aria-hidden>
                {lessons.map((each) => (
                  <i key={each.id} className={stateOf(each, done)} />
                ))}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const stateOf = (lesson: Lesson, done: Parameters<typeof isSolved>[1]): string =>
  isSolved(lesson, done) ? 'solved' : done[lesson.id] ? 'begun' : '';
