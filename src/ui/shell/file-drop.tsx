import { useEffect, useState } from 'react';
import { open } from '../shared/opened.ts';
import { report } from '../shared/problems.ts';
import { useCommands } from '../shared/session-context.tsx';

const hasFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes('Files') === true;

/** A file of measured times can be dropped anywhere on the page. */
export function FileDrop() {
  const { importMeasured } = useCommands();
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const ending = new AbortController();
    // Before the editor, which would take the file for text, and the browser, which would leave the page.
    const options = { capture: true, signal: ending.signal };
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      setIsOver(true);
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      setIsOver(false);
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      open({ results: 'measured' });
      importMeasured(file).then((done) => done && open({ dialog: 'columns' }), report);
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
  }, [importMeasured]);
  return isOver ? <div className="drop-hint">Drop the measured times here</div> : null;
}
