import { type ReactNode, useId } from 'react';
import { Button } from 'react-aria-components';
import type { Answer, Task } from '../../lessons/index.ts';
import type { ParView } from '../../session/jobs/par.ts';
import type { SteeringView } from '../../session/jobs/steering-view.ts';
import type { Configuration } from '../../tuning/index.ts';
import { differenceInWords, spentInWords } from '../results/time-words.ts';
import { count, valuesInWords } from '../../base/words.ts';
import { Icon } from '../shared/icons.tsx';
import type { Said } from './lesson-work.ts';
import { StopAnswer, TicksAnswer } from './guess-answers.tsx';
import { LineAnswer } from './line-answer.tsx';
import { SteerAnswer } from './steer-answer.tsx';
import { TaskHelp } from './task-help.tsx';

interface TaskProps {
  readonly task: Task;
  readonly isUnderWay: boolean;
  readonly isJudging: boolean;
  readonly isDone: boolean;
  /** It is solved, or given up. */
  readonly isSettled: boolean;
  readonly misses: number;
  readonly said: Said | undefined;
  readonly kernelText: string;
  readonly picked: Configuration | undefined;
  readonly looked: number;
  readonly par: ParView;
  readonly steering: SteeringView;
  readonly onBegin: () => void;
  readonly onGiveUp: () => void;
  readonly onAnswer: (answer: Answer) => void;
  readonly onSteer: (choices: readonly number[]) => void;
}

const KINDS: Readonly<Record<Task['kind'], string>> = {
  predict: 'Predict',
  fill: 'Fill the gap',
  schedule: 'Be the scheduler',
  par: 'Reach par',
};

/** A task: question, answer and verdict. */
export function TaskCard(props: TaskProps) {
  const { task, isUnderWay, isJudging, isDone, isSettled, misses, said, onBegin, onGiveUp } = props;
  const head = useId();
  const state = isJudging
    ? 'judging'
    : said === undefined
      ? isUnderWay
        ? 'open'
        : 'new'
      : 'unjudged' in said
        ? 'unjudged'
        : said.right
          ? 'right'
          : 'wrong';
  return (
    // Not a landmark: many have the same name.
    <div
      role="group"
      className={isUnderWay ? 'lesson-task under-way' : 'lesson-task'}
      aria-labelledby={head}
      data-task={task.id}
      data-state={state}
    >
      <h3 id={head}>
        {KINDS[task.kind]}
        {isDone && (
          <span className="lesson-done inline-row">
            <Icon name="check" size={14} /> done
          </span>
        )}
      </h3>
      <p>{task.question}</p>
      {isUnderWay && <TaskAnswer {...props} />}
      <p className="lesson-said" role="status">
        {isJudging ? (
          <>
            <Icon name="hourglass" size={14} /> The checker is at work.
          </>
        ) : (
          said && <SaidWords said={said} />
        )}
      </p>
      <Button className={isUnderWay ? 'button small' : 'button primary'} onPress={onBegin}>
        {isUnderWay ? 'Begin again' : 'Begin'}
      </Button>
      {(isUnderWay || isSettled) && (
        <TaskHelp
          hints={task.hints ?? []}
          misses={isDone ? 0 : misses}
          solution={solutionOf(task)}
          isOpen={isSettled}
          onGiveUp={onGiveUp}
        />
      )}
    </div>
  );
}

function solutionOf(task: Task): readonly string[] | undefined {
  if (task.kind === 'fill') return task.solution;
  return task.kind === 'par' && task.change === 'kernel' ? [task.solution] : undefined;
}

export function SaidWords({ said }: { readonly said: Said }) {
  if ('unjudged' in said)
    return (
      <>
        <Icon name="info" size={14} /> {said.unjudged}
      </>
    );
  const { right, words, hint, splits, spent } = said;
  return (
    <>
      <strong className={right ? 'lesson-right' : 'lesson-wrong'}>
        <Icon name={right ? 'check' : 'close'} size={14} /> {words}
      </strong>
      {splits && <span className="lesson-hint">It is {differenceInWords(...splits)}.</span>}
      {spent && <span className="lesson-hint">{spentInWords(spent)}</span>}
      {hint !== undefined && <span className="lesson-hint">{hint}</span>}
    </>
  );
}

function TaskAnswer(props: TaskProps): ReactNode {
  const { task, isJudging, picked, kernelText, par, looked, onAnswer } = props;
  const check = (label: string, answer: Answer | undefined): ReactNode => (
    <Button
      className="button primary"
      isDisabled={isJudging || answer === undefined}
      onPress={() => answer && onAnswer(answer)}
    >
      {label}
    </Button>
  );
  switch (task.kind) {
    case 'predict':
      if (task.ask === 'time') return <TicksAnswer isBusy={isJudging} onAnswer={onAnswer} />;
      if (task.ask === 'stop')
        return <StopAnswer kernelText={kernelText} isBusy={isJudging} onAnswer={onAnswer} />;
      if (task.ask === 'line') return <LineAnswer {...{ kernelText, isJudging, onAnswer }} />;
      return (
        <div className="lesson-answer">
          <p className="note">
            {picked
              ? `You say ${valuesInWords(picked)}.`
              : 'Press the cell of the map that you believe is fastest.'}
          </p>
          {check('Tune, and see', picked && { kind: 'cell', values: picked })}
        </div>
      );
    case 'fill':
      return (
        <div className="lesson-answer">
          <p className="note">Write between the two marks in the kernel.</p>
          {check('Check', { kind: 'kernel' })}
        </div>
      );
    case 'schedule':
      return <SteerAnswer {...props} />;
    case 'par':
      return (
        <div className="lesson-answer">
          <p className="note" data-testid="par">
            {parInWords(par)}
            {task.change === 'parameters' && ` ${looked} of ${count(task.looks, 'look')} used.`}
          </p>
          {task.change === 'kernel' && check('Check', { kind: 'kernel' })}
        </div>
      );
  }
}

function parInWords({ phase, time, message }: ParView): string {
  if (time !== undefined) return `Par is ${count(time, 'tick')}, proved.`;
  if (phase === 'running') return 'Par is being proved.';
  return `Par is not known. ${message ?? ''}`;
}
