import { type ReactNode, useState } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import type { WalkPlan } from '../../spin/spin.ts';

/** A run that the user chooses step by step. */
export interface Choosing {
  /** Choices of the user's own so far. */
  readonly made: number;
  readonly choose: (number: number) => void;
  readonly takeBack: () => void;
  /** Simulates another run, of which nothing has been chosen yet. */
  readonly begin: (plan: WalkPlan) => void;
  /** Forgets the choices. */
  readonly forget: () => void;
}

/** Choosing, and taking back what was chosen.
 * @param taken the steps taken so far, with those that had no alternative. */
export function useChoosing(
  taken: readonly number[],
  onSimulate: (plan: WalkPlan) => void,
): Choosing {
  // Choices before each of the user's own.
  const [before, setBefore] = useState<readonly (readonly number[])[]>([]);
  const forget = (): void => setBefore([]);
  return {
    made: before.length,
    choose(number) {
      setBefore([...before, taken]);
      onSimulate({ choices: [...taken, number] });
    },
    takeBack() {
      setBefore(before.slice(0, -1));
      onSimulate({ choices: before.at(-1) ?? [] });
    },
    begin(plan) {
      forget();
      onSimulate(plan);
    },
    forget,
  };
}

interface Props {
  readonly choosing: Choosing;
  readonly isBusy: boolean;
  /** The steps that can be taken, where the user chooses; in words, and as the model has them. */
  readonly choices:
    | readonly { readonly number: number; readonly words: ReactNode; readonly code: string }[]
    | undefined;
  /** Shown where nothing is to be chosen. */
  readonly note: string | undefined;
  /** Said where a simulated run can go no further. */
  readonly end: string | undefined;
  /** An error. */
  readonly message?: string | undefined;
  /** Further buttons. */
  readonly children: ReactNode;
}

/** A simulation: by a seed, or step by step as the user chooses. */
export function SimulationForm(props: Props) {
  const { choosing, isBusy, choices, note, end, message, children } = props;
  const [seed, setSeed] = useState('1');
  const isSeed = /^\d{1,9}$/.test(seed.trim());
  return (
    <div className="simulation">
      {choices ? (
        <>
          <h3>{`Choice ${choosing.made + 1}: which goes next?`}</h3>
          <ol className="choices" aria-label="Steps that can be taken">
            {choices.map(({ number, words, code }) => (
              <li key={number}>
                <Button
                  className="choice"
                  isDisabled={isBusy}
                  onPress={() => choosing.choose(number)}
                >
                  <span>{words}</span>
                  <code>{code}</code>
                </Button>
              </li>
            ))}
          </ol>
          <Button
            className="text-button"
            isDisabled={choosing.made === 0 || isBusy}
            onPress={choosing.takeBack}
          >
            Take the last one back
          </Button>
        </>
      ) : (
        note !== undefined && <p>{note}</p>
      )}
      <div className="simulation-row">
        <TextField
          className="seed-field compact-field"
          value={seed}
          onChange={setSeed}
          isInvalid={!isSeed}
        >
          <Label>Seed</Label>
          <Input inputMode="numeric" />
        </TextField>
        <Button
          className="button"
          isDisabled={!isSeed || isBusy}
          onPress={() => choosing.begin({ seed: Number(seed) })}
        >
          Let SPIN choose
        </Button>
        <Button
          className="button"
          isDisabled={isBusy}
          onPress={() => choosing.begin({ choices: [] })}
        >
          Choose myself
        </Button>
        {children}
      </div>
      {end !== undefined && <p className="simulation-end">{end}</p>}
      {message !== undefined && <p role="alert">{message}</p>}
    </div>
  );
}
