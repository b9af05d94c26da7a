import { Button } from 'react-aria-components';
import type {
  Commands,
  Derived,
  Disagreement,
  LevelCheckView,
  Ticks,
} from '../../session/index.ts';
import { configurationsInWords, count, whole } from '../shared/format.ts';
import { ProgressTrack } from '../shared/progress-track.tsx';
import { Outdated } from '../shared/outdated.tsx';
import { CHECK_LEVEL } from './proof-actions.ts';
import { SideHead } from './side-head.tsx';

interface Props extends Pick<Commands, 'cancelLevelCheck' | 'closeLevelCheck'> {
  readonly levelCheck: LevelCheckView;
  /** What it was of, where the settings ask something else by now. */
  readonly outdated: string | undefined;
}

/** A level compared with the one below it, beside the answer, and what came of it. */
export function LevelCheck({ levelCheck: view, outdated, ...commands }: Props) {
  const running = view.phase === 'running';
  const wrong = view.disagreements.length > 0 || view.phase === 'failed';
  return (
    <div className="side-view" role="group" aria-label="Check of the level">
      <SideHead
        title={`Level ${view.level} against ${view.below}`}
        onClose={commands.closeLevelCheck}
      >
        {running && (
          <Button className="button small stop" onPress={commands.cancelLevelCheck}>
            Cancel the check
          </Button>
        )}
      </SideHead>
      <Outdated words={outdated}>
        <div className="side-body">
          {running && (
            <ProgressTrack
              label="Configurations compared"
              value={view.done + view.left}
              of={view.total}
            />
          )}
          <p
            className={wrong ? 'level-check-words wrong' : 'level-check-words'}
            data-testid="level-check"
            role="status"
          >
            {levelCheckInWords(view)}
          </p>
        </div>
      </Outdated>
    </div>
  );
}

/** Asks for the check of the level that is chosen. */
export function LevelCheckBar({
  derived: { level, obstacle },
  isChecking,
  onCheck,
}: {
  readonly derived: Derived;
  readonly isChecking: boolean;
  readonly onCheck: () => void;
}) {
  return (
    <div className="level-check">
      {level === 'free' ? (
        <span className="level-check-words">{NOTHING_BELOW}</span>
      ) : (
        <>
          <Button
            className="button small"
            onPress={onCheck}
            isDisabled={isChecking || obstacle !== undefined || level === undefined}
          >
            {CHECK_LEVEL.label}
          </Button>
          <span className="level-check-words">{obstacle}</span>
        </>
      )}
    </div>
  );
}

/** What is said at the most detailed level. */
const NOTHING_BELOW = 'Level free searches every schedule already: there is no level below.';

/** How a check of a level goes, or what came of it; empty where there was none. */
export function levelCheckInWords(view: LevelCheckView): string {
  const { phase, done, left, total } = view;
  switch (phase) {
    case 'none':
      return '';
    case 'running':
      return total === 0
        ? 'Making the verifiers ready'
        : `${whole(done + left)} of ${whole(total)} configurations${differing(view)}`;
    case 'ended':
      return [outcome(view), leftOut(view)].filter((words) => words !== '').join(' ');
    case 'cancelled':
      return done === 0
        ? 'You cancelled the check before anything was compared.'
        : `You cancelled the check. ${outcome(view)}`;
    case 'failed':
      return `The check could not go on. ${view.message ?? 'Press the button to try again.'}`;
  }
}

const differing = ({ disagreements }: LevelCheckView): string =>
  disagreements.length === 0 ? '' : `; ${count(disagreements.length, 'differs', 'differ')}`;

function outcome(view: LevelCheckView): string {
  const { done, total, level, below, disagreements } = view;
  const [first] = disagreements;
  if (done === 0) return 'No configuration could be compared.';
  if (first) {
    const others = disagreements.length - 1;
    const more = others === 0 ? '' : `, and ${count(others, 'other differs', 'others differ')}`;
    return `${whole(done - disagreements.length)} of ${whole(done)} agree; ${differenceInWords(first, view)}${more}: please report it.`;
  }
  const compared = done === total ? '' : done === 1 ? ' that was compared' : ' that were compared';
  const which =
    done === 1
      ? `The one configuration${compared} takes`
      : `All ${whole(done)} configurations${compared} take`;
  return `${which} the same time at ${level} and ${below}.`;
}

/** `WG 4, TS 2 takes 44 ticks at accelerated and 45 at representatives` */
function differenceInWords(
  { values, above, below: other }: Disagreement,
  { level, below }: LevelCheckView,
): string {
  const there = above !== undefined && other !== undefined ? whole(other) : taking(other);
  return `${configurationsInWords([values])} ${taking(above)} at ${level} and ${there} at ${below}`;
}

const taking = (time: Ticks | undefined): string =>
  time === undefined ? 'does not finish' : `takes ${count(time, 'tick')}`;

function leftOut({ left, total, below }: LevelCheckView): string {
  if (left === 0) return '';
  const [were, them, their] = left === 1 ? ['was', 'it', 'its'] : ['were', 'them', 'their'];
  return `${whole(left)} of ${whole(total)} ${were} left out: level ${below} would take too long or too much memory for ${them}, or cannot count ${their} time.`;
}
