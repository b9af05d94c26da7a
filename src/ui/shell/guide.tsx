import { Suspense, useState } from 'react';
import { ErrorBoundary } from '../shared/error-boundary.tsx';
import { fetched } from '../shared/fetched.tsx';
import { useOpened } from '../shared/opened.ts';

/** The Markdown reader is fetched on demand. */
const GuideDialog = fetched(
  () => import('../guide/guide-dialog.tsx'),
  (module) => module.GuideDialog,
);

/** The documentation over the page, once somebody has asked for it. */
export function Guide() {
  const isOpen = useOpened(({ dialog }) => dialog === 'guide');
  const [isWanted, setWanted] = useState(false);
  if (isOpen && !isWanted) setWanted(true);
  if (!isWanted) return null;
  return (
    <ErrorBoundary what="the guide">
      <Suspense>
        <GuideDialog />
      </Suspense>
    </ErrorBoundary>
  );
}
