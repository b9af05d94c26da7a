import { Button } from 'react-aria-components';
import type { Ticks } from '../../base/ticks.ts';
import type { Derived } from '../../session/derive.ts';
import { type Disagreement, type LevelCheckView } from '../../session/jobs/level-check.ts';
import { configurationsInWords, count, whole } from '../../base/words.ts';
import { ProgressTrack } from '../shared/progress-track.tsx';
import { CHECK_LEVEL } from './proof-actions.ts';
import { type Asking, SideFrame } from './job-frame.tsx';

/** A level compared with the one below. */
export function LevelCheck(props: Asking<LevelCheckView>) {
  const { view } = props;
  const running = view.phase === 'running';
  const wrong = view.disagreements.length > 0 || view.phase === 'failed';
  return (
    <SideFrame
      {...props}
      label="Check of the level"
      title={`Level ${view.level} against ${view.below}`}
      cancel="Cancel the check"
    >
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
    </SideFrame>
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

const NOTHING_BELOW = 'Level free searches every schedule already: there is no level below.';

/** Progress or outcome of a check; empty before the first. */
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
