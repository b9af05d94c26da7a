import { useState } from 'react';
import { PanelMessage } from '../shared/panel-message.tsx';
import { SelectField } from '../shared/select-field.tsx';
import { useSessionState } from '../shared/session-context.tsx';
import './spin-pane.css';

/** The latest, whatever it is. */
const LATEST = 'latest';

/** Raw output of SPIN and the verifiers, call by call. */
export function SpinPane() {
  const outputs = useSessionState((state) => state.outputs);
  const [chosen, setChosen] = useState(LATEST);
  // Simulations come in dozens, and a search says more.
  const latest = outputs.findLast(({ command }) => command.startsWith('pan')) ?? outputs.at(-1);
  const shown = outputs.find(({ number }) => String(number) === chosen) ?? latest;
  if (!shown) {
    return (
      <PanelMessage icon="chip" title="SPIN has not run yet">
        Press Tune: what SPIN and the verifiers print stands here as it is.
      </PanelMessage>
    );
  }
  return (
    <div className="whole column">
      <SelectField
        className="small spin-calls"
        label="call"
        options={[
          { id: LATEST, label: 'the latest search' },
          ...outputs
            .map(({ number, command }) => ({ id: String(number), label: `${number}  ${command}` }))
            .toReversed(),
        ]}
        value={chosen}
        onChange={setChosen}
      />
      <pre className="spin-output ring-inside fills" tabIndex={0} aria-label="What SPIN printed">
        <span className="spin-command strong-text">$ {shown.command}</span>
        {'\n'}
        {shown.text}
      </pre>
    </div>
  );
}
