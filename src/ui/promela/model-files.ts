import { outside } from '../../outside/browser.ts';
import { subjectOf } from '../../session/subject.ts';
import type { Page } from '../shared/action.ts';
import { notice } from '../workspace/notice.ts';

/** Opens a model with its includes, or adds files to the open one. */
export async function openModelFiles(
  { state, commands }: Page,
  files: readonly File[],
): Promise<void> {
  if (files.length === 0) return;
  notice(null);
  const read = await outside.models(files);
  if (!read.ok) return notice(read.message);
  const { model, included } = read;
  if (model) commands.openModel(model.name, { text: model.text, files: included });
  else if (subjectOf(state).hasIncludes)
    for (const [name, text] of Object.entries(included)) commands.setModelFile(name, text);
}
