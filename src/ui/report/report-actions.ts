import type { Action, Page } from '../shared/action.ts';
import { doing, seen } from '../shared/doing.ts';
import { download } from '../shared/download.ts';
import { reportPart } from './fetched-report.ts';

const fileNameOf = (kernel: string): string => `${kernel.replaceAll(/\W+/g, '-')}-report.html`;

/** The browser's own key does the same. */
const PRINT: Action<Page> = {
  id: 'print-report',
  label: 'Print a report',
  keys: ['Control+P'],
  scope: 'everywhere',
  help: 'Print a report, or save it as PDF',
  run: async () => {
    // Without it the page itself is printed.
    await reportPart().catch(() => undefined);
    await seen();
    window.print();
  },
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
      // The renderer is fetched on demand.
      const [{ reportOf }, { savedPage }] = await Promise.all([
        reportPart(),
        import('./saved-page.tsx'),
      ]);
      const report = reportOf({ state, commands, language }, native);
      await seen();
      download(fileNameOf(report.kernel), savedPage(report), 'text/html');
    }),
};

export const REPORT_ACTIONS: readonly Action<Page>[] = [PRINT, SAVE];
