import { useMemo, useState } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import {
  type Commands,
  type ConstantName,
  type Derived,
  CONSTANTS,
  type SensitivityPoint,
  type SensitivityView as View,
  sweptValues,
} from '../../session/index.ts';
import { configurationsInWords } from '../shared/format.ts';
import { ProgressTrack } from '../shared/progress-track.tsx';
import { Outdated } from '../shared/outdated.tsx';
import { PanelMessage } from '../shared/panel-message.tsx';
import { Segmented } from '../shared/segmented.tsx';
import { SelectField } from '../shared/select-field.tsx';
import { SensitivityChart } from './sensitivity-chart.tsx';
import { movesInWords, sweptInWords } from './sensitivity-words.ts';
import './sensitivity-view.css';
import { type Column, Table, toCsv } from '../shared/table.tsx';
import { useViewTools } from './view-tools.tsx';

/** As typed. */
interface Form {
  readonly constant: ConstantName;
  readonly from: string;
  readonly to: string;
  readonly step: string;
  readonly by: 'step' | 'doubling';
}

const OPTIONS = CONSTANTS.map(({ name, meaning }) => ({
  id: name,
  label: name,
  help: meaning,
}));

function usualForm(constant: ConstantName): Form {
  const info = CONSTANTS.find(({ name }) => name === constant);
  const [from, to] = info?.swept ?? [1, 1];
  const by = info?.unit === 'ticks' ? 'step' : 'doubling';
  return { constant, from: String(from), to: String(to), step: '1', by };
}

/** The form of the sweep that is shown. */
function formOf({ constant, values }: View): Form {
  const usual = usualForm(constant);
  const [from, to] = [values[0], values.at(-1)];
  return from === undefined || to === undefined
    ? usual
    : { ...usual, from: String(from), to: String(to) };
}

interface Props extends Pick<Commands, 'sweepConstant' | 'cancelSweep'> {
  readonly sensitivity: View;
  readonly derived: Derived;
  /** What it was of, where the settings ask something else by now. */
  readonly outdated: string | undefined;
}

/** One constant swept over a range: the minimum and the best configurations for each value, proved. */
export function SensitivityView({ sensitivity: view, outdated, ...form }: Props) {
  const columns = columnsOf(view);
  const { shown, chart, tools } = useViewTools('sensitivity', () => toCsv(columns, view.points));
  return (
    <div className="results-view">
      <div className="view-tools">
        <SweepForm {...form} view={view} />
        <span className="spacer" />
        {tools}
      </div>
      <Outdated words={outdated}>
        {/* Its place is kept when there is no sweep, so that nothing jumps. */}
        <ProgressTrack
          className="sweep-progress"
          label="Sweep of the constant"
          value={view.points.length}
          of={view.values.length}
          words={sweptInWords(view)}
          wordsClass="sweep-words"
        />
        {view.points.length === 0 ? (
          <Nothing view={view} />
        ) : shown === 'table' ? (
          <Table label="Table of the sweep" columns={columns} rows={view.points} />
        ) : (
          <div ref={chart} className="sensitivity">
            <p className="time-difference" data-testid="moves" data-export>
              {movesInWords(view)}
            </p>
            <SensitivityChart view={view} />
          </div>
        )}
      </Outdated>
    </div>
  );
}

type FormProps = Omit<Props, 'sensitivity' | 'outdated'> & { readonly view: View };

function SweepForm({ derived: { obstacle }, view, sweepConstant, cancelSweep }: FormProps) {
  const [form, setForm] = useState(() => formOf(view));
  const [asked, setAsked] = useState(view.values);
  const isRunning = view.phase === 'running';
  // A sweep that was begun elsewhere: the form says what is swept.
  if (asked !== view.values) {
    setAsked(view.values);
    if (view.constant !== form.constant) setForm(formOf(view));
  }
  const read = useMemo(() => valuesOf(form), [form]);
  const set = (change: Partial<Form>): void => setForm({ ...form, ...change });
  const problem = obstacle ?? (typeof read === 'string' ? read : undefined);
  return (
    <>
      <SelectField
        className="small"
        label="sweep"
        options={OPTIONS}
        value={form.constant}
        onChange={(constant) => setForm(usualForm(constant))}
      />
      <Whole label="from" value={form.from} onChange={(from) => set({ from })} />
      <Whole label="to" value={form.to} onChange={(to) => set({ to })} />
      <Segmented
        label="Between values"
        options={{ step: 'step', doubling: '× 2' }}
        value={form.by}
        onChange={(by) => set({ by })}
      />
      {form.by === 'step' && (
        <Whole label="by" value={form.step} onChange={(step) => set({ step })} />
      )}
      {isRunning ? (
        <Button className="button small stop" onPress={cancelSweep}>
          Stop
        </Button>
      ) : (
        <span title={problem}>
          <Button
            className="button small primary"
            isDisabled={problem !== undefined}
            onPress={() => typeof read !== 'string' && sweepConstant(form.constant, read)}
          >
            Sweep
          </Button>
        </span>
      )}
      {typeof read === 'string' && (
        <span className="sweep-problem" role="alert">
          {read}
        </span>
      )}
    </>
  );
}

/** The values, or what is wrong with the form. */
function valuesOf({ from, to, step, by }: Form): readonly number[] | string {
  try {
    const whole = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);
    return sweptValues(whole(from), whole(to), by === 'step' ? whole(step) : undefined);
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

interface WholeProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Whole({ label, value, onChange }: WholeProps) {
  return (
    <TextField className="sweep-field" value={value} onChange={onChange}>
      <Label className="select-label">{label}</Label>
      <Input className="sweep-input" inputMode="numeric" spellCheck={false} />
    </TextField>
  );
}

function Nothing({ view }: { readonly view: View }) {
  if (view.phase === 'failed') {
    return (
      <PanelMessage icon="error" title="The sweep could not go on">
        {view.message ?? 'Press Sweep to try again.'}
      </PanelMessage>
    );
  }
  return view.phase === 'running' ? (
    <PanelMessage icon="hourglass" title="Making the verifier ready">
      One verifier does for all values.
    </PanelMessage>
  ) : (
    <PanelMessage icon="dice" title="How does the best configuration depend on the platform?">
      Choose a constant and a range, and press Sweep: the minimum is proved for each value.
    </PanelMessage>
  );
}

const columnsOf = ({ constant }: View): Column<SensitivityPoint>[] => [
  { head: constant, kind: 'number', value: ({ value }) => value },
  { head: 'minimum', kind: 'number', value: ({ minTime }) => minTime ?? '' },
  { head: 'best', value: ({ optima }) => configurationsInWords(optima) },
  { head: 'status', value: ({ status }) => status },
  { head: 'reason', value: ({ reason }) => reason ?? '' },
];
