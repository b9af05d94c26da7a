import { type Files, isWanted } from '../../cluster/index.ts';
import type { Page } from '../shared/action.ts';
import { doing } from '../shared/doing.ts';
import { open } from '../shared/opened.ts';
import { notice } from '../workspace/notice.ts';

/** A folder that came back from other machines, or its archive. */
export interface ChosenBundle {
  readonly name: string;
  readonly packed: Files | Blob;
}

/** Browsers call their classes by different names. */
const isFolder = (entry: FileSystemEntry | null | undefined): entry is FileSystemDirectoryEntry =>
  entry?.isDirectory === true;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

const bytesOf = async (file: Blob): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await file.arrayBuffer());

/** The dropped folder; must be read during the event. */
export function droppedFolder(
  transfer: DataTransfer | null,
): (() => Promise<ChosenBundle>) | undefined {
  const item = Array.from(transfer?.items ?? []).find(({ kind }) => kind === 'file');
  const entry = item?.webkitGetAsEntry();
  if (!isFolder(entry)) return undefined;
  return async () => {
    const files = new Map<string, Uint8Array<ArrayBuffer>>();
    await collect(entry, '', files);
    return { name: entry.name, packed: files };
  };
}

async function collect(
  folder: FileSystemDirectoryEntry,
  path: string,
  files: Map<string, Uint8Array<ArrayBuffer>>,
): Promise<void> {
  const reader = folder.createReader();
  for (;;) {
    // The browser returns a hundred at a time, then none.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (entries.length === 0) return;
    for (const entry of entries) {
      const name = path + entry.name;
      if (isFolder(entry)) {
        // Unfinished work is useless, and may be large.
        if (entry.name !== 'work') await collect(entry, `${name}/`, files);
      } else if (isFile(entry) && isWanted(name)) {
        const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
        files.set(name, await bytesOf(file));
      }
    }
  }
}

/** Lets the user choose a folder; nothing where none was chosen. */
function chooseFolder(): Promise<ChosenBundle | undefined> {
  const input = document.createElement('input');
  input.type = 'file';
  input.webkitdirectory = true;
  return new Promise((resolve, reject) => {
    input.addEventListener('change', () => {
      const chosen = Array.from(input.files ?? []);
      const [first] = chosen;
      if (!first) return resolve(undefined);
      const wanted = chosen.filter(({ webkitRelativePath: path }) => isWanted(path));
      Promise.all(
        wanted.map(async (file) => [file.webkitRelativePath, await bytesOf(file)] as const),
      ).then(
        (files) =>
          resolve({
            name: first.webkitRelativePath.split('/')[0] ?? 'The folder',
            packed: new Map(files),
          }),
        reject,
      );
    });
    input.addEventListener('cancel', () => resolve(undefined));
    input.click();
  });
}

/** Makes a run of what other machines found, or reports why not. */
export async function mergeBundle({ commands }: Page, chosen: ChosenBundle): Promise<void> {
  const { name, packed } = chosen;
  notice(null);
  const refused = await doing(`Merging ${name}`, () => commands.mergeShards(name, packed));
  if (refused !== undefined) notice(`${name} was not merged. ${refused}`);
  // The map of all configurations comes first.
  else open({ modelView: 'map' });
}

export async function mergeChosen(page: Page): Promise<void> {
  const chosen = await chooseFolder();
  if (chosen) await mergeBundle(page, chosen);
}
