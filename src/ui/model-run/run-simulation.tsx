import { useState } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import type { Commands, ModelRunView } from '../../session/index.ts';
import { plainStatement } from './run-words.ts';

export type ChosenBefore = readonly (readonly number[])[];

interface Props {
  readonly view: ModelRunView;
  /** The step of the trail at the cursor, where the trail is shown. */
  readonly upTo: number | undefined;
  /** What had been chosen before each choice of the user's own. */
  readonly before: ChosenBefore;
  readonly onBefore: (before: ChosenBefore) => void;
  readonly onSimulate: Commands['simulateModel'];
  readonly onBack: Commands['showTrailAgain'];
}

/** Free simulation of a model: by a seed, as the user chooses among the steps that can be taken, or from somewhere in
 * the trail on. */
export function RunSimulation({ view, upTo, before, onBefore, onSimulate, onBack }: Props) {
  const { choices, taken, isBusy, origin, trail, hasC, message, trace } = view;
  const labels = new Map(trace?.processes.map(({ pid, label }) => [pid, label]));
  const [seed, setSeed] = useState('1');
  const isSeed = /^\d{1,9}$/.test(seed.trim());
  const isSimulated = origin === 'simulation';
  if (hasC)
    return (
      <p className="inspector-note">
        The model has C of its own, which SPIN&rsquo;s simulator does not run. Runs that a check
        finds are followed by the verifier.
      </p>
    );
  const begin = (plan: Parameters<Commands['simulateModel']>[0]): void => {
    onBefore([]);
    onSimulate(plan);
  };
  const choose = (number: number): void => {
    onBefore([...before, taken]);
    onSimulate({ choices: [...taken, number] });
  };
  const takeBack = (): void => {
    onBefore(before.slice(0, -1));
    onSimulate({ choices: before.at(-1) ?? [] });
  };
  return (
    <div className="simulation">
      {choices && (
        <>
          <h3>{`Choice ${before.length + 1}: which goes next?`}</h3>
          <ol className="choices" aria-label="Steps that can be taken">
            {choices.map(({ number, process, pid, line, statement, isOfTrail }) => (
              <li key={number}>
                <Button className="choice" isDisabled={isBusy} onPress={() => choose(number)}>
                  <span>
                    {labels.get(pid) ?? `${process} ${pid}`}
                    {line !== undefined && `, line ${line}`}
                    {isOfTrail && <em className="run-loop-word"> as in the trail</em>}
                  </span>
                  <code>{plainStatement(statement)}</code>
                </Button>
              </li>
            ))}
          </ol>
          <Button
            className="text-button"
            isDisabled={before.length === 0 || isBusy}
            onPress={takeBack}
          >
            Take the last one back
          </Button>
        </>
      )}
      {!choices && !isSimulated && (
        <p>SPIN&rsquo;s simulator runs the model: no search, any order that the model allows.</p>
      )}
      <div className="simulation-row">
        <TextField className="seed-field" value={seed} onChange={setSeed} isInvalid={!isSeed}>
          <Label>Seed</Label>
          <Input inputMode="numeric" />
        </TextField>
        <Button
          className="button"
          isDisabled={!isSeed || isBusy}
          onPress={() => begin({ seed: Number(seed) })}
        >
          Let SPIN choose
        </Button>
        <Button className="button" isDisabled={isBusy} onPress={() => begin({ choices: [] })}>
          Choose myself
        </Button>
        {trail && !isSimulated && (
          <Button
            className="button"
            isDisabled={isBusy || upTo === undefined}
            onPress={() => upTo !== undefined && begin({ upTo })}
          >
            Go on from this step
          </Button>
        )}
        {trail && isSimulated && (
          <Button className="button" isDisabled={isBusy} onPress={onBack}>
            Back to the trail
          </Button>
        )}
      </div>
      {isSimulated && !choices && !isBusy && (
        <p className="simulation-end">
          {trace?.run.isCut === true
            ? 'The run goes on: this is its beginning.'
            : 'The run is over: no step can be taken.'}
        </p>
      )}
      {message !== undefined && <p role="alert">{message}</p>}
    </div>
  );
}
