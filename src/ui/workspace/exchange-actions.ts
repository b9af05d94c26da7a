import { isSearchSpace, type MadeFile, MOST_FILE_BYTES } from '../../session/index.ts';
import type { Action, Page } from '../shared/action.ts';
import { download } from '../shared/download.ts';
import { open } from '../shared/opened.ts';
import { notice } from './notice.ts';

/** Hands a file over, or says why there is none. */
export function saveMade(made: MadeFile): void {
  notice(made.ok ? null : made.message);
  if (made.ok) download(made.name, made.text, 'application/json');
}

/** The search space (T1) in a file; nothing where it holds something else. */
export async function searchSpaceIn(file: File): Promise<string | undefined> {
  if (!/\.json$/i.test(file.name) || file.size > MOST_FILE_BYTES) return undefined;
  const text = await file.text();
  return isSearchSpace(text) ? text : undefined;
}

/** Takes a search space in place of the kernel's own; what is to be said of it is told. */
export function takeSpace({ commands }: Page, name: string, text: string): void {
  const { ok, message } = commands.takeSearchSpace(text);
  notice(ok ? message : `${name} was not taken. ${message}`);
  if (ok) open({ editor: 'kernel' });
}

const EXPORT_SPACE: Action<Page> = {
  id: 'export-space',
  group: 'Export',
  label: 'the search space of the kernel (T1)',
  isEnabled: ({ state }) => state.derived.obstacle === undefined,
  run: ({ commands }) => saveMade(commands.searchSpaceFile()),
};

const EXPORT_RESULTS: Action<Page> = {
  id: 'export-results',
  group: 'Export',
  label: 'the results of the run (T4)',
  isEnabled: ({ state }) => state.run.configurations.size > 0,
  run: ({ commands }) => saveMade(commands.resultsFile()),
};

/** What is written for the community's other tools. */
export const EXCHANGE_ACTIONS: readonly Action<Page>[] = [EXPORT_SPACE, EXPORT_RESULTS];
