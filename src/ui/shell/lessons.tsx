import { Suspense, useState } from 'react';
import { useOpenedLessons } from '../lessons/opened-lessons.ts';
import { ErrorBoundary } from '../shared/error-boundary.tsx';
import { fetched } from '../shared/fetched.tsx';
import { PanelMessage } from '../shared/panel-message.tsx';

/** With what reads lessons, and the course itself. */
const LessonsPane = fetched(
  () => import('../lessons/lessons-pane.tsx'),
  (module) => module.default,
);

/** Where the page is empty but for them. */
const Coming = () => (
  <section className="fills" aria-label="The lessons">
    <PanelMessage icon="hourglass" title="The lessons are coming">
      They are fetched once.
    </PanelMessage>
  </section>
);

/** The lessons, once somebody has asked for them. */
export function Lessons() {
  const isOpen = useOpenedLessons((lessons) => lessons.isOpen);
  const [isWanted, setWanted] = useState(false);
  if (isOpen && !isWanted) setWanted(true);
  if (!isWanted) return null;
  return (
    <ErrorBoundary what="the lessons">
      <Suspense fallback={isOpen && <Coming />}>
        <LessonsPane />
      </Suspense>
    </ErrorBoundary>
  );
}
