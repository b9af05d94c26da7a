import { useMemo } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import {
  classFile,
  classFragment,
  COURSE,
  entryOf,
  type Lesson,
  lessonsIn,
  PUZZLES,
} from '../../lessons/index.ts';
import { IconButton } from '../shared/icon-button.tsx';
import { SelectField } from '../shared/select-field.tsx';
import './author-pane.css';
import { GiveOut } from './give-out.tsx';
import { useDrafts, write } from './kept-drafts.ts';
import { useOwnLessons } from './kept-progress.ts';

const SHIPPED: readonly Lesson[] = [...COURSE, ...PUZZLES];

/** Where a teacher puts lessons in an order, to give them out together. */
export function ClassPane() {
  const { title, sources, lesson: written } = useDrafts();
  const { sources: kept } = useOwnLessons();
  const all = useMemo(() => [...SHIPPED, ...lessonsIn([written ?? '', ...kept])], [written, kept]);
  const lessons = sources.flatMap(
    (source) => all.find((one) => one.source === source) ?? lessonsIn([source]),
  );
  const entries = lessons.map((one) => entryOf(one, SHIPPED));
  const set = (next: readonly Lesson[]): void => {
    useDrafts.setState({ sources: next.map(({ source }) => source) });
  };
  const left = all.filter(({ source }) => !sources.includes(source));
  const taught = { title: title.trim() || 'Our class', entries };
  return (
    <div className="lessons-body class-pane">
      <div className="author-head row">
        <Button className="button link" onPress={() => write(null)}>
          All lessons
        </Button>
        <h2>Make a class</h2>
      </div>
      <p className="note">
        Lessons and puzzles in an order, yours among them: one link or one file for all of them.
      </p>
      <TextField
        className="lesson-read column"
        value={title}
        maxLength={80}
        onChange={(name) => useDrafts.setState({ title: name })}
      >
        <Label>Its name</Label>
        <Input className="lesson-input" placeholder="Our class" />
      </TextField>
      <ol className="class-order">
        {lessons.map((lesson, at) => (
          <li key={lesson.source} className="row">
            <span>{lesson.title}</span>
            <IconButton
              icon="back"
              label={`${lesson.title} earlier`}
              isDisabled={at === 0}
              onPress={() => set(swapped(lessons, at - 1))}
            />
            <IconButton
              icon="forward"
              label={`${lesson.title} later`}
              isDisabled={at === lessons.length - 1}
              onPress={() => set(swapped(lessons, at))}
            />
            <IconButton
              icon="close"
              label={`Leave ${lesson.title} out`}
              onPress={() => set(lessons.filter((one) => one !== lesson))}
            />
          </li>
        ))}
      </ol>
      <SelectField
        label="Add a lesson"
        labelShown
        placeholder="Choose one"
        options={left.map(({ id, title: label, summary }) => ({ id, label, help: summary }))}
        value={null}
        onChange={(id) => {
          const chosen = left.find((one) => one.id === id);
          if (chosen) set([...lessons, chosen]);
        }}
      />
      <GiveOut
        label="Give it out"
        file={['overtime-class.json', classFile(taught)]}
        fragment={() => classFragment(taught)}
        isDisabled={entries.length === 0}
      />
    </div>
  );
}

/** One of them and the next in each other's place. */
const swapped = (all: readonly Lesson[], at: number): readonly Lesson[] => [
  ...all.slice(0, at),
  ...all.slice(at, at + 2).toReversed(),
  ...all.slice(at + 2),
];
