import { useMemo, useState } from 'react';
import { Input, Label, TextField } from 'react-aria-components';
import { type ConstantName, CONSTANTS } from '../../platform/index.ts';
import {
  type SensitivityPoint,
  type SensitivityView as View,
  sweptValues,
} from '../../session/jobs/sensitivity.ts';
import { configurationsInWords } from '../../base/words.ts';
import { Segmented } from '../shared/segmented.tsx';
import { SelectField } from '../shared/select-field.tsx';
import { type Asking, JobFrame, Unanswered } from './job-frame.tsx';
import { SensitivityChart } from './sensitivity-chart.tsx';
import { movesInWords, sweptInWords } from './sensitivity-words.ts';
import './sensitivity-view.css';
import { type Column, Table, toCsv } from '../shared/table.tsx';
import { useViewTools } from './view-tools.tsx';

interface Form {
  readonly constant: ConstantName;
  readonly from: string;
  readonly to: string;
  readonly step: string;
  readonly by: 'step' | 'doubling';
}

const OPTIONS = CONSTANTS.map(({ name, meaning }) => ({ id: name, label: name, help: meaning }));

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

/** A swept constant: the proved minimum and best for each value. */
export function SensitivityView(
  props: Asking<View, [constant: ConstantName, values: readonly number[]]>,
) {
  const { view, derived, onAsk } = props;
  const columns = columnsOf(view);
  const { shown, chart, tools } = useViewTools('sensitivity', () => toCsv(columns, view.points));
  const [form, setForm] = useState(() => formOf(view));
  const [asked, setAsked] = useState(view.values);
  // A sweep that was begun elsewhere: the form says what is swept.
  if (asked !== view.values) {
    setAsked(view.values);
    if (view.constant !== form.constant) setForm(formOf(view));
  }
  const read = useMemo(() => valuesOf(form), [form]);
  const problem = typeof read === 'string' ? read : undefined;
  return (
    <JobFrame
      {...props}
      begin="Sweep"
      onBegin={() => typeof read !== 'string' && onAsk(form.constant, read)}
      obstacle={derived.obstacle ?? problem}
      progress={{
        label: 'Sweep of the constant',
        value: view.points.length,
        of: view.values.length,
        words: sweptInWords(view),
      }}
      form={<SweepForm form={form} onForm={setForm} />}
      tools={
        <>
          {problem !== undefined && (
            <span className="sweep-problem clipped small-text" role="alert">
              {problem}
            </span>
          )}
          <span className="spacer" />
          {tools}
        </>
      }
    >
      {view.points.length === 0 ? (
        <Nothing view={view} />
      ) : shown === 'table' ? (
        <Table label="Table of the sweep" columns={columns} rows={view.points} />
      ) : (
        <div ref={chart} className="sensitivity column fills">
          <p className="time-difference strong-text" data-testid="moves" data-export>
            {movesInWords(view)}
          </p>
          <SensitivityChart view={view} />
        </div>
      )}
    </JobFrame>
  );
}

function SweepForm({
  form,
  onForm,
}: {
  readonly form: Form;
  readonly onForm: (form: Form) => void;
}) {
  const set = (change: Partial<Form>): void => onForm({ ...form, ...change });
  return (
    <>
      <SelectField
        className="small"
        label="sweep"
        options={OPTIONS}
        value={form.constant}
        onChange={(constant) => onForm(usualForm(constant))}
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
    <TextField className="inline-row" value={value} onChange={onChange}>
      <Label className="select-label note">{label}</Label>
      <Input className="sweep-input small-text" inputMode="numeric" spellCheck={false} />
    </TextField>
  );
}

function Nothing({ view }: { readonly view: View }) {
  const isRunning = view.phase === 'running';
  return (
    <Unanswered
      view={view}
      failed="The sweep could not go on"
      button="Sweep"
      icon="dice"
      title={
        isRunning
          ? 'Making the verifier ready'
          : 'How does the best configuration depend on the platform?'
      }
    >
      {isRunning
        ? 'One verifier does for all values.'
        : 'Choose a constant and a range, and press Sweep: the minimum is proved for each value.'}
    </Unanswered>
  );
}

const columnsOf = ({ constant }: View): Column<SensitivityPoint>[] => [
  { head: constant, kind: 'number', value: ({ value }) => value },
  { head: 'minimum', kind: 'number', value: ({ minTime }) => minTime ?? '' },
  { head: 'best', value: ({ optima }) => configurationsInWords(optima) },
  { head: 'status', value: ({ status }) => status },
  { head: 'reason', value: ({ reason }) => reason ?? '' },
];
