import { Button } from 'react-aria-components';
import type { Answer } from '../../lessons/index.ts';
import { wordsOf } from '../../language/index.ts';
import { positionAt } from '../../base/span.ts';
import type { SteeringView } from '../../session/jobs/steering-view.ts';

interface Props {
  readonly steering: SteeringView;
  readonly kernelText: string;
  readonly isJudging: boolean;
  readonly onSteer: (choices: readonly number[]) => void;
  readonly onAnswer: (answer: Answer) => void;
}

/** Runnable work-items, one button each. */
export function SteerAnswer({ steering, kernelText, isJudging, onSteer, onAnswer }: Props) {
  const { phase, choices, run, message } = steering;
  const ready = run?.ready ?? [];
  return (
    <div className="lesson-answer column">
      {phase === 'failed' && <p className="note">{message}</p>}
      <div className="lesson-items" role="group" aria-label="Who goes on">
        {ready.map((each) => (
          <Button
            key={each.number}
            className="button"
            isDisabled={isJudging}
            onPress={() => onSteer([...choices, each.number])}
          >
            <strong>
              {wordsOf(kernelText).item.replace('work-', '')} {each.item}
            </strong>
            <span className="lesson-next">{nextInWords(each, kernelText)}</span>
          </Button>
        ))}
      </div>
      <div className="lesson-items">
        <Button
          className="button small"
          isDisabled={choices.length === 0}
          onPress={() => onSteer(choices.slice(0, -1))}
        >
          One back
        </Button>
        <Button
          className="button small"
          isDisabled={isJudging}
          onPress={() => onAnswer({ kind: 'nobody' })}
        >
          Nobody can: ask SPIN
        </Button>
      </div>
    </div>
  );
}

type Ready = NonNullable<SteeringView['run']>['ready'][number];

/** `line 12: tile[lid] = input[i];` */
function nextInWords({ hasBegun, span }: Ready, text: string): string {
  if (!hasBegun) return 'begins, up to and with its first access';
  const { line } = positionAt(text, span.start);
  return `line ${line}: ${text.slice(span.start, span.end)}`;
}
