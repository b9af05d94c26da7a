import { Suspense, useState } from 'react';
import { SHOW_AROUND } from '../first-visit/tour.ts';
import { closeHelp, useOpenedHelp } from '../help/opened-help.ts';
import { ErrorBoundary } from '../shared/error-boundary.tsx';
import { fetched } from '../shared/fetched.tsx';
import { usePage } from '../shared/session-context.tsx';
import { KEYS } from './page-actions.ts';

/** Fetched with the guide, on demand. */
const HelpPane = fetched(
  () => import('../help/help-pane.tsx'),
  (module) => module.HelpPane,
);

/** Once opened it stays mounted and keeps its place. */
export function Help() {
  const isOpen = useOpenedHelp((help) => help.isOpen);
  const [isWanted, setWanted] = useState(false);
  const page = usePage();
  if (isOpen && !isWanted) setWanted(true);
  if (!isWanted) return null;
  return (
    <ErrorBoundary what="the help">
      <Suspense>
        <HelpPane
          keys={KEYS}
          onTour={() => {
            closeHelp();
            SHOW_AROUND.run(page());
          }}
        />
      </Suspense>
    </ErrorBoundary>
  );
}
