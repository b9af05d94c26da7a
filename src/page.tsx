import { lazy } from './base/lazy.ts';
import { createSession, takeLink } from './session/session.ts';
import { outside } from './outside/browser.ts';
import { App } from './ui/app.tsx';
import { SessionContext } from './ui/shared/session-context.tsx';

/** Once for a page: React may begin to show something more than once. */
const session = lazy(() => {
  const fragment = takeLink();
  return createSession({ outside, ...(fragment !== undefined && { fragment }) });
});

/** The page with its session, which is started inside the error boundary: a start that fails is told, not a
 * blank page. */
export const Page = () => (
  <SessionContext value={session()}>
    <App />
  </SessionContext>
);
