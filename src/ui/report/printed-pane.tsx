import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { usePage } from '../shared/session-context.tsx';
import { reportPart } from './fetched-report.ts';
import type { ReportContent } from './report-state.ts';
import './printed.css';
import './report.css';

type Part = Awaited<ReturnType<typeof reportPart>>;

/** Rendered when printing begins. */
export function PrintedPane() {
  const page = usePage();
  const [part, setPart] = useState<Part>();
  const [report, setReport] = useState<ReportContent>();
  useEffect(() => {
    void reportPart().then(setPart, () => undefined);
  }, []);
  useEffect(() => {
    if (!part) return;
    // The browser prints what is there when this returns.
    const begin = (): void => flushSync(() => setReport(part.reportOf(page())));
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
  }, [page, part]);
  if (!report || !part) return null;
  return createPortal(
    <div className="printed">
      <part.Report report={report} />
    </div>,
    document.body,
  );
}
