import { useState } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import type { SessionState, WalkPlan } from '../../session/index.ts';
import { choiceInWords } from './choice-words.ts';
import { valuesInWords } from './event-words.ts';
import type { KernelLines } from './kernel-lines.ts';

interface Props {
  readonly view: SessionState['trace'];
  readonly explorer: SessionState['explorer'];
  readonly lines: KernelLines;
  readonly onSimulate: (plan: WalkPlan) => void;
  /** Shows the run of the search again. */
  readonly onBack: () => void;
}

/** Runs of SPIN's simulator: by a seed, or step by step as the user chooses. */
export function SimulationPanel({ view, explorer, lines, onSimulate, onBack }: Props) {
  const { values = {}, phase, origin } = view;
  const { choices, taken = [], simulating = false } = explorer;
  const loading = phase === 'loading' || simulating;
  const simulated = origin === 'simulation';
  const [seed, setSeed] = useState('1');
  // What had been chosen before each choice of the user's own.
  const [before, setBefore] = useState<readonly (readonly number[])[]>([]);
  const isSeed = /^\d{1,9}$/.test(seed.trim());
  const start = (): void => {
    setBefore([]);
    onSimulate({ choices: [] });
  };
  const choose = (number: number): void => {
    setBefore([...before, taken]);
    onSimulate({ choices: [...taken, number] });
  };
  const takeBack = (): void => {
    setBefore(before.slice(0, -1));
    onSimulate({ choices: before.at(-1) ?? [] });
  };
  return (
    <div className="simulation">
      {choices && (
        <>
          <h3>{`Choice ${before.length + 1}: which goes next?`}</h3>
          <ol className="choices" aria-label="Steps that can be taken">
            {choices.map((choice) => (
              <li key={choice.number}>
                <Button
                  className="choice"
                  isDisabled={loading}
                  onPress={() => choose(choice.number)}
                >
                  <span>{choiceInWords(view.trace, choice, lines)}</span>
                  <code>
                    {choice.line === undefined
                      ? choice.statement
                      : `${choice.statement}, line ${choice.line}`}
                  </code>
                </Button>
              </li>
            ))}
          </ol>
          <Button
            className="text-button"
            isDisabled={before.length === 0 || loading}
            onPress={takeBack}
          >
            Take the last one back
          </Button>
        </>
      )}
      {!choices && (
        <p>
          {`A run of ${valuesInWords(values)} by SPIN's simulator: no search, any order of steps that the model allows.`}
        </p>
      )}
      <div className="simulation-row">
        <TextField className="seed-field" value={seed} onChange={setSeed} isInvalid={!isSeed}>
          <Label>Seed</Label>
          <Input inputMode="numeric" />
        </TextField>
        <Button
          className="button"
          isDisabled={!isSeed || loading}
          onPress={() => onSimulate({ seed: Number(seed) })}
        >
          Let SPIN choose
        </Button>
        <Button className="button" isDisabled={loading} onPress={start}>
          Choose myself
        </Button>
        <Button className="button" isDisabled={!simulated || loading} onPress={onBack}>
          Back to the search&rsquo;s run
        </Button>
      </div>
      {simulated && !choices && !loading && (
        <p className="simulation-end">The run is over: no step can be taken.</p>
      )}
    </div>
  );
}
