import { useState } from 'react';
import { Button } from 'react-aria-components';
import type { Commands } from '../../session/core.ts';
import { isCheck, isTuning, type Saved } from '../../session/kept/history-schema.ts';
import { count, whole } from '../../base/words.ts';
import { IconButton } from '../shared/icon-button.tsx';
import { TickBox } from '../shared/tick-box.tsx';
import { NameField } from '../shared/name-field.tsx';
import { PanelMessage } from '../shared/panel-message.tsx';
import { RunsCompared } from './runs-compared.tsx';
import './runs-view.css';
import { foundInWords, statusWordsOf, wayInWords, whenInWords } from './runs-words.ts';
import { type Column, StatusWord, Table, toCsv } from '../shared/table.tsx';
import { useViewTools } from './view-tools.tsx';

type RunCommands = Pick<Commands, 'restoreRun' | 'renameRun' | 'deleteRun' | 'undeleteRun'>;

/** Past runs and checks: named, compared, reopened, deleted. */
export function RunsView({ runs, ...commands }: RunCommands & { readonly runs: readonly Saved[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [deleted, setDeleted] = useState<string>();
  const compared = runs.filter(isTuning).filter(({ id }) => chosen.has(id));
  const kept = runs.filter(({ unkept }) => unkept !== 'all').length;
  const choose = (id: string, on: boolean): void => {
    const next = new Set(chosen);
    if (on) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const columns = columnsOf(
    {
      ...commands,
      deleteRun: (id) => {
        commands.deleteRun(id);
        choose(id, false);
        setDeleted(runs.find((run) => run.id === id)?.name);
      },
    },
    chosen,
    choose,
    runs.some(({ model }) => model !== undefined),
  );
  const { shown, chart, tools } = useViewTools(
    'runs',
    () => toCsv(columns, runs),
    'table',
    compared.length > 1,
  );
  if (runs.length === 0 && deleted === undefined) {
    return (
      <PanelMessage icon="hourglass" title="No runs yet">
        Every run is kept here, in this browser, with its settings and what it found.
      </PanelMessage>
    );
  }
  return (
    <div className="results-view">
      <div className="view-tools row">
        <span className="tabs-note note clipped" role="status">
          {deleted === undefined
            ? compared.length < 2
              ? `${count(kept, 'run')} kept in this browser. Tick two to compare them.`
              : `${compared.length} runs compared`
            : `${deleted} is deleted.`}
        </span>
        {deleted !== undefined && (
          <Button
            className="button small"
            onPress={() => {
              commands.undeleteRun();
              setDeleted(undefined);
            }}
          >
            Undo
          </Button>
        )}
        <span className="spacer" />
        {tools}
      </div>
      {shown === 'chart' ? (
        <div ref={chart} className="runs-chart fills">
          <RunsCompared runs={compared} />
        </div>
      ) : (
        <Table
          label="Table of runs"
          className="runs"
          testId="runs"
          columns={columns}
          rows={runs}
          keyOf={({ id }) => id}
        >
          {compared.length > 1 && <RunsCompared runs={compared} />}
        </Table>
      )}
    </div>
  );
}

function columnsOf(
  { restoreRun, renameRun, deleteRun }: RunCommands,
  chosen: ReadonlySet<string>,
  choose: (id: string, on: boolean) => void,
  isOfModels: boolean,
): readonly Column<Saved>[] {
  return [
    {
      head: 'Compare',
      isHeadHidden: true,
      cell: (saved) =>
        isTuning(saved) && (
          <TickBox
            aria-label={`Compare ${saved.name}`}
            isSelected={chosen.has(saved.id)}
            onChange={(on) => choose(saved.id, on)}
          />
        ),
    },
    {
      head: 'name',
      value: ({ name }) => name,
      cell: ({ id, name }) => (
        <NameField label="Name of the run" name={name} onName={(other) => renameRun(id, other)} />
      ),
    },
    {
      head: isOfModels ? 'value' : 'ticks',
      kind: 'number',
      value: (saved) => (isTuning(saved) ? (saved.minTime ?? '') : ''),
      cell: (saved) => (isCheck(saved) || saved.minTime === undefined ? '–' : whole(saved.minTime)),
    },
    {
      head: isOfModels ? 'found' : 'best',
      className: 'run-best',
      value: foundInWords,
      cell: (saved) => foundInWords(saved) || '–',
    },
    {
      head: 'status',
      value: (saved) => statusWordsOf(saved).word,
      cell: (saved) => (
        <StatusWord
          words={statusWordsOf(saved)}
          spoiled={(isTuning(saved) && saved.warnings?.join(', ')) || undefined}
        />
      ),
    },
    {
      head: 'Actions',
      isHeadHidden: true,
      className: 'run-actions',
      cell: ({ id, name }) => (
        <>
          <Button
            className="button small"
            aria-label={`Open ${name}`}
            onPress={() => restoreRun(id)}
          >
            Open
          </Button>
          <IconButton icon="close" label={`Delete ${name}`} onPress={() => deleteRun(id)} />
        </>
      ),
    },
    // In a file the way comes before the moment.
    { head: 'way', file: 'how', value: wayInWords, isInFileOnly: true },
    {
      head: 'when',
      className: 'soft-text',
      value: ({ savedAt }) => new Date(savedAt).toISOString(),
      cell: ({ savedAt }) => whenInWords(savedAt),
    },
    { head: 'how', className: 'soft-text', cell: wayInWords },
    { head: 'seconds', value: ({ seconds }) => seconds ?? '', isInFileOnly: true },
  ];
}
