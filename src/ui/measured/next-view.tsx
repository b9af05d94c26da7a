import { type ComponentType, type FormEvent, useEffect, useState } from 'react';
import {
  Button,
  FileTrigger,
  Input,
  Menu,
  MenuItem,
  MenuTrigger,
  Popover,
  Text,
  TextField,
} from 'react-aria-components';
import { configurationsInWords, milliseconds, whole } from '../../base/words.ts';
import { SCRIPTS } from '../../exchange/index.ts';
import { type Typed, typedTime } from '../../measured/index.ts';
import type { Commands } from '../../session/core.ts';
import type { Derived } from '../../session/derive.ts';
import type { MeasuredView } from '../../session/measured/measured-view.ts';
import {
  type Known,
  NEXT,
  type NextView as View,
  type Suggested,
} from '../../session/measured/next.ts';
import type { Run } from '../../session/run/run.ts';
import { Icon } from '../shared/icons.tsx';
import { open } from '../shared/opened.ts';
import { Outdated } from '../shared/outdated.tsx';
import { PanelMessage } from '../shared/panel-message.tsx';
import { report } from '../shared/problems.ts';
import { type Column, Table } from '../shared/table.tsx';
import { saveMade } from '../workspace/exchange-actions.ts';
import { ColumnsDialog } from './columns-dialog.tsx';
import './measured.css';
import { MEASURED_TYPES } from './measured-types.ts';
import { RelativeRow } from './relative-row.tsx';
import { findingsInWords, reasonInWords, sayInWords, standingInWords } from './next-words.ts';

interface Props extends Pick<
  Commands,
  | 'propose'
  | 'addMeasured'
  | 'importMeasured'
  | 'importRelative'
  | 'removeRelative'
  | 'chooseColumn'
  | 'removeMeasured'
  | 'measuringFile'
  | 'cancelJob'
> {
  readonly view: View;
  readonly measured: MeasuredView;
  readonly run: Run;
  readonly derived: Derived;
  /** The question answered, if the settings have changed since. */
  readonly outdated: string | undefined;
  /** Another way to measure what is proposed. */
  readonly measurer: ComponentType<{ readonly list: readonly Typed['values'][] }>;
}

const keyOf = (values: Typed['values']): string => JSON.stringify(values);

/** What to measure next and why, and a place for the times. */
export function NextView(props: Props) {
  const { view, measured, run, derived, outdated, propose, chooseColumn, removeMeasured } = props;
  const { configurations, phase } = run;
  const isTuning = phase === 'running';
  const { obstacle } = derived;
  useEffect(() => {
    if (!isTuning && obstacle === undefined) propose();
  }, [isTuning, configurations, derived, obstacle, propose]);
  const { known } = view;
  if (!known)
    return (
      <PanelMessage icon="hourglass" title="What to measure next">
        {view.message ?? obstacle ?? 'It is chosen from the model and from what was measured.'}
      </PanelMessage>
    );
  return (
    <div className="results-view">
      <Tools {...props} known={known} />
      {[measured.message, measured.unkept, view.message].map(
        (words) =>
          words !== undefined && (
            <p key={words} className="measured-problem small-text" role="alert">
              {words}
            </p>
          ),
      )}
      <Outdated words={outdated}>
        <div className="next-body fills">
          <Proposed {...props} known={known} />
          <Standing {...props} known={known} />
        </div>
      </Outdated>
      <ColumnsDialog view={measured} {...{ chooseColumn, removeMeasured }} />
    </div>
  );
}

type KnownProps = Props & { readonly known: Known };

function Tools({ view, measured, known, measurer: Measurer, ...commands }: KnownProps) {
  const list = known.next.map(({ values }) => values);
  const importFile = (files: FileList | null): void => {
    const file = files?.[0];
    if (!file) return;
    commands.importMeasured(file).then((done) => done && open({ dialog: 'columns' }), report);
  };
  return (
    <div className="view-tools row">
      <MenuTrigger>
        <Button className="button small primary" isDisabled={list.length === 0}>
          <Icon name="code" size={14} /> Script for these
        </Button>
        <Popover className="popover" offset={4} placement="bottom start">
          <Menu className="list-box" aria-label="Script for these">
            {SCRIPTS.map((script) => (
              <MenuItem
                key={script.id}
                className="list-item plain"
                textValue={script.label}
                onAction={() => void saveMade(commands.measuringFile(script, list))}
              >
                <Text slot="label">{script.label}</Text>
                <Text slot="description">{script.help}</Text>
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
      <FileTrigger acceptedFileTypes={MEASURED_TYPES} onSelect={importFile}>
        <Button className="button small" isDisabled={measured.phase === 'running'}>
          Read results
        </Button>
      </FileTrigger>
      <Measurer list={list} />
      <span className="spacer" />
      <span className="small-text soft-text" data-testid="measured-so-far">
        {whole(known.measured)} measured
      </span>
      {view.phase === 'running' && (
        <>
          <span className="small-text soft-text">Choosing ...</span>
          <Button className="button small" onPress={() => commands.cancelJob(NEXT)}>
            Stop
          </Button>
        </>
      )}
    </div>
  );
}

/** Those to measure, each with a field for its time. */
function Proposed({ known, addMeasured }: KnownProps) {
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  const { next } = known;
  const draft = ({ values }: Suggested): string => drafts[keyOf(values)] ?? '';
  const isWrong = (one: Suggested): boolean =>
    draft(one).trim() !== '' && typedTime(draft(one)) === undefined;
  const typed = next.flatMap((one): Typed[] => {
    const said = typedTime(draft(one));
    return said ? [{ values: one.values, ...said }] : [];
  });
  const canAdd = typed.length > 0 && !next.some(isWrong);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!canAdd) return;
    addMeasured(typed);
    setDrafts({});
  };
  const write = ({ values }: Suggested, text: string): void =>
    setDrafts({ ...drafts, [keyOf(values)]: text });
  if (next.length === 0) return <p className="next-none">Every configuration has been measured.</p>;
  return (
    <form className="next-proposed column" onSubmit={submit}>
      <Table
        label="To measure next"
        columns={columnsOf(known, { draft, isWrong, write })}
        rows={next}
        keyOf={({ values }) => keyOf(values)}
      />
      <div className="next-add row">
        <Button type="submit" className="button small" isDisabled={!canAdd}>
          Add times
        </Button>
        <span className="small-text soft-text">
          Milliseconds, another unit written out (285 us), or failed.
        </span>
      </div>
    </form>
  );
}

/** Times as they are being typed. */
interface Drafts {
  readonly draft: (one: Suggested) => string;
  readonly isWrong: (one: Suggested) => boolean;
  readonly write: (one: Suggested, text: string) => void;
}

function columnsOf(
  { next, hasModel, best }: Known,
  { draft, isWrong, write }: Drafts,
): Column<Suggested>[] {
  const isOnMachine = next.some(({ model }) => model?.milliseconds !== undefined);
  const most = next.reduce((gain, one) => Math.max(gain, one.gain ?? 0), 0);
  const model: Column<Suggested> = {
    head: isOnMachine ? 'model' : 'ticks',
    kind: 'number',
    value: ({ model: own }) =>
      own?.milliseconds !== undefined ? milliseconds(own.milliseconds) : whole(own?.time ?? 0),
  };
  const learnt: Column<Suggested>[] = [
    {
      head: 'expected',
      kind: 'number',
      value: ({ expected }) => (expected ? milliseconds(expected.time) : ''),
      cell: ({ expected }) =>
        expected && (
          <span title={`${milliseconds(expected.from)} to ${milliseconds(expected.to)}`}>
            {milliseconds(expected.time)}
          </span>
        ),
    },
    {
      head: 'chance',
      kind: 'number',
      value: ({ chance }) => (chance === undefined ? '' : `${Math.round(100 * chance)} %`),
    },
    {
      head: 'gain',
      kind: 'number',
      value: ({ gain }) => (gain === undefined ? '' : milliseconds(gain)),
      cell: ({ gain = 0 }) => (
        <span className="next-gain">
          <span
            className="next-gain-bar"
            style={{ width: `${most > 0 ? (100 * gain) / most : 0}%` }}
          />
          <span>{milliseconds(gain)}</span>
        </span>
      ),
    },
  ];
  return [
    {
      head: 'configuration',
      value: ({ values }) => configurationsInWords([values]),
      cell: ({ values }) => <span className="strong-text">{configurationsInWords([values])}</span>,
    },
    {
      head: 'measured',
      cell: (one) => (
        <TextField
          aria-label={`Time of ${configurationsInWords([one.values])}, in milliseconds`}
          value={draft(one)}
          isInvalid={isWrong(one)}
          onChange={(text) => write(one, text)}
          autoComplete="off"
        >
          <Input className="next-time" placeholder="ms" spellCheck={false} />
        </TextField>
      ),
    },
    ...(hasModel ? [model] : []),
    ...(best ? learnt : []),
    { head: 'why', kind: 'rest', value: (one) => reasonInWords(one, { best }) },
  ];
}

/** The best, the gain, when to stop, and what the model misses. */
function Standing({ known, measured, importRelative, removeRelative }: KnownProps) {
  const say = sayInWords(known);
  return (
    <div
      className="figures ring-inside small-text"
      tabIndex={0}
      role="group"
      aria-label="What is known"
    >
      <p className="figures-sentence strong-text" role="status" data-testid="standing" data-export>
        {standingInWords(known)}
      </p>
      {say !== undefined && <p>{say}</p>}
      {findingsInWords(known).map((line) => (
        <p key={line} className="measured-note note">
          {line}
        </p>
      ))}
      {!known.best && (
        <p className="soft-text">
          Measure on the GPU of this machine; or run the script where another is, and drop the file
          that it writes on this page; or type the times in. Results of Kernel Tuner, KTT, T4 and
          CSV are read. Times of the same kernel on another GPU tell what to begin with.
        </p>
      )}
      <RelativeRow relative={measured.relative} {...{ known, importRelative, removeRelative }} />
    </div>
  );
}
