import { renderToStaticMarkup } from 'react-dom/server';
import tokens from '../theme/tokens.css?inline';
import styles from './report.css?inline';
import { Report } from './report.tsx';
import type { ReportContent } from './report-state.ts';

/** One HTML page that fetches and runs nothing; files are data URLs. */
export function savedPage(report: ReportContent): string {
  const page = (
    <html lang="en" data-theme="light">
      <head>
        <meta charSet="utf-8" />
        <meta
          httpEquiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"
        />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="generator" content="Overtime" />
        <title>{`${report.kernel}: Overtime report`}</title>
        {/* oxlint-disable-next-line react/no-danger -- the site's own style sheets */}
        <style dangerouslySetInnerHTML={{ __html: `${tokens}\n${styles}\n${GROUND}` }} />
      </head>
      <body>
        <main>
          <Report report={report} />
        </main>
      </body>
    </html>
  );
  return `<!doctype html>\n${renderToStaticMarkup(page)}\n`;
}

const GROUND = 'body{margin:0;background:var(--surface)}';
