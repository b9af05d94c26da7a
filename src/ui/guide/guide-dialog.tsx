import { Suspense, use, useEffect, useRef } from 'react';
import { Button } from 'react-aria-components';
import { ErrorBoundary } from '../shared/error-boundary.tsx';
import { fetched } from '../shared/fetched.tsx';
import { OpenedDialog } from '../shared/page-dialog.tsx';
import './guide-dialog.css';
import { MarkdownPage } from './markdown-page.tsx';
import { openGuide, useOpenedGuide } from './opened-guide.ts';
import { CHAPTERS, FIRST_PAGE, LICENCES, pageText } from './pages.ts';

const LicencesPage = fetched(() => import('./licences-page.tsx'), 'LicencesPage');

/** The documentation, over the page. */
export function GuideDialog() {
  const path = useOpenedGuide((guide) => guide.path) ?? FIRST_PAGE;
  return (
    <OpenedDialog id="guide" title="Guide" className="guide" frame="guide-modal">
      <nav className="guide-contents" aria-label="Pages of the guide">
        {CHAPTERS.map(({ title, pages }) => (
          <section key={title}>
            <h2>{title}</h2>
            {pages.map((page) => (
              <Button
                key={page.path}
                className="guide-entry ring-inside bare small-text"
                aria-current={page.path === path ? 'page' : false}
                onPress={() => openGuide(page.path)}
              >
                {page.title}
              </Button>
            ))}
          </section>
        ))}
      </nav>
      <ErrorBoundary what="this page of the guide" key={path}>
        <Suspense fallback={<div className="guide-page" aria-busy />}>
          <Page path={path} />
        </Suspense>
      </ErrorBoundary>
    </OpenedDialog>
  );
}

/** One promise a page, so that rendering again does not fetch again. */
const texts = new Map<string, Promise<string>>();

function textOf(path: string): Promise<string> {
  const known = texts.get(path);
  if (known) return known;
  const text = pageText(path) ?? Promise.reject(new Error(`There is no page ${path}`));
  texts.set(path, text);
  text.catch(() => texts.delete(path));
  return text;
}

function Page({ path }: { readonly path: string }) {
  const heading = useOpenedGuide((guide) => guide.heading);
  const page = useRef<HTMLElement>(null);
  useEffect(() => {
    const found = heading && page.current?.querySelector(`#guide-${CSS.escape(heading.id)}`);
    if (found instanceof HTMLElement) {
      found.focus();
      found.scrollIntoView({ block: 'start' });
    } else page.current?.scrollTo({ top: 0 });
  }, [path, heading]);
  return (
    <article ref={page} className="guide-page" tabIndex={0} aria-label="Page of the guide">
      {path === LICENCES.path ? <LicencesPage /> : <TextPage path={path} />}
    </article>
  );
}

function TextPage({ path }: { readonly path: string }) {
  const text = use(textOf(path));
  return (
    <MarkdownPage
      text={text}
      path={path}
      onOpen={(target) => openGuide(target.path, target.heading)}
    />
  );
}
