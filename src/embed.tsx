import { lazy } from './base/lazy.ts';
import { embedOf } from './session/kept/embedding.ts';
import { createSession, takeLink } from './session/session.ts';
import { outside } from './outside/browser.ts';
import { EmbedPane } from './ui/embed/embed-pane.tsx';
import { SessionContext } from './ui/shared/session-context.tsx';

const fragment = takeLink();
const session = lazy(() =>
  createSession({ outside, isEmbedded: true, ...(fragment !== undefined && { fragment }) }),
);
const shows = embedOf(location.search) ?? 'both';

/** The small form of the page, inside of another one. */
export const Page = () => (
  <SessionContext value={session()}>
    <EmbedPane shows={shows} fragment={fragment} />
  </SessionContext>
);
