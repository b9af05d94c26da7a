import { Button } from 'react-aria-components';
import type { Commands, Derived, LevelCheckView } from '../../session/index.ts';
import { ProgressTrack } from '../shared/progress-track.tsx';
import { levelCheckInWords, NOTHING_BELOW } from './level-check-words.ts';
import { CHECK_LEVEL } from './proof-actions.ts';

export interface LevelCheckProps extends Pick<Commands, 'checkLevel' | 'cancelLevelCheck'> {
  readonly levelCheck: LevelCheckView;
  readonly derived: Derived;
}

/** Compares the level with the one below it, and says what came of it. */
export function LevelCheck(props: LevelCheckProps) {
  const { levelCheck: view, checkLevel, cancelLevelCheck } = props;
  const { level, obstacle } = props.derived;
  const running = view.phase === 'running';
  const wrong = view.disagreements.length > 0 || view.phase === 'failed';
  return (
    <div className="level-check" role="group" aria-label="Check of the level">
      {level === 'free' ? null : running ? (
        <Button className="button small stop" onPress={cancelLevelCheck}>
          Cancel the check
        </Button>
      ) : (
        <span title={obstacle}>
          <Button
            className="button small"
            onPress={checkLevel}
            isDisabled={obstacle !== undefined || level === undefined}
          >
            {CHECK_LEVEL.label}
          </Button>
        </span>
      )}
      {running && (
        <ProgressTrack
          label="Configurations compared"
          value={view.done + view.left}
          of={view.total}
        />
      )}
      <span
        className={wrong ? 'level-check-words wrong' : 'level-check-words'}
        data-testid="level-check"
        role="status"
      >
        {level === 'free' ? NOTHING_BELOW : levelCheckInWords(view)}
      </span>
    </div>
  );
}
