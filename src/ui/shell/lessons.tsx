import { lazy, Suspense, useEffect, useState } from 'react';
import { offerLinked, useOpenedLessons } from '../lessons/opened-lessons.ts';

/** With what reads lessons, and the course itself. */
const LessonsPane = lazy(() => import('../lessons/lessons-pane.tsx'));

/** The lessons beside the page, once somebody has asked for them. */
export function Lessons() {
  const isOpen = useOpenedLessons((lessons) => lessons.isOpen);
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    offerLinked();
    window.addEventListener('hashchange', offerLinked);
    return () => window.removeEventListener('hashchange', offerLinked);
  }, []);
  if (isOpen && !isWanted) setWanted(true);
  if (!isWanted) return null;
  return (
    <Suspense>
      <LessonsPane />
    </Suspense>
  );
}
