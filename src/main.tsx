import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import '@fontsource-variable/inter/wght.css';
import '@fontsource/jetbrains-mono/latin-400.css';
import '@fontsource/jetbrains-mono/latin-600.css';
import './ui/theme/tokens.css';
import './ui/theme/base.css';
import './ui/shared/controls.css';
import './ui/theme/contrast.css';
import { createSession } from './session/index.ts';
import { App } from './ui/app.tsx';
import { SessionContext } from './ui/shared/session-context.tsx';
import { ErrorBoundary } from './ui/shared/error-boundary.tsx';
import { catchStrayErrors } from './ui/shared/problems.ts';

catchStrayErrors(window);

const root = document.getElementById('root');
if (!root) throw new Error('the page has no element #root');

/** Starts the session inside the error boundary, once: a start that fails is told, not a blank page. */
function Start() {
  const [session] = useState(createSession);
  return (
    <SessionContext value={session}>
      <App />
    </SessionContext>
  );
}

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary what="the page">
      <Start />
    </ErrorBoundary>
  </StrictMode>,
);
