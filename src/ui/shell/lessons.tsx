import { useOpenedLessons } from '../lessons/opened-lessons.ts';
import { fetched } from '../shared/fetched.tsx';
import { onceWanted } from '../shared/once-wanted.tsx';
import { PanelMessage } from '../shared/panel-message.tsx';

/** Where the page is empty but for them. */
const Coming = () => (
  <section className="fills" aria-label="The lessons">
    <PanelMessage icon="hourglass" title="The lessons are coming">
      They are fetched once.
    </PanelMessage>
  </section>
);

/** With what reads lessons, and the course itself. */
export const Lessons = onceWanted(
  'the lessons',
  () => useOpenedLessons((lessons) => lessons.isOpen),
  fetched(() => import('../lessons/lessons-pane.tsx'), 'default'),
  <Coming />,
);
