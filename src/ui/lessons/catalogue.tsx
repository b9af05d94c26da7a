import { useMemo } from 'react';
import { Button, FileTrigger } from 'react-aria-components';
import { CHAPTERS, COURSE, type Lesson, lessonsIn, PUZZLES } from '../../lessons/index.ts';
import { report } from '../shared/problems.ts';
import { useOwnLessons } from './kept-progress.ts';
import { ChapterMap, partId } from './chapter-map.tsx';
import { Entry } from './entry.tsx';
import { ClassPart } from './class-part.tsx';
import './catalogue.css';
import { write } from './kept-drafts.ts';
import { isLessonFile, offerClass, offerFile } from './opened-lessons.ts';
import { ProgressPart } from './progress-part.tsx';
import { PuzzleEntry } from './puzzle-entry.tsx';

const SHIPPED = [...COURSE, ...PUZZLES];

interface Props {
  readonly onBegin: (lesson: Lesson) => void;
}

/** The lessons there are, with how far each has come. */
export function Catalogue({ onBegin }: Props) {
  const { sources } = useOwnLessons();
  const own = useMemo(() => lessonsIn(sources), [sources]);
  return (
    <div className="catalogue">
      <ChapterMap onBegin={onBegin} />
      <div className="catalogue-body">
        <ClassPart shipped={SHIPPED} onBegin={onBegin} />
        <h3 id={partId('lessons')} tabIndex={-1}>
          Lessons
        </h3>
        <p className="note">
          Each takes five to ten minutes. The page beside it is set for the lesson; what you had
          open is kept, and comes back when you leave it.
        </p>
        <ol className="lesson-list">
          {COURSE.map((lesson) => (
            <Entry key={lesson.id} lesson={lesson} onBegin={() => onBegin(lesson)} />
          ))}
        </ol>
        {CHAPTERS.map(({ id, title, summary }) => (
          <section key={id} className="chapter" aria-labelledby={partId(id)}>
            <h3 id={partId(id)} tabIndex={-1}>
              {title}
            </h3>
            <p className="note">{summary}</p>
            <ol className="puzzle-list">
              {PUZZLES.filter(({ chapter }) => chapter === id).map((puzzle, at) => (
                <PuzzleEntry
                  key={puzzle.id}
                  puzzle={puzzle}
                  number={at + 1}
                  onBegin={() => onBegin(puzzle)}
                />
              ))}
            </ol>
          </section>
        ))}
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
            acceptedFileTypes={['.md', '.markdown', '.json']}
            onSelect={(files) => {
              const file = files?.[0];
              const offered =
                file && (isLessonFile(file.name) ? offerFile(file) : offerClass(file));
              offered?.catch(report);
            }}
          >
            <Button className="button">Open a lesson file</Button>
          </FileTrigger>
          <Button className="button" onPress={() => write('lesson')}>
            Write a lesson
          </Button>
          <Button className="button" onPress={() => write('class')}>
            Make a class
          </Button>
        </div>
        <ProgressPart lessons={[...SHIPPED, ...own]} />
      </div>
    </div>
  );
}
