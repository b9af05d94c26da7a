import { Button } from 'react-aria-components';
import { PageDialog } from '../shared/page-dialog.tsx';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import './consent.css';

const PURPOSES = { check: 'check', tune: 'tune', recheck: 'check', open: 'run' } as const;

/** A model with C is read before its first run. */
export function ConsentBar() {
  const consent = useSessionState(({ model }) => model.consent);
  const { answerC } = useCommands();
  return (
    <PageDialog
      title="This model has C of its own"
      className="consent"
      isOpen={consent !== undefined}
      onClose={() => answerC(false)}
    >
      <p>
        To {consent && PURPOSES[consent.for]} it, this C is compiled into the verifier and run. It
        runs inside the sandbox of the verifier alone, as WebAssembly: without files, without the
        network, and it can be cancelled like any search. Nothing of it has been run.
      </p>
      <pre tabIndex={0} aria-label="C of the model">
        {consent?.c.join('\n')}
      </pre>
      <div className="consent-buttons">
        <Button className="button primary" onPress={() => answerC(true)}>
          I have looked: run it
        </Button>
        <Button className="button" onPress={() => answerC(false)}>
          Do not run it
        </Button>
      </div>
    </PageDialog>
  );
}
