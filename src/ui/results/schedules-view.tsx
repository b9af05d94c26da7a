import { Button } from 'react-aria-components';
import type { Commands } from '../../session/core.ts';
import type { Configuration } from '../../tuning/index.ts';
import type { SchedulesView as View } from '../../session/jobs/schedules.ts';
import { conclusionInWords, effortInWords, timeInWords } from '../answer/answer-words.ts';
import { configurationsInWords, whole } from '../../base/words.ts';
import { Icon } from '../shared/icons.tsx';
import { type Asking, SideFrame } from './job-frame.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { STATUS_WORDS } from '../shared/status-words.ts';

interface Props
  extends Asking<View, [configuration: Configuration]>, Pick<Commands, 'showSchedule'> {}

/** The shortest and longest time of one configuration. */
export function SchedulesView({ showSchedule, ...props }: Props) {
  const { configuration, phase, message, run } = props.view;
  const { result } = run;
  return (
    <SideFrame
      {...props}
      title={`All schedules of ${configurationsInWords([configuration])}`}
      cancel="Cancel the search"
      role="status"
      tools={
        result?.trail && (
          <Button className="button small" onPress={showSchedule}>
            Show how it stops
          </Button>
        )
      }
    >
      {phase === 'running' && (
        <p className="side-line">
          <Icon name="hourglass" />
          <span>{run.stage}</span>
          <span className="note">{effortSoFar(run)}</span>
        </p>
      )}
      {phase === 'failed' && <p>{`The search could not go on. ${message ?? ''}`}</p>}
      {phase === 'cancelled' && <p>You cancelled the search of all schedules.</p>}
      {result && (
        <>
          <p className="side-line">
            <StatusBadge words={STATUS_WORDS[result.status]} testId="schedules-status" />
            {result.minTime !== undefined && (
              <span className="side-time">
                {timeInWords(result.minTime, result.schedules)} ticks
              </span>
            )}
            <span className="note">{effortInWords(run)}</span>
          </p>
          <p data-testid="schedules">{conclusionInWords(run)}</p>
        </>
      )}
    </SideFrame>
  );
}

const effortSoFar = ({ progress }: View['run']): string =>
  progress ? `${whole(progress.states)} states` : '';
