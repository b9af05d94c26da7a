import { useEffect, useState } from 'react';
import { isModelFile } from '../../session/promela/model-files.ts';
import { subjectOf } from '../../session/subject.ts';
import { droppedFolder, mergeBundle } from '../cluster/bundle-files.ts';
import { openModelFiles } from '../promela/model-files.ts';
import { open } from '../shared/opened.ts';
import { report } from '../shared/problems.ts';
import { useCommands, usePage } from '../shared/session-context.tsx';
import { droppedFile } from '../workspace/computer-files.ts';
import { openChosen } from '../workspace/file-actions.ts';

const hasFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes('Files') === true;

const isIncluded = ({ name }: File): boolean => /\.(h|inc|pml)$/i.test(name);

/** Kernels, models, projects and measured times can be dropped anywhere. */
export function FileDrop() {
  const { importMeasured } = useCommands();
  const page = usePage();
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const ending = new AbortController();
    // Before the editor inserts it or the browser opens it.
    const options = { capture: true, signal: ending.signal };
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      setIsOver(true);
    };
    const take = async (transfer: DataTransfer | null): Promise<void> => {
      // Asked before the event is over.
      const folder = droppedFolder(transfer);
      if (folder) return mergeBundle(page(), await folder());
      const all = [...(transfer?.files ?? [])];
      const { hasIncludes } = subjectOf(page().state);
      if (all.some(({ name }) => isModelFile(name)) || (hasIncludes && all.every(isIncluded)))
        return openModelFiles(page(), all);
      const chosen = await droppedFile(transfer);
      if (!chosen) return;
      await openChosen(page(), chosen, async (file) => {
        open({ results: 'measured' });
        if (await importMeasured(file)) open({ dialog: 'columns' });
      });
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      setIsOver(false);
      take(event.dataTransfer).catch(report);
    };
    window.addEventListener('dragenter', over, options);
    window.addEventListener('dragover', over, options);
    window.addEventListener('drop', drop, options);
    window.addEventListener(
      'dragleave',
      (event) => !event.relatedTarget && setIsOver(false),
      options,
    );
    return () => ending.abort();
  }, [importMeasured, page]);
  return isOver ? (
    <div className="drop-hint">
      Drop a kernel, a Promela model, a workbench, a lesson, measured times or a run folder here
    </div>
  ) : null;
}
