import { useEffect, useMemo, useRef } from 'react';
import { Button, Dialog, Heading, Popover } from 'react-aria-components';
import { endTour, framed, goToStop, partOf, STOPS } from './tour.ts';

/** One stop of the tour, beside the part it frames. The page stays usable. */
export function TourCard({ at }: { readonly at: number }) {
  const stop = STOPS[at];
  const target = useMemo(() => stop && partOf(stop), [stop]);
  const part = useRef(target ?? null);
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const unframed = stop && framed(stop);
    next.current?.focus();
    return unframed;
  }, [stop]);
  if (!stop || !target) return null;
  const isLast = at === STOPS.length - 1;
  return (
    <Popover
      className="popover tour"
      triggerRef={part}
      isOpen
      isNonModal
      placement="bottom"
      offset={8}
      // Working in the page keeps the tour; Esc and the button end it.
      shouldCloseOnInteractOutside={() => false}
      onOpenChange={(open) => !open && endTour()}
    >
      <Dialog className="explanation">
        <Heading slot="title" level={3}>
          {stop.title}
          <span className="tour-place soft-text">{`${at + 1} of ${STOPS.length}`}</span>
        </Heading>
        <p>{stop.words}</p>
        <div className="welcome-buttons">
          <Button ref={next} className="button primary" onPress={() => goToStop(at + 1)}>
            {isLast ? 'Done' : 'Next'}
          </Button>
          <Button className="button" isDisabled={at === 0} onPress={() => goToStop(at - 1)}>
            Back
          </Button>
          <Button className="button link" onPress={endTour}>
            End the tour
          </Button>
        </div>
      </Dialog>
    </Popover>
  );
}
