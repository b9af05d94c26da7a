import { wordsOf } from '../../front/cuda/words.ts';
import { OWN_SEMANTICS } from '../../platform/index.ts';
import type { Settings } from '../kept/settings.ts';
import type { SessionState } from '../state.ts';
import type { SessionTools } from '../tools.ts';
import { type FileContent, fileStem, projectText, titleOf } from './kernel-file.ts';
import { NO_DOCUMENT, type OpenDocument, printOf } from './open-document.ts';
import type { OwnKernels } from './own-kernels.ts';

export interface FileToSave {
  readonly name: string;
  readonly text: string;
}

interface Open {
  readonly asPageBehaves: (settings: Settings) => Settings;
  readonly replace: (settings: Settings, document: OpenDocument, words: string) => void;
  readonly keep: () => void;
}

/** The open text as a file of the computer. */
export const fileCommands = (
  { store }: Pick<SessionTools, 'store'>,
  own: OwnKernels,
  { asPageBehaves, replace, keep }: Open,
) => ({
  /** Opens a read file as an own kernel; returns its id. */
  openFile(
    name: string,
    { kind, text, crlf, title, settings: found }: FileContent,
  ): string | undefined {
    const { settings, kernels } = store.getState();
    const { kernelName: _, ...others } = settings;
    const opened = found
      ? asPageBehaves(found)
      : { ...others, kernelText: text, example: '', semantics: OWN_SEMANTICS };
    const file = { name, kind, crlf, ...(title !== undefined && { title }) };
    const called = titleOf(file);
    const same = kernels.find(
      (kernel) => kernel.name === called && kernel.settings.kernelText === text,
    );
    const print = printOf(kind === 'project' ? projectText(opened) : text);
    const known = same ? { id: same.id, bases: [same.revision] } : NO_DOCUMENT;
    replace(opened, { ...known, file: { ...file, print } }, `open ${name}`);
    keep();
    return store.getState().document.id;
  },
  /** The open text as a file. */
  fileToSave(kind: 'kernel' | 'project'): FileToSave {
    const { settings, document, derived } = store.getState();
    const known = document.file?.name ?? own.find(document.id)?.name ?? derived.kernelName;
    const stem = fileStem(known ?? 'kernel');
    const title = own.find(document.id)?.name ?? derived.kernelName;
    return kind === 'project'
      ? { name: `${stem}.overtime.json`, text: projectText(settings, title) }
      : {
          name:
            document.file?.kind === 'kernel'
              ? document.file.name
              : `${stem}.${wordsOf(settings.kernelText).ending}`,
          text: document.file?.crlf
            ? settings.kernelText.replaceAll('\n', '\r\n')
            : settings.kernelText,
        };
  },
  /** It stands in a file now. */
  savedToFile(name: string, kind: 'kernel' | 'project'): void {
    const { settings, document } = store.getState();
    const print = printOf(kind === 'project' ? projectText(settings) : settings.kernelText);
    store.setState({
      document: { ...document, file: { name, kind, crlf: document.file?.crlf ?? false, print } },
    });
  },
});

/** The file differs from the editor. */
export function isFileModified({
  settings,
  document,
}: Pick<SessionState, 'settings' | 'document'>): boolean {
  if (!document.file) return false;
  const { kind, print } = document.file;
  return printOf(kind === 'project' ? projectText(settings) : settings.kernelText) !== print;
}
