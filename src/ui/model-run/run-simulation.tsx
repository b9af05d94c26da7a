import { Button } from 'react-aria-components';
import type { Commands, ModelRunView } from '../../session/index.ts';
import { type Choosing, SimulationForm } from '../trace/choosing.tsx';
import { plainStatement } from './run-words.ts';

interface Props {
  readonly view: ModelRunView;
  /** The step of the trail at the cursor, where the trail is shown. */
  readonly upTo: number | undefined;
  readonly choosing: Choosing;
  readonly onSimulate: Commands['simulateModel'];
  readonly onBack: Commands['showTrailAgain'];
}

/** Free simulation of a model: by a seed, as the user chooses among the steps that can be taken, or from somewhere in
 * the trail on. */
export function RunSimulation({ view, upTo, choosing, onSimulate, onBack }: Props) {
  const { choices, isBusy, origin, trail, hasC, message, trace } = view;
  const labels = new Map(trace?.processes.map(({ pid, label }) => [pid, label]));
  const isSimulated = origin === 'simulation';
  if (hasC)
    return (
      <p className="inspector-note">
        The model has C of its own, which SPIN’s simulator does not run. Runs that a check finds are
        followed by the verifier.
      </p>
    );
  return (
    <div className="simulation">
      <SimulationForm
        {...{ choosing, isBusy }}
        choices={choices?.map(({ number, process, pid, line, statement, isOfTrail }) => ({
          number,
          words: (
            <>
              {labels.get(pid) ?? `${process} ${pid}`}
              {line !== undefined && `, line ${line}`}
              {isOfTrail && <em className="run-loop-word"> as in the trail</em>}
            </>
          ),
          code: plainStatement(statement),
        }))}
        note={
          isSimulated
            ? undefined
            : "SPIN's simulator runs the model: no search, any order that the model allows."
        }
        end={
          !isSimulated || choices || isBusy
            ? undefined
            : trace?.run.isCut === true
              ? 'The run goes on: this is its beginning.'
              : 'The run is over: no step can be taken.'
        }
      >
        {trail && !isSimulated && (
          <Button
            className="button"
            isDisabled={isBusy || upTo === undefined}
            onPress={() => {
              if (upTo === undefined) return;
              choosing.forget();
              onSimulate({ upTo });
            }}
          >
            Go on from this step
          </Button>
        )}
        {trail && isSimulated && (
          <Button className="button" isDisabled={isBusy} onPress={onBack}>
            Back to the trail
          </Button>
        )}
      </SimulationForm>
      {message !== undefined && <p role="alert">{message}</p>}
    </div>
  );
}
