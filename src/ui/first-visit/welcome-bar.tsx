import { Button } from 'react-aria-components';
import { useSessionState } from '../shared/session-context.tsx';
import './first-visit.css';
import { endTour, goToStop, useTour } from './tour.ts';
import { TourCard } from './tour-card.tsx';

/** What somebody sees who has never been here: what this is for, and what to press. It covers nothing, and
 * does not come again; the tour can be asked for at any time. */
export function WelcomeBar() {
  const isFirstVisit = useSessionState((state) => state.isFirstVisit === true);
  const { at, welcomed } = useTour();
  if (at !== null) return <TourCard key={at} at={at} />;
  if (!isFirstVisit || welcomed) return null;
  return (
    <aside className="welcome" aria-label="Welcome">
      <p>
        <strong>Overtime finds the fastest way to run a kernel, without the machine.</strong> The
        kernel stands on the left, the machine below it; the model checker SPIN tries every
        work-group size and tile size, and proves which one finishes first. Change either and press{' '}
        <strong>Tune</strong>: the answer, and the reason for it, are on the right.
      </p>
      <div className="welcome-buttons">
        <Button className="button primary" onPress={() => goToStop(0)}>
          Show me, in under a minute
        </Button>
        <Button className="button" onPress={endTour}>
          I will find my way
        </Button>
      </div>
    </aside>
  );
}
