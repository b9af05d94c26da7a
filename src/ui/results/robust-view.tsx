import { useState } from 'react';
import { Button, Checkbox, CheckboxGroup } from 'react-aria-components';
import {
  type Commands,
  type Derived,
  robustChoices,
  type RobustnessView as View,
} from '../../session/index.ts';
import { configurationsInWords, whole } from '../shared/format.ts';
import { Icon } from '../shared/icons.tsx';
import { Outdated } from '../shared/outdated.tsx';
import { PanelMessage } from '../shared/panel-message.tsx';
import { ProgressTrack } from '../shared/progress-track.tsx';
import { type Column, Table } from '../shared/table.tsx';

interface Props extends Pick<Commands, 'seekRobust' | 'cancelRobust'> {
  readonly view: View;
  readonly derived: Derived;
  /** Real machines are asked for, not presets of the abstract platform. */
  readonly isDevice: boolean;
  /** What it was of, where the settings ask something else by now. */
  readonly outdated: string | undefined;
}

type Row = View['losses'][number];

/** Platforms that differ much, to begin with. */
const FIRST: readonly string[] = ['a100', 'a4000', 'mi250x', 'paper', 'fermi'];

/** The configuration that is good on several platforms at once: what each loses on the one where it loses most. */
export function RobustView({ view, derived, isDevice, outdated, ...commands }: Props) {
  const { seekRobust, cancelRobust } = commands;
  const choices = robustChoices(isDevice);
  const [chosen, setChosen] = useState<readonly string[]>(FIRST);
  const known = choices.flatMap(({ id }) => (chosen.includes(id) ? [id] : []));
  const isRunning = view.phase === 'running';
  const obstacle =
    derived.obstacle ?? (known.length < 2 ? 'Choose at least two platforms.' : undefined);
  return (
    <div className="results-view">
      <div className="view-tools">
        <CheckboxGroup
          className="robust-choices"
          aria-label="Platforms"
          value={known}
          onChange={setChosen}
          isDisabled={isRunning}
        >
          {choices.map(({ id, label }) => (
            <Checkbox key={id} value={id} className="checkbox">
              <span className="checkbox-box" aria-hidden="true">
                <Icon name="check" size={12} />
              </span>
              {label}
            </Checkbox>
          ))}
        </CheckboxGroup>
        {isRunning ? (
          <Button className="button small stop" onPress={cancelRobust}>
            Stop
          </Button>
        ) : (
          <span title={obstacle}>
            <Button
              className="button small primary"
              isDisabled={obstacle !== undefined}
              onPress={() => seekRobust(known)}
            >
              Find the robust choice
            </Button>
          </span>
        )}
      </div>
      <Outdated words={outdated}>
        <ProgressTrack
          className="sweep-progress"
          label="Platforms"
          value={view.platforms.length}
          of={Math.max(1, view.asked.length)}
          words={progressInWords(view)}
          wordsClass="sweep-words"
        />
        <Answer view={view} />
      </Outdated>
    </div>
  );
}

function Answer({ view }: { readonly view: View }) {
  const [best] = view.losses;
  if (view.phase === 'failed')
    return (
      <PanelMessage icon="error" title="It could not go on">
        {view.message ?? 'Press the button to try again.'}
      </PanelMessage>
    );
  if (!best)
    return (
      <PanelMessage
        icon={view.phase === 'running' ? 'hourglass' : 'chip'}
        title="Which configuration is good on all of them?"
      >
        Every configuration is timed on each platform. The robust choice is the one whose largest
        loss against the best there is the least; of every other one it is told which platform
        breaks it.
      </PanelMessage>
    );
  return (
    <>
      <p className="robust-answer" role="status" data-testid="robust">
        {answerInWords(view, best)}
      </p>
      <Table
        label="Configurations by their largest loss"
        columns={columnsOf(view)}
        rows={view.losses}
        keyOf={({ values }) => configurationsInWords([values])}
      />
    </>
  );
}

function answerInWords({ platforms, total, losses }: View, best: Row): string {
  const isProved = platforms.every(({ status }) => status === 'proved');
  const rest =
    total > losses.length ? ` The best ${losses.length} of ${whole(total)} are shown.` : '';
  return `${configurationsInWords([best.values])} is within ${lossInWords(best.worst)} of the best on each of these ${platforms.length} platforms${best.worst > 1 ? `; ${best.breaks} is its worst` : ''}. ${isProved ? 'Proved: every configuration was searched on each.' : 'Not proved: some times are samples.'}${rest}`;
}

function progressInWords({ phase, platforms, asked, of }: View): string {
  if (phase === 'none') return '';
  return `${platforms.length} of ${asked.length} platforms: ${of}`;
}

const lossInWords = (loss: number): string =>
  Number.isFinite(loss) ? `${((loss - 1) * 100).toFixed(1)} %` : 'cannot run';

const columnsOf = ({ platforms }: View): Column<Row>[] => [
  { head: 'configuration', kind: 'rest', value: ({ values }) => configurationsInWords([values]) },
  { head: 'largest loss', kind: 'number', value: ({ worst }) => lossInWords(worst) },
  { head: 'breaks it', value: ({ breaks, worst }) => (worst > 1 ? breaks : '–') },
  ...platforms.map(({ name }, at): Column<Row> => ({
    head: name,
    kind: 'number',
    value: ({ losses }) => lossInWords(losses[at] ?? Infinity),
  })),
];
