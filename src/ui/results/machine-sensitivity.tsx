import {
  type MachineEffect,
  type MachinePoint,
  type MachineSensitivityView as View,
} from '../../session/jobs/machine-sensitivity.ts';
import { configurationsInWords, whole } from '../../base/words.ts';
import { type Asking, JobFrame, Unanswered } from './job-frame.tsx';
import { type Column, Table } from '../shared/table.tsx';

/** Constants of the machine, halved and doubled; most effective first. */
export function MachineSensitivity(props: Asking<View>) {
  const { view, derived, onAsk } = props;
  const rows = view.effects.toSorted((a, b) => weight(b, view) - weight(a, view));
  return (
    <JobFrame
      {...props}
      begin="Halve and double each constant"
      onBegin={onAsk}
      obstacle={derived.obstacle}
      progress={{
        label: 'Constants of the machine',
        value: view.effects.length,
        of: view.total,
        words: progressInWords(view),
      }}
    >
      {rows.length > 0 ? (
        <Table
          label="Constants of the machine by what they matter"
          columns={columnsOf(view)}
          rows={rows}
          keyOf={({ name }) => name}
        />
      ) : (
        <Unanswered
          view={view}
          button="the button"
          icon="sliders"
          title="Which constants of the machine matter for this kernel?"
        >
          Each is halved and doubled, and the minimum proved anew: those that change nothing need
          not be known well.
        </Unanswered>
      )}
    </JobFrame>
  );
}

function progressInWords({ phase, effects, total, of, base }: View): string {
  if (phase === 'none') return '';
  const minimum = base?.minTime === undefined ? '' : `, minimum ${whole(base.minTime)} ticks`;
  return `${effects.length} of ${total} constants: ${of}${minimum}`;
}

/** The best time as a multiple; undefined without a minimum. */
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
