import { Button } from 'react-aria-components';
import type {
  Commands,
  Derived,
  MachineEffect,
  MachinePoint,
  MachineSensitivityView as View,
} from '../../session/index.ts';
import { configurationsInWords, whole } from '../shared/format.ts';
import { Outdated } from '../shared/outdated.tsx';
import { PanelMessage } from '../shared/panel-message.tsx';
import { ProgressTrack } from '../shared/progress-track.tsx';
import { type Column, Table } from '../shared/table.tsx';

interface Props extends Pick<Commands, 'weighMachine' | 'cancelWeighing'> {
  readonly view: View;
  readonly derived: Derived;
  /** What it was of, where the settings ask something else by now. */
  readonly outdated: string | undefined;
}

/** Which constants of the machine matter for the kernel: those first that change the minimum most, where they are halved
 * or doubled. */
export function MachineSensitivity({
  view,
  derived,
  outdated,
  weighMachine,
  cancelWeighing,
}: Props) {
  const isRunning = view.phase === 'running';
  const rows = view.effects.toSorted((a, b) => weight(b, view) - weight(a, view));
  return (
    <div className="results-view">
      <div className="view-tools">
        {isRunning ? (
          <Button className="button small stop" onPress={cancelWeighing}>
            Stop
          </Button>
        ) : (
          <span title={derived.obstacle}>
            <Button
              className="button small primary"
              isDisabled={derived.obstacle !== undefined}
              onPress={weighMachine}
            >
              Halve and double each constant
            </Button>
          </span>
        )}
      </div>
      <Outdated words={outdated}>
        <ProgressTrack
          className="sweep-progress"
          label="Constants of the machine"
          value={view.effects.length}
          of={view.total}
          words={progressInWords(view)}
          wordsClass="sweep-words"
        />
        {rows.length > 0 ? (
          <Table
            label="Constants of the machine by what they matter"
            columns={columnsOf(view)}
            rows={rows}
            keyOf={({ name }) => name}
          />
        ) : view.phase === 'failed' ? (
          <PanelMessage icon="error" title="It could not go on">
            {view.message ?? 'Press the button to try again.'}
          </PanelMessage>
        ) : (
          <PanelMessage
            icon={isRunning ? 'hourglass' : 'sliders'}
            title="Which constants of the machine matter for this kernel?"
          >
            Each is halved and doubled, and the minimum proved anew: those that change nothing need
            not be known well.
          </PanelMessage>
        )}
      </Outdated>
    </div>
  );
}

function progressInWords({ phase, effects, total, of, base }: View): string {
  if (phase === 'none') return '';
  const minimum = base?.minTime === undefined ? '' : `, minimum ${whole(base.minTime)} ticks`;
  return `${effects.length} of ${total} constants: ${of}${minimum}`;
}

/** How many times as long the best takes; nothing where no minimum is known. */
const factorOf = (point: MachinePoint | undefined, { base }: View): number | undefined =>
  point?.minTime === undefined || base?.minTime === undefined || Number(base.minTime) === 0
    ? undefined
    : Number(point.minTime) / Number(base.minTime);

const weight = ({ half, twice }: MachineEffect, view: View): number =>
  Math.max(...[half, twice].map((point) => Math.abs(Math.log(factorOf(point, view) ?? 1))));

const changeInWords = (point: MachinePoint | undefined, view: View): string => {
  if (!point) return '–';
  const factor = factorOf(point, view);
  if (factor === undefined) return point.status.replaceAll('-', ' ');
  const percent = (factor - 1) * 100;
  if (Math.abs(percent) < 0.05) return 'the same';
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent).toFixed(1)} %`;
};

/** Another best configuration, where none of the best is one still. */
function bestInWords(effect: MachineEffect, { base }: View): string {
  const known = new Set((base?.optima ?? []).map((one) => configurationsInWords([one])));
  const others = [effect.half, effect.twice].flatMap((point) => {
    const [first] = point?.optima ?? [];
    const stays = point?.optima.some((one) => known.has(configurationsInWords([one])));
    return !first || stays === true ? [] : [configurationsInWords([first])];
  });
  return others.length === 0 ? 'stays' : [...new Set(others)].join('; ');
}

const columnsOf = (view: View): Column<MachineEffect>[] => [
  { head: 'constant', value: ({ meaning, unit }) => `${meaning}, ${unit}` },
  { head: 'value', kind: 'number', value: ({ value }) => String(value) },
  { head: 'half of it', kind: 'number', value: ({ half }) => changeInWords(half, view) },
  { head: 'twice as much', kind: 'number', value: ({ twice }) => changeInWords(twice, view) },
  { head: 'the best', kind: 'rest', value: (effect) => bestInWords(effect, view) },
];
