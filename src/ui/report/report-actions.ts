import type { Action, Page } from '../shared/action.ts';
import { doing, seen } from '../shared/doing.ts';
import { download } from '../shared/download.ts';
import { reportOf } from './report-state.ts';

const fileNameOf = (kernel: string): string => `${kernel.replaceAll(/\W+/g, '-')}-report.html`;

/** The browser's own key does the same. */
const PRINT: Action<Page> = {
  id: 'print-report',
  label: 'Print a report',
  keys: ['Control+P'],
  scope: 'everywhere',
  help: 'Print a report, or save it as PDF',
  run: () => window.print(),
};

const SAVE: Action<Page> = {
  id: 'save-report',
  label: 'Save a report as one page',
  help: 'Save a report as a page that opens anywhere',
  run: ({ commands, language }) =>
    doing('Writing the report', async () => {
      const state = await commands.gatherEvidence();
      // If the tools fail, the report has no files.
      const native = await commands.nativeCheck().catch(() => undefined);
      await seen();
      const report = reportOf({ state, commands, language }, native);
      // The renderer is fetched on demand.
      const { savedPage } = await import('./saved-page.tsx');
      await seen();
      download(fileNameOf(report.kernel), savedPage(report), 'text/html');
    }),
};

export const REPORT_ACTIONS: readonly Action<Page>[] = [PRINT, SAVE];
