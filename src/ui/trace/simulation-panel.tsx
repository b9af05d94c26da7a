import { useState } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import { valuesInWords } from './message-words.ts';

/** Runs of SPIN's simulator: by a seed, or step by step as the user chooses. */
export function SimulationPanel() {
  const commands = useCommands();
  const values = useSessionState((state) => state.trace.values) ?? {};
  const choices = useSessionState((state) => state.explorer.choices);
  const loading = useSessionState((state) => state.trace.phase === 'loading');
  const simulated = useSessionState((state) => state.trace.origin === 'simulation');
  const [seed, setSeed] = useState('1');
  const [taken, setTaken] = useState<readonly number[]>([]);
  const isSeed = /^\d{1,9}$/.test(seed.trim());
  const choose = (next: readonly number[]): void => {
    setTaken(next);
    commands.simulate({ choices: next }, values);
  };
  return (
    <div className="simulation">
      <p>
        {`A run of ${valuesInWords(values)} by SPIN's simulator: no search, any order of steps that the model allows.`}
      </p>
      <div className="simulation-row">
        <TextField className="seed-field" value={seed} onChange={setSeed} isInvalid={!isSeed}>
          <Label>Seed</Label>
          <Input inputMode="numeric" />
        </TextField>
        <Button
          className="button"
          isDisabled={!isSeed || loading}
          onPress={() => commands.simulate({ seed: Number(seed) }, values)}
        >
          Let SPIN choose
        </Button>
        <Button className="button" isDisabled={loading} onPress={() => choose([])}>
          Choose myself
        </Button>
        <Button
          className="button"
          isDisabled={!simulated || loading}
          onPress={() => commands.showTraceOf(values)}
        >
          Back to the search&rsquo;s run
        </Button>
      </div>
      {choices && (
        <>
          <h3>{`Step ${taken.length + 1}: which goes next?`}</h3>
          <ol className="choices" aria-label="Steps that can be taken">
            {choices.map(({ number, label, statement, line }) => (
              <li key={number}>
                <Button
                  className="choice"
                  isDisabled={loading}
                  onPress={() => choose([...taken, number])}
                >
                  <strong>{label}</strong>
                  <code>{statement}</code>
                  {line !== undefined && <span>{`line ${line}`}</span>}
                </Button>
              </li>
            ))}
          </ol>
          <Button
            className="text-button"
            isDisabled={taken.length === 0 || loading}
            onPress={() => choose(taken.slice(0, -1))}
          >
            Take the last one back
          </Button>
        </>
      )}
    </div>
  );
}
