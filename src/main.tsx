import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import '@fontsource-variable/inter/wght.css';
import '@fontsource/jetbrains-mono/latin-400.css';
import '@fontsource/jetbrains-mono/latin-600.css';
import './ui/theme/tokens.css';
import './ui/theme/base.css';
import './ui/theme/layout.css';
import './ui/shared/controls.css';
import './ui/shared/fields.css';
import './ui/theme/contrast.css';
import { embedOf } from './session/kept/embedding.ts';
import { FirstPaint } from './ui/first-paint/first-paint.tsx';
import { ErrorBoundary } from './ui/shared/error-boundary.tsx';
import { fetched } from './ui/shared/fetched.tsx';
import { catchStrayErrors } from './ui/shared/problems.ts';
import { styleByProperties } from './ui/theme/style-attributes.ts';
import { styleByRules } from './ui/theme/style-elements.ts';

catchStrayErrors(window);
styleByRules(document);
styleByProperties();

const root = document.getElementById('root');
if (!root) throw new Error('the page has no element #root');

const isEmbedded = embedOf(location.search) !== undefined;

/** All but what the eye sees first: it is on its way while that is painted. */
const whole = () => import('./page.tsx');
const small = () => import('./embed.tsx');
const loading = isEmbedded ? small : whole;
const Page = fetched(loading, 'Page');

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary what="the page">
      <Suspense
        fallback={
          isEmbedded ? <p className="embed-loading soft-text">Loading Overtime</p> : <FirstPaint />
        }
      >
        <Page />
      </Suspense>
    </ErrorBoundary>
  </StrictMode>,
);
