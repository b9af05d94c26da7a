import { isModelFile } from '../../session/promela/model-files.ts';
import { subjectOf } from '../../session/subject.ts';
import { isArchiveName } from '../../cluster/index.ts';
import { outside } from '../../outside/browser.ts';
import { mergeBundle } from '../cluster/bundle-files.ts';
import { CLUSTER_ACTIONS } from '../cluster/cluster-actions.ts';
import type { Action, Page } from '../shared/action.ts';
import { download } from '../shared/download.ts';
import { REPORT_ACTIONS } from '../report/report-actions.ts';
import { isLessonFile, offerClass, offerFile } from '../lessons/opened-lessons.ts';
import { open } from '../shared/opened.ts';
import { openModelFiles } from '../promela/model-files.ts';
import { type ChosenFile, chooseFile, isKernelFile, saveFile } from './computer-files.ts';
import { takeSpace } from './exchange-actions.ts';
import { notice } from './notice.ts';
import { openWorkbench, WORKBENCH_ACTIONS } from './workbench-actions.ts';
import { messageOf } from '../../base/message.ts';

/** Handles of own kernels by id, for this visit. */
const handles = new Map<string, FileSystemFileHandle>();

/** Opens a file and reports problems.
 * @param measured takes a file of data that is not ours. */
export async function openChosen(
  page: Page,
  chosen: ChosenFile,
  measured?: (file: File) => Promise<void>,
): Promise<void> {
  const { file, handle } = chosen;
  const { name } = file;
  notice(null);
  if (isArchiveName(name)) return mergeBundle(page, { name, packed: file });
  if (isModelFile(name)) return openModelFiles(page, [file]);
  if (isLessonFile(name)) return offerFile(file);
  if (measured && !/\.json$/i.test(name) && !isKernelFile(name)) return measured(file);
  const read = await outside.text(file, page.state.settings);
  if (!read.ok) {
    if (measured && !isKernelFile(name)) return measured(file);
    notice(`${name} was not opened. ${read.message}`);
  } else if (read.kind === 'space') await takeSpace(page, name, read.text);
  else if (read.kind === 'class') await offerClass(file);
  else if (read.kind === 'workbench') await openWorkbench(page, name, read.text);
  else {
    const { content } = read;
    const id = page.commands.openFile(content.name ?? name, content);
    if (handle && id !== undefined && content.name === undefined) handles.set(id, handle);
    if (content.note !== undefined) notice(content.note);
    open({ editor: 'kernel', missing: true });
  }
}

async function openFromComputer(page: Page): Promise<void> {
  const chosen = await chooseFile();
  if (chosen) await openChosen(page, chosen);
}

async function save(
  { state, commands }: Page,
  kind: 'kernel' | 'project',
  isElsewhere = false,
): Promise<void> {
  const { name, text } = commands.fileToSave(kind);
  const { id, file } = state.document;
  const isThere = !isElsewhere && file?.kind === kind;
  const known = isThere && id !== undefined ? handles.get(id) : undefined;
  notice(null);
  try {
    const saved = await saveFile(name, text, known);
    if (!saved) return;
    if (id !== undefined && saved.handle) handles.set(id, saved.handle);
    commands.savedToFile(saved.name, kind);
  } catch (error) {
    notice(`${name} was not saved: ${messageOf(error)}. Save it once more, under another name.`);
  }
}

const saveKernel = (page: Page): Promise<void> =>
  save(page, page.state.document.file?.kind ?? 'kernel');

async function saveModel({ commands }: Page): Promise<void> {
  const file = commands.modelToSave();
  if (!file) return;
  try {
    await saveFile(file.name, file.text);
  } catch (error) {
    notice(`${file.name} was not saved: ${messageOf(error)}. Save it once more.`);
  }
}

const NEW: Action<Page> = {
  id: 'new',
  label: 'New kernel',
  run: ({ commands }) => {
    commands.newKernel();
    open({ editor: 'kernel' });
  },
};

const OPEN: Action<Page> = {
  id: 'open',
  label: 'Open a file',
  keys: ['Control+O'],
  scope: 'everywhere',
  help: 'Open a kernel, a Promela model, a lesson, a project, a workbench or a search space (T1) from this computer',
  run: (page) => void openFromComputer(page),
};

const SAVE: Action<Page> = {
  id: 'save',
  label: 'Save',
  labelOn: ({ state }) => `Save ${subjectOf(state).fileName(state) ?? 'as a file'}`,
  keys: ['Control+S'],
  scope: 'everywhere',
  help: 'Save the kernel as a file',
  run: (page) => void subjectOf(page.state).of({ kernel: saveKernel, model: saveModel })(page),
};

const SAVE_AS: Action<Page> = {
  id: 'save-as',
  label: 'Save as another file',
  isEnabled: ({ state }) => state.document.file !== undefined,
  run: (page) => void save(page, 'kernel', true),
};

const SAVE_PROJECT: Action<Page> = {
  id: 'save-project',
  label: 'Save as a project, with all settings',
  run: (page) => void save(page, 'project'),
};

const KERNELS: Action<Page> = {
  id: 'kernels',
  label: 'Own kernels',
  run: () => open({ dialog: 'kernels' }),
};

const COMPARE: Action<Page> = {
  id: 'compare-kernels',
  label: 'Compare two kernels',
  run: () => open({ dialog: 'kernels-compared' }),
};

const UNDO: Action<Page> = {
  id: 'undo',
  label: 'Undo',
  labelOn: ({ state }) => `Undo: ${state.undo.undo ?? ''}`,
  keys: ['Control+Z'],
  scope: 'beside-texts',
  help: 'Undo the last change of a setting, of which kernel is open, or of a deleted kernel',
  isEnabled: ({ state }) => state.undo.undo !== undefined,
  run: ({ commands }) => commands.undo(),
};

const REDO: Action<Page> = {
  id: 'redo',
  label: 'Redo',
  labelOn: ({ state }) => `Redo: ${state.undo.redo ?? ''}`,
  keys: ['Control+Shift+Z', 'Control+Y'],
  scope: 'beside-texts',
  help: 'Redo what was undone',
  isEnabled: ({ state }) => state.undo.redo !== undefined,
  run: ({ commands }) => commands.redo(),
};

const SAVE_UNREADABLE: Action<Page> = {
  id: 'save-unreadable',
  label: 'Save what could not be read',
  isEnabled: ({ commands }) => commands.unreadable().length > 0,
  run: ({ commands }) => download('overtime-unreadable.txt', commands.unreadable().join('\n\n')),
};

/** Kernel commands in the menu's order. */
export const FILE_ACTIONS: readonly Action<Page>[] = [
  NEW,
  OPEN,
  SAVE,
  SAVE_AS,
  SAVE_PROJECT,
  ...WORKBENCH_ACTIONS,
  ...CLUSTER_ACTIONS,
  KERNELS,
  COMPARE,
  ...REPORT_ACTIONS,
  SAVE_UNREADABLE,
  UNDO,
  REDO,
];
