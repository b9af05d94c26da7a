import { Button } from 'react-aria-components';
import type { SessionState, WalkPlan } from '../../session/index.ts';
import { choiceInWords } from './choice-words.ts';
import { SimulationForm, useChoosing } from './choosing.tsx';
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
  const { values = {}, phase, origin, trace } = view;
  const { choices, taken = [], simulating = false } = explorer;
  const isBusy = phase === 'loading' || simulating;
  const isSimulated = origin === 'simulation';
  const choosing = useChoosing(taken, onSimulate);
  return (
    <div className="simulation">
      <SimulationForm
        {...{ choosing, isBusy }}
        choices={choices?.map((choice) => ({
          number: choice.number,
          words: choiceInWords(trace, choice, lines),
          code:
            choice.line === undefined
              ? choice.statement
              : `${choice.statement}, line ${choice.line}`,
        }))}
        note={`A run of ${valuesInWords(values)} by SPIN's simulator: no search, any order of steps that the model allows.`}
        end={
          isSimulated && !choices && !isBusy ? 'The run is over: no step can be taken.' : undefined
        }
      >
        <Button className="button" isDisabled={!isSimulated || isBusy} onPress={onBack}>
          Back to the search&rsquo;s run
        </Button>
      </SimulationForm>
    </div>
  );
}
