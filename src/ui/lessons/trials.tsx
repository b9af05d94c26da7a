import { Button } from 'react-aria-components';
import { Icon } from '../shared/icons.tsx';
import { report } from '../shared/problems.ts';
import type { TrialsState } from './use-trials.ts';

/** The checks of a lesson; pressing a row runs it and shows its run. */
export function Trials({ trials, outcomes, running, shown, run, stop }: TrialsState) {
  const known = trials.flatMap(({ id }) => outcomes[id] ?? []);
  const held = known.filter(({ holds }) => holds).length;
  return (
    <section className="author-checks" aria-label="Checks">
      <div className="author-head row">
        <h3>Checks</h3>
        <span className="note" role="status">
          {known.length > 0 && `${held} of ${known.length} as they should be`}
        </span>
        {running === undefined ? (
          <Button
            className="button primary"
            isDisabled={trials.length === 0}
            onPress={() => void run(trials).catch(report)}
          >
            <Icon name="shield" /> Check all
          </Button>
        ) : (
          <Button className="button" onPress={stop}>
            Cancel
          </Button>
        )}
      </div>
      {trials.length === 0 && <p className="note">It has no task to check.</p>}
      <ul>
        {trials.map((trial) => {
          const outcome = outcomes[trial.id];
          return (
            <li key={trial.id} data-trial={trial.id} data-state={stateOf(outcome)}>
              <Button
                className={`author-check${shown?.id === trial.id ? ' shown' : ''}`}
                isDisabled={running !== undefined}
                onPress={() => void run([trial]).catch(report)}
              >
                <Icon
                  name={running === trial.id ? 'hourglass' : SIGNS[stateOf(outcome)]}
                  size={14}
                />
                <span>{trial.title}</span>
                <span className="note">{outcome?.words}</span>
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const SIGNS = { open: 'square', holds: 'check', fails: 'error' } as const;

const stateOf = (outcome: { readonly holds: boolean } | undefined): keyof typeof SIGNS =>
  outcome === undefined ? 'open' : outcome.holds ? 'holds' : 'fails';
