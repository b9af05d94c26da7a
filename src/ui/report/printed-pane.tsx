import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { usePage } from '../shared/session-context.tsx';
import { Report } from './report.tsx';
import { type ReportContent, reportOf } from './report-state.ts';
import './printed.css';
import './report.css';

/** Rendered when printing begins. */
export function PrintedPane() {
  const page = usePage();
  const [report, setReport] = useState<ReportContent>();
  useEffect(() => {
    // The browser prints what is there when this returns.
    const begin = (): void => flushSync(() => setReport(reportOf(page())));
    const end = (): void => setReport(undefined);
    const media = matchMedia('print');
    const change = (): void => (media.matches ? begin() : end());
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    media.addEventListener('change', change);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
      media.removeEventListener('change', change);
    };
  }, [page]);
  if (!report) return null;
  return createPortal(
    <div className="printed">
      <Report report={report} />
    </div>,
    document.body,
  );
}
