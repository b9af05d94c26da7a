import { useState } from 'react';
import { Button } from 'react-aria-components';
import { whenInWords } from '../results/runs-words.ts';
import { IconButton } from '../shared/icon-button.tsx';
import { NameField } from '../shared/name-field.tsx';
import { open } from '../shared/opened.ts';
import { OpenedDialog } from '../shared/page-dialog.tsx';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import './kernels-pane.css';

/** All kernels of the user's: opened, renamed, copied, deleted. */
export const KernelsDialog = () => (
  <OpenedDialog id="kernels" title="Own kernels" className="kernels-dialog">
    <Kernels />
  </OpenedDialog>
);

function Kernels() {
  const kernels = useSessionState((state) => state.kernels);
  const opened = useSessionState((state) => state.document.id);
  const commands = useCommands();
  const [last, setLast] = useState<string>();
  const undoing = useSessionState((state) => state.undo.undo);
  // Undone elsewhere, it is here no more.
  const deleted = undoing === `delete ${last}` ? last : undefined;
  return (
    <>
      <p className="kernels-note soft-text" role="status">
        {deleted === undefined
          ? 'Every text that you write is kept here by itself, in this browser.'
          : `${deleted} is deleted.`}{' '}
        {deleted !== undefined && (
          <Button className="button small" onPress={commands.undo}>
            Undo
          </Button>
        )}
      </p>
      <table className="table kernels" aria-label="Own kernels">
        <thead>
          <tr>
            <th scope="col">name</th>
            <th scope="col">written</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {kernels.map(({ id, name, savedAt }) => (
            <tr key={id}>
              <td>
                <NameField
                  name={name}
                  label="Name of the kernel"
                  onName={(other) => commands.renameKernel(id, other)}
                />
              </td>
              <td>{id === opened ? 'open now' : whenInWords(savedAt)}</td>
              <td className="kernels-actions">
                <Button
                  className="button small"
                  aria-label={`Open ${name}`}
                  onPress={() => {
                    commands.openKernel(id);
                    open({ dialog: null, editor: 'kernel' });
                  }}
                >
                  Open
                </Button>
                <Button
                  className="button small"
                  aria-label={`Copy ${name}`}
                  onPress={() => commands.duplicateKernel(id)}
                >
                  Copy
                </Button>
                <IconButton
                  icon="close"
                  label={`Delete ${name}`}
                  onPress={() => {
                    commands.deleteKernel(id);
                    setLast(name);
                  }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {kernels.length === 0 && (
        <p className="kernels-note soft-text">
          None yet. Edit an example, open a file, or begin a new one.
        </p>
      )}
    </>
  );
}
