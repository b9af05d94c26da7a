import { Button } from 'react-aria-components';
import { PageDialog } from '../shared/page-dialog.tsx';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import './consent.css';

/** Asked for once: searches leave the page's sandbox. */
export function NativeBar() {
  const { isAsking, machine } = useSessionState(({ native }) => native);
  const { answerNative } = useCommands();
  return (
    <PageDialog
      title="Search natively on this machine?"
      className="consent"
      isOpen={isAsking}
      onClose={() => answerNative(false)}
    >
      <p>
        Checks and tunings of models then run as processes of this machine, compiled by{' '}
        {machine?.compiler}, and not in the sandbox of WebAssembly. The server that you started
        makes them: it takes Promela alone, writes the verifier itself, keeps to limits of memory
        and time, and keeps each process from other files, processes and the network. Models with C
        or files of their own stay in WebAssembly. What is found is the same, and says where it was
        searched.
      </p>
      <div className="consent-buttons">
        <Button className="button primary" onPress={() => answerNative(true)}>
          Search natively
        </Button>
        <Button className="button" onPress={() => answerNative(false)}>
          Stay in WebAssembly
        </Button>
      </div>
    </PageDialog>
  );
}
