import { KERNEL_ENDINGS } from '../../language/index.ts';
import { download } from '../shared/download.ts';

/** A file of the computer that was chosen to be opened. */
export interface ChosenFile {
  readonly file: File;
  /** By which it can be written back, where the browser has that. */
  readonly handle?: FileSystemFileHandle | undefined;
}

const KERNELS = [...KERNEL_ENDINGS, 'py', 'c', 'h', 'txt', 'pml', 'md'].map(
  (ending): `.${string}` => `.${ending}`,
);
const MODELS = ['.pml', '.prom', '.promela', '.spin', '.h', '.inc', '.txt'] as const;

const TYPES: NonNullable<FilePickerOptions['types']> = [
  {
    description: 'Kernels, models, lessons and projects',
    accept: {
      'text/plain': KERNELS,
      'application/json': ['.json'],
      'application/zip': ['.zip'],
      'application/gzip': ['.tgz', '.gz'],
    },
  },
];

/** Otherwise a file holds measured times. */
export const isKernelFile = (name: string): boolean =>
  /\.(c|h|py|txt|overtime\.json)$/i.test(name) ||
  KERNEL_ENDINGS.includes(/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? 'cl');

const isCancelled = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

export async function chooseFile(): Promise<ChosenFile | undefined> {
  if (!window.showOpenFilePicker) return chooseByInput();
  try {
    const [handle] = await window.showOpenFilePicker({ types: TYPES });
    return handle && { file: await handle.getFile(), handle };
  } catch (error) {
    if (isCancelled(error)) return undefined;
    throw error;
  }
}

/** A model and the files it includes; empty if none were chosen. */
export function chooseFiles(): Promise<readonly File[]> {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.accept = MODELS.join(',');
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}

function chooseByInput(): Promise<ChosenFile | undefined> {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = [...KERNELS, '.json', '.zip', '.tgz', '.gz', '.tar'].join(',');
  return new Promise((resolve) => {
    input.addEventListener('change', () => {
      const file = input.files?.[0];
      resolve(file && { file });
    });
    input.addEventListener('cancel', () => resolve(undefined));
    input.click();
  });
}

/** Must be read during the event. */
export function droppedFile(transfer: DataTransfer | null): Promise<ChosenFile | undefined> {
  const item = Array.from(transfer?.items ?? []).find(({ kind }) => kind === 'file');
  const file = item?.getAsFile() ?? transfer?.files[0];
  if (!file) return Promise.resolve(undefined);
  const asked: unknown =
    item && 'getAsFileSystemHandle' in item && typeof item.getAsFileSystemHandle === 'function'
      ? item.getAsFileSystemHandle()
      : undefined;
  return Promise.resolve(asked).then(
    (handle) => ({ file, ...(isFileHandle(handle) && { handle }) }),
    () => ({ file }),
  );
}

const isFileHandle = (handle: unknown): handle is FileSystemFileHandle =>
  typeof FileSystemFileHandle !== 'undefined' && handle instanceof FileSystemFileHandle;

/** Where a text was saved to. */
export interface SavedFile {
  readonly name: string;
  readonly handle?: FileSystemFileHandle;
}

/** Writes a file: the given one, a chosen one or a download; undefined if cancelled. */
export async function saveFile(
  name: string,
  text: string,
  known?: FileSystemFileHandle,
): Promise<SavedFile | undefined> {
  if (!known && !window.showSaveFilePicker) {
    download(name, text);
    return { name };
  }
  try {
    const handle = known ?? (await window.showSaveFilePicker?.({ suggestedName: name }));
    if (!handle) return undefined;
    const writable = await handle.createWritable();
    await writable.write(text);
    await writable.close();
    return { name: handle.name, handle };
  } catch (error) {
    if (isCancelled(error)) return undefined;
    throw error;
  }
}
