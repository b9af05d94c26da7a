import { withAdvice } from '../../base/message.ts';
import { EXPORTERS } from '../../exchange/index.ts';
import type { MadeFile } from '../../session/exchange/exchanging.ts';
import type { Action, Page } from '../shared/action.ts';
import { download } from '../shared/download.ts';
import { open } from '../shared/opened.ts';
import { notice } from './notice.ts';

/** Hands a file over, or says why there is none. */
export async function saveMade(making: Promise<MadeFile>): Promise<void> {
  const made = await making.catch((error: unknown) => ({
    ok: false as const,
    message: withAdvice(error),
  }));
  notice(made.ok ? null : made.message);
  if (made.ok) download(made.name, made.text, made.type ?? 'application/json');
}

/** Replaces the kernel's search space and reports problems. */
export async function takeSpace({ commands }: Page, name: string, text: string): Promise<void> {
  const { ok, message } = await commands.takeSearchSpace(text);
  notice(ok ? message : `${name} was not taken. ${message}`);
  if (ok) open({ editor: 'kernel' });
}

/** Puts a text into the clipboard, or into a file where the page may not. */
async function copyAs({ commands, state }: Page, to: 'opencl' | 'cuda'): Promise<void> {
  const copied = await commands.copiedAs(to);
  if (!copied.ok) {
    const { span } = copied;
    const { kernelText } = state.settings;
    const line = span && kernelText.slice(0, span.start).split('\n').length;
    notice(line === undefined ? copied.why : `Line ${line}: ${copied.why}`);
    return;
  }
  try {
    await navigator.clipboard.writeText(copied.text);
    notice(`Copied, with the parameters put in.`);
  } catch {
    download(to === 'cuda' ? 'kernel.cu' : 'kernel.cl', copied.text, 'text/plain');
    notice('The browser does not let the page copy: it is a file.');
  }
}

const COPY_ACTIONS: readonly Action<Page>[] = (['cuda', 'opencl'] as const).map((to) => ({
  id: `copy-as-${to}`,
  group: 'Export',
  label: `Copy as ${to === 'cuda' ? 'CUDA' : 'OpenCL'}`,
  isEnabled: ({ state }) => state.derived.obstacle === undefined,
  run: (page) => void copyAs(page, to),
}));

const EXPORT_ACTIONS: readonly Action<Page>[] = EXPORTERS.filter(({ of }) => of !== 'list').map(
  (exporter) => ({
    id: `export-${exporter.id}`,
    group: 'Export',
    label: exporter.help,
    isEnabled: ({ state }) =>
      exporter.of === 'space'
        ? state.derived.obstacle === undefined
        : state.run.configurations.size > 0,
    run: ({ commands }) => void saveMade(commands.exportedFile(exporter)),
  }),
);

export const EXCHANGE_ACTIONS: readonly Action<Page>[] = [...COPY_ACTIONS, ...EXPORT_ACTIONS];
