import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import {
  answered,
  type Block,
  CHAPTERS,
  gapsOf,
  hasCuda,
  inLanguage,
  lessonFragment,
  type Puzzle,
  PUZZLES,
  type PuzzleLanguage,
  type Task,
  until,
} from '../../lessons/index.ts';
import { VERIFICATION } from '../../session/jobs/verification.ts';
import { positionAt, type Span } from '../../base/span.ts';
import { Icon } from '../shared/icons.tsx';
import { report } from '../shared/problems.ts';
import { Segmented } from '../shared/segmented.tsx';
import { useJob, useSession, useSessionState } from '../shared/session-context.tsx';
import { wordsOf } from '../../language/index.ts';
import { findingInWords } from '../shared/verdict-words.ts';
import { GapEditor } from './gap-editor.tsx';
import { GiveOut } from './give-out.tsx';
import { useProgress } from './kept-progress.ts';
import { LessonText } from './lesson-text.tsx';
import {
  answerTask,
  beginLesson,
  beginTask,
  leaveLesson,
  type Said,
  useLessonWork,
} from './lesson-work.ts';
import type { Finding } from '../../values/index.ts';
import { LineAnswer } from './line-answer.tsx';
import { PlayedStage, type Shown } from './played-stage-pane.tsx';
import './puzzle-pane.css';
import type { Steer } from './seal.ts';
import { Strokes, type Timed } from './strokes.tsx';
import { SaidWords } from './task-card.tsx';
import { TaskHelp } from './task-help.tsx';

/** What the gaps of a kernel hold at first. */
const startOf = (kernel: string): readonly string[] =>
  gapsOf(kernel).map(({ start, end }) => kernel.slice(start, end).trim());

/** A puzzle: its text and the kernel at the side, the stage with all the room there is. */
export function PuzzlePane({ puzzle: written }: { readonly puzzle: Puzzle }) {
  const session = useSession();
  const [language, setLanguage] = useState<PuzzleLanguage>('opencl');
  const puzzle = inLanguage(written, language);
  const [task] = puzzle.tasks;
  const kernel = puzzle.page.kernel ?? '';
  const [fills, setFills] = useState(() => startOf(kernel));
  const [misses, setMisses] = useState(0);
  const [isGivenUp, setGivenUp] = useState(false);
  const [tries, setTries] = useState<readonly Timed[]>([]);
  const [shown, setShown] = useState<Shown>('order');
  /** The kernel of the last answer. */
  const [judged, setJudged] = useState<string>();
  const { judging, said } = useLessonWork();
  const attempt = useProgress(({ lessons }) => lessons[puzzle.id]?.[task?.id ?? '']);
  const kernelText = useSessionState(({ settings }) => settings.kernelText);
  useEffect(() => {
    if (!task) return;
    beginTask(session, puzzle, task);
    // Once for each language of the puzzle.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [written.id, language]);
  const isRead = useSessionState(({ derived }) => derived.kernels.length > 0);
  useEffect(() => {
    // The stage is set from the beginning, once the kernel is read.
    if (!isRead) return undefined;
    const leaving = new AbortController();
    const set = (): unknown => session.commands.steer({}, []);
    until(session, ({ derived }) => derived.isReading !== true, leaving.signal).then(set, () => 0);
    return () => leaving.abort();
  }, [session, written.id, language, isRead]);
  const own = said[task?.id ?? ''];
  const words = useRef<HTMLParagraphElement>(null);
  // On a phone it is below what was written.
  useEffect(() => {
    if (own) words.current?.scrollIntoView({ block: 'nearest' });
  }, [own]);
  if (!task) return null;
  const isSolved = attempt?.done === true;
  const isOpen = isSolved || isGivenUp;
  const [before, after] = partsOf(puzzle);
  const answer = async (given: Parameters<typeof answerTask>[3]): Promise<void> => {
    session.commands.endSteering();
    const text = given.kind === 'kernel' ? answered(puzzle, fills) : kernelText;
    session.commands.setKernelText(text);
    const saidOf = (): Said | undefined => useLessonWork.getState().said[task.id];
    const earlier = saidOf();
    await answerTask(session, puzzle, task, given);
    setJudged(text);
    const answer = saidOf();
    // Given up, the puzzle may have been left.
    if (!answer || answer === earlier || !('right' in answer)) return;
    if (!answer.right) setMisses((now) => now + 1);
    const { timed } = answer;
    if (timed) setTries((before) => [...before, timed]);
    setShown(timed ? 'time' : 'order');
    // No run of it goes wrong: there is none to show but one's own.
    if (task.kind === 'fill' && (answer.right || timed)) void session.commands.steer({}, []);
  };
  const switchTo = (next: PuzzleLanguage): void => {
    setLanguage(next);
    setFills(startOf(inLanguage(written, next).page.kernel ?? ''));
  };
  const text = (blocks: readonly Block[]) => (
    <LessonText blocks={blocks} onDo={() => undefined} renderTask={() => null} />
  );
  return (
    <div className="puzzle">
      <div className="puzzle-side">
        <PuzzleHead puzzle={written} />
        {text(before)}
        <section className="puzzle-task" data-task={task.id} data-state={stateOf(own, judging)}>
          <p>{task.question}</p>
          {task.kind === 'fill' ? (
            <>
              {hasCuda(written) && (
                <Segmented
                  label="Language"
                  options={{ opencl: 'OpenCL', cuda: 'CUDA' }}
                  value={language}
                  onChange={switchTo}
                />
              )}
              <GapEditor kernel={kernel} fills={fills} onFill={setFills} />
              <div className="puzzle-buttons">
                <Button
                  className="button primary"
                  isDisabled={judging !== null}
                  onPress={() => void answer({ kind: 'kernel' }).catch(report)}
                >
                  <Icon name="shield" /> Prove it
                </Button>
                <Button
                  className="button"
                  isDisabled={judging !== null}
                  onPress={() => {
                    session.commands.endSteering();
                    setShown('order');
                    session.commands.setKernelText(answered(puzzle, fills));
                    void session.commands.steer({}, []);
                  }}
                >
                  Be the scheduler
                </Button>
              </div>
            </>
          ) : (
            <LineAnswer
              kernelText={kernelText}
              isJudging={judging !== null}
              onAnswer={(given) => void answer(given).catch(report)}
            />
          )}
          <p ref={words} className="lesson-said" role="status">
            {judging === null ? (
              own && <SaidWords said={own} />
            ) : (
              <>
                <Icon name="hourglass" size={14} /> All inputs and orders are searched.
              </>
            )}
          </p>
          {judged === kernelText && judging === null && isAnswered(task, own) && <Findings />}
          <TaskHelp
            hints={task.hints ?? []}
            misses={misses}
            solution={task.kind === 'fill' ? task.solution : undefined}
            isOpen={isOpen}
            onGiveUp={() => setGivenUp(true)}
          />
        </section>
        {isOpen ? (
          <>
            {text(after)}
            <NextPuzzle puzzle={written} />
            <GiveOut
              label="Give this puzzle out"
              file={[`${written.id}.md`, written.source]}
              fragment={() => lessonFragment(written.source)}
            />
          </>
        ) : (
          <p className="note">
            <Icon name="lock" size={14} /> The text goes on when you have solved this.
          </p>
        )}
      </div>
      <div className="puzzle-right">
        <Strokes tries={tries} />
        <PuzzleStage
          isRight={own !== undefined && 'right' in own && own.right}
          shown={shown}
          onShow={setShown}
        />
      </div>
    </div>
  );
}

/** Findings may be shown: the answer goes wrong by them, or names their line. */
const isAnswered = ({ kind }: Task, said: Said | undefined): boolean =>
  said !== undefined && 'right' in said && said.right !== (kind === 'fill');

const stateOf = (said: Said | undefined, judging: string | null): string =>
  judging !== null
    ? 'judging'
    : said === undefined
      ? 'open'
      : 'unjudged' in said
        ? 'unjudged'
        : said.right
          ? 'right'
          : 'wrong';

/** The text before the task, and after it. */
function partsOf({ blocks }: Puzzle): readonly [readonly Block[], readonly Block[]] {
  const at = blocks.findIndex(({ kind }) => kind === 'task');
  return [blocks.slice(0, at), blocks.slice(at + 1)];
}

const inChapter = ({ chapter }: Puzzle): readonly Puzzle[] =>
  PUZZLES.filter((each) => each.chapter === chapter);

function PuzzleHead({ puzzle }: { readonly puzzle: Puzzle }) {
  const session = useSession();
  const all = inChapter(puzzle);
  const at = all.findIndex(({ id }) => id === puzzle.id);
  return (
    <>
      <div className="puzzle-path">
        <Button className="button link" onPress={() => leaveLesson(session)}>
          {CHAPTERS.find(({ id }) => id === puzzle.chapter)?.title}: all puzzles
        </Button>
        {at >= 0 && (
          <span className="soft-text">
            puzzle {at + 1} of {all.length}
          </span>
        )}
      </div>
      <h2>{puzzle.title}</h2>
    </>
  );
}

function NextPuzzle({ puzzle }: { readonly puzzle: Puzzle }) {
  const session = useSession();
  const at = PUZZLES.findIndex(({ id }) => id === puzzle.id);
  // One from elsewhere has none behind it.
  const next = at < 0 ? undefined : PUZZLES[at + 1];
  return (
    next && (
      <Button className="button primary" onPress={() => beginLesson(session, next)}>
        Next: {next.title}
      </Button>
    )
  );
}

/** What was found, each played on the stage when pressed. */
function Findings() {
  const { commands } = useSession();
  const { verification } = useJob(VERIFICATION);
  const text = useSessionState(({ settings }) => settings.kernelText);
  const words = wordsOf(text);
  if (!verification) return null;
  const isOneOfMany = ({ kind }: Finding): boolean =>
    verification.findings.filter((other) => other.kind === kind).length > 1;
  return (
    <ul className="puzzle-findings">
      {verification.findings.map((each, at) => (
        <li key={at}>
          <Button className="button link" onPress={() => commands.showFinding(at)}>
            {findingInWords(each.kind, words)}
            {isOneOfMany(each) && (
              <>
                , <code>{pieceAt(text, each.span)}</code>
              </>
            )}
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface StageProps {
  readonly isRight?: boolean;
  readonly shown?: Shown;
  readonly onShow?: (next: Shown) => void;
}

/** The piece of code that it is about, which tells findings of a kind apart. */
function pieceAt(text: string, { start, end }: Span): string {
  const piece = text.slice(start, end).replaceAll(/\s+/g, ' ');
  return piece.length > MOST_PIECE ? `line ${positionAt(text, start).line}` : piece;
}

const MOST_PIECE = 24;

/** The run that was found or chosen, or the fastest. */
export function PuzzleStage({ isRight = false, ...which }: StageProps) {
  const { commands } = useSession();
  const onSteer = useCallback<Steer>((all, given) => commands.steer({}, all, given), [commands]);
  return (
    <PlayedStage
      {...which}
      onSteer={onSteer}
      empty={
        isRight
          ? 'No run of it goes wrong, so there is none to show. Be the scheduler, and try.'
          : 'What your answer does is played here: step it yourself, or have it proved.'
      }
    />
  );
}
