import { Button } from 'react-aria-components';
import type { Commands, SchedulesView as View } from '../../session/index.ts';
import { conclusionInWords, effortInWords, timeInWords } from '../answer/answer-words.ts';
import { configurationsInWords, whole } from '../shared/format.ts';
import { Icon } from '../shared/icons.tsx';
import { Outdated } from '../shared/outdated.tsx';
import { SideHead } from './side-head.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { STATUS_WORDS } from '../shared/status-words.ts';

interface Props extends Pick<Commands, 'cancelSchedules' | 'closeSchedules' | 'showSchedule'> {
  readonly schedules: View;
  /** What it was of, where the settings ask something else by now. */
  readonly outdated: string | undefined;
}

/** All schedules of one configuration: its shortest and its longest time, beside the answer. */
export function SchedulesView({ schedules, outdated, ...commands }: Props) {
  const { configuration, phase, message, run } = schedules;
  const { result } = run;
  return (
    <div className="side-view">
      <SideHead
        title={`All schedules of ${configurationsInWords([configuration])}`}
        onClose={commands.closeSchedules}
      >
        {phase === 'running' && (
          <Button className="button small stop" onPress={commands.cancelSchedules}>
            Cancel the search
          </Button>
        )}
        {result?.trail && (
          <Button className="button small" onPress={commands.showSchedule}>
            Show how it stops
          </Button>
        )}
      </SideHead>
      <Outdated words={outdated}>
        <div className="side-body" role="status">
          {phase === 'running' && (
            <p className="side-line">
              <Icon name="hourglass" />
              <span>{run.stage}</span>
              <span className="side-effort">{effortSoFar(run)}</span>
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
                <span className="side-effort">{effortInWords(run)}</span>
              </p>
              <p data-testid="schedules">{conclusionInWords(run)}</p>
            </>
          )}
        </div>
      </Outdated>
    </div>
  );
}

const effortSoFar = ({ progress }: View['run']): string =>
  progress ? `${whole(progress.states)} states` : '';
