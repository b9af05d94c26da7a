import { lazy, Suspense, useState } from 'react';
import { useOpenedLessons } from '../lessons/opened-lessons.ts';

/** With what reads lessons, and the course itself. */
const LessonsPane = lazy(() => import('../lessons/lessons-pane.tsx'));

/** The lessons, once somebody has asked for them. */
export function Lessons() {
  const isOpen = useOpenedLessons((lessons) => lessons.isOpen);
  const [isWanted, setWanted] = useState(false);
  if (isOpen && !isWanted) setWanted(true);
  if (!isWanted) return null;
  return (
    <Suspense>
      <LessonsPane />
    </Suspense>
  );
}
