import { useState } from 'react';
import { Button, Input, Label, TextArea, TextField } from 'react-aria-components';
import {
  codeOf,
  type Lesson,
  NO_PROGRESS,
  NO_WORK,
  type Progress,
  progressFile,
  readProgress,
  workFile,
} from '../../lessons/index.ts';
import { count } from '../../base/words.ts';
import { download } from '../shared/download.ts';
import { useProgress, useWork } from './kept-progress.ts';

/** Progress to hand in as a file or code, and codes to read. */
export function ProgressPart({ lessons }: { readonly lessons: readonly Lesson[] }) {
  const progress = useProgress();
  const [code, setCode] = useState<string>();
  const [typed, setTyped] = useState('');
  const read = typed.trim() === '' ? undefined : readProgress(typed);
  return (
    <details className="lesson-progress">
      <summary>Progress</summary>
      <p className="note">
        This browser keeps what you have done. Give it to your teacher as a file, or as a code that
        fits into a message.
      </p>
      <WorkPart />
      <div className="lesson-answer">
        <Button
          className="button small"
          onPress={() => download('overtime-progress.json', progressFile(progress))}
        >
          Save as a file
        </Button>
        <Button className="button small" onPress={() => setCode(codeOf(progress))}>
          Show the code
        </Button>
        <Button
          className="button small"
          onPress={() => {
            useProgress.setState(NO_PROGRESS);
            useWork.setState(NO_WORK);
          }}
        >
          Forget it
        </Button>
      </div>
      {code !== undefined && (
        <p>
          <output className="lesson-code" data-testid="progress-code">
            {code}
          </output>
        </p>
      )}
      <TextField className="lesson-read column" value={typed} onChange={setTyped}>
        <Label>Read a code, or what is in such a file</Label>
        <TextArea className="lesson-input" rows={2} />
      </TextField>
      <div role="status">
        {typed.trim() !== '' &&
          (read ? (
            <>
              <Table progress={read} lessons={lessons} />
              <Button
                className="button small"
                onPress={() => {
                  useProgress.setState(read);
                  setTyped('');
                }}
              >
                Go on from it in this browser
              </Button>
            </>
          ) : (
            <p>This is no code of Overtime, or a letter of it was lost. Copy it once more.</p>
          ))}
      </div>
    </details>
  );
}

/** Solved puzzles with their evidence, to hand in. */
function WorkPart() {
  const work = useWork();
  const { student, solved } = work;
  return (
    <>
      <p className="note">
        {solved.length === 0
          ? 'A puzzle that you solve is kept with its proof, for your teacher to check again.'
          : `${count(solved.length, 'puzzle', 'puzzles')} solved, each with what was proved: your teacher can check it again.`}
      </p>
      <TextField
        className="lesson-read column"
        value={student}
        maxLength={80}
        onChange={(name) => useWork.setState({ student: name })}
      >
        <Label>Your name, as the file is to have it</Label>
        <Input className="lesson-input" />
      </TextField>
      <div className="lesson-answer">
        <Button
          className="button small"
          isDisabled={solved.length === 0}
          onPress={() => download('overtime-work.json', workFile(work))}
        >
          Save my work
        </Button>
      </div>
    </>
  );
}

/** Tasks done. */
function Table({
  progress,
  lessons,
}: {
  readonly progress: Progress;
  readonly lessons: readonly Lesson[];
}) {
  const rows = Object.entries(progress.lessons).flatMap(([lesson, tasks]) =>
    Object.entries(tasks).map(([task, attempt]) => ({ lesson, task, ...attempt })),
  );
  if (rows.length === 0) return <p>Nothing has been done.</p>;
  return (
    <table className="lesson-table small-text">
      <thead>
        <tr>
          <th>Lesson</th>
          <th>Task</th>
          <th>Done</th>
          <th>Tries</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ lesson, task, done, tries }) => (
          <tr key={`${lesson} ${task}`}>
            <td>{lessons.find(({ id }) => id === lesson)?.title ?? lesson}</td>
            <td>{task}</td>
            <td>{done ? 'yes' : 'no'}</td>
            <td>{tries}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
