import { Button } from 'react-aria-components';
import { useIsTaught } from '../lessons/opened-lessons.ts';
import { useSessionState } from '../shared/session-context.tsx';
import { goToStop, useTour } from './tour.ts';
import { TourCard } from './tour-card.tsx';
import { SHOW_ME, Welcome } from './welcome.tsx';

/** Greets a first visitor, covers nothing, and never comes again. */
export function WelcomeBar() {
  const isFirstVisit = useSessionState((state) => state.isFirstVisit === true);
  const isBrought = useSessionState((state) => state.document.brought !== undefined);
  const { at, welcomed } = useTour();
  const isTaught = useIsTaught();
  if (at !== null) return <TourCard key={at} at={at} />;
  // One banner at a time.
  if (!isFirstVisit || welcomed || isBrought || isTaught) return null;
  return (
    <Welcome>
      <Button className="button link" onPress={() => goToStop(0)}>
        {SHOW_ME}
      </Button>
    </Welcome>
  );
}
