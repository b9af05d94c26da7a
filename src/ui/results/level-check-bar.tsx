import { Button, ProgressBar } from 'react-aria-components';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import { levelCheckInWords, NOTHING_BELOW } from './level-check-words.ts';

/** Compares the level with the one below it, and says what came of it. */
export function LevelCheckBar() {
  const { checkLevel, cancelLevelCheck } = useCommands();
  const view = useSessionState((state) => state.levelCheck);
  const level = useSessionState((state) => state.derived.level);
  const obstacle = useSessionState((state) => state.derived.obstacle);
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
            Check this level against the one below
          </Button>
        </span>
      )}
      {running && (
        <ProgressBar
          className="bar-track"
          aria-label="Configurations compared"
          value={view.done + view.left}
          maxValue={Math.max(1, view.total)}
        >
          {({ percentage }) => (
            <div className="bar-fill" style={{ left: 0, width: `${percentage ?? 0}%` }} />
          )}
        </ProgressBar>
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
