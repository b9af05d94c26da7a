import { lazy, Suspense, useState } from 'react';
import { SHOW_AROUND } from '../first-visit/tour.ts';
import { closeHelp, useOpenedHelp } from '../help/opened-help.ts';
import { usePage } from '../shared/session-context.tsx';
import { KEYS } from './page-actions.ts';

/** With the guide, which a page that nobody asks about does not need. */
const HelpPane = lazy(() => import('../help/help-pane.tsx'));

/** The help beside the page, once somebody has asked for it; then it stays, and keeps its place. */
export function Help() {
  const isOpen = useOpenedHelp((help) => help.isOpen);
  const [isWanted, setWanted] = useState(false);
  const page = usePage();
  if (isOpen && !isWanted) setWanted(true);
  if (!isWanted) return null;
  return (
    <Suspense>
      <HelpPane
        keys={KEYS}
        onTour={() => {
          closeHelp();
          SHOW_AROUND.run(page());
        }}
      />
    </Suspense>
  );
}
