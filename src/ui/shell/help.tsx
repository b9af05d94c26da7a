import { SHOW_AROUND } from '../first-visit/tour.ts';
import { closeHelp, useOpenedHelp } from '../help/opened-help.ts';
import { fetched } from '../shared/fetched.tsx';
import { onceWanted } from '../shared/once-wanted.tsx';
import { usePage } from '../shared/session-context.tsx';
import { KEYS } from './page-actions.ts';

/** Fetched with the guide, on demand. */
const HelpPane = fetched(() => import('../help/help-pane.tsx'), 'HelpPane');

export const Help = onceWanted(
  'the help',
  () => useOpenedHelp((help) => help.isOpen),
  () => {
    const page = usePage();
    const onTour = (): void => {
      closeHelp();
      SHOW_AROUND.run(page());
    };
    return <HelpPane keys={KEYS} onTour={onTour} />;
  },
);
