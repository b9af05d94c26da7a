import { EXPORTERS } from '../../exchange/index.ts';
import type { MadeFile } from '../../session/exchange/exchanging.ts';
import type { Action, Page } from '../shared/action.ts';
import { download } from '../shared/download.ts';
import { open } from '../shared/opened.ts';
import { notice } from './notice.ts';

/** Hands a file over, or says why there is none. */
export function saveMade(made: MadeFile): void {
  notice(made.ok ? null : made.message);
  if (made.ok) download(made.name, made.text, made.type ?? 'application/json');
}

/** Replaces the kernel's search space and reports problems. */
export async function takeSpace({ commands }: Page, name: string, text: string): Promise<void> {
  const { ok, message } = await commands.takeSearchSpace(text);
  notice(ok ? message : `${name} was not taken. ${message}`);
  if (ok) open({ editor: 'kernel' });
}

export const EXCHANGE_ACTIONS: readonly Action<Page>[] = EXPORTERS.filter(
  ({ of }) => of !== 'list',
).map((exporter) => ({
  id: `export-${exporter.id}`,
  group: 'Export',
  label: exporter.help,
  isEnabled: ({ state }) =>
    exporter.of === 'space'
      ? state.derived.obstacle === undefined
      : state.run.configurations.size > 0,
  run: ({ commands }) => saveMade(commands.exportedFile(exporter)),
}));
