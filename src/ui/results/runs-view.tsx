import { useRef, useState } from 'react';
import { Button, Checkbox, Input, TextField } from 'react-aria-components';
import type { SavedRun } from '../../session/index.ts';
import { configurationsInWords } from '../shared/configuration-words.ts';
import { STATUS_WORDS } from '../shared/status-words.ts';
import { count, whole } from '../shared/format.ts';
import { IconButton } from '../shared/icon-button.tsx';
import { Icon } from '../shared/icons.tsx';
import { PanelMessage } from '../shared/panel-message.tsx';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import { ChartTools, type ChartView } from './chart-tools.tsx';
import type { Sheet } from './csv.ts';
import { RunsCompared } from './runs-compared.tsx';
import './runs-view.css';
import { wayInWords, whenInWords } from './runs-words.ts';

/** Runs of earlier times: named, compared, opened again, deleted. */
export function RunsView() {
  const runs = useSessionState((state) => state.history);
  const { undeleteRun } = useCommands();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [deleted, setDeleted] = useState<string>();
  const [view, setView] = useState<ChartView>('table');
  const chart = useRef<HTMLDivElement>(null);
  const compared = runs.filter(({ id }) => chosen.has(id));
  const kept = runs.filter(({ unkept }) => unkept !== 'all').length;
  const shownView = compared.length > 1 ? view : 'table';
  if (runs.length === 0 && deleted === undefined) {
    return (
      <PanelMessage icon="hourglass" title="No runs yet">
        Every run is kept here, in this browser, with its settings and what it found.
      </PanelMessage>
    );
  }
  const choose = (id: string, on: boolean): void => {
    const next = new Set(chosen);
    if (on) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  return (
    <div className="results-view">
      <div className="view-tools">
        <span className="tabs-note" role="status">
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
              undeleteRun();
              setDeleted(undefined);
            }}
          >
            Undo
          </Button>
        )}
        <span className="spacer" />
        <ChartTools
          name="runs"
          view={shownView}
          onView={setView}
          chart={chart}
          sheet={() => sheetOf(runs)}
        />
      </div>
      {shownView === 'chart' ? (
        <div ref={chart} className="runs-chart">
          <RunsCompared runs={compared} />
        </div>
      ) : (
        <div className="table-frame" tabIndex={0} role="group" aria-label="Table of runs">
          <table className="table runs" data-testid="runs">
            <thead>
              <tr>
                <th scope="col">
                  <span className="visually-hidden">Compare</span>
                </th>
                <th scope="col">name</th>
                <th scope="col" className="number">
                  ticks
                </th>
                <th scope="col">best</th>
                <th scope="col">status</th>
                <th scope="col">
                  <span className="visually-hidden">Actions</span>
                </th>
                <th scope="col">when</th>
                <th scope="col">how</th>
              </tr>
            </thead>
            <tbody>
              {runs.map((run) => (
                <RunRow
                  key={run.id}
                  run={run}
                  chosen={chosen.has(run.id)}
                  onChosen={(on) => choose(run.id, on)}
                  onDeleted={() => {
                    choose(run.id, false);
                    setDeleted(run.name);
                  }}
                />
              ))}
            </tbody>
          </table>
          {compared.length > 1 && <RunsCompared runs={compared} />}
        </div>
      )}
    </div>
  );
}

interface RowProps {
  readonly run: SavedRun;
  readonly chosen: boolean;
  readonly onChosen: (on: boolean) => void;
  readonly onDeleted: () => void;
}

function RunRow({ run, chosen, onChosen, onDeleted }: RowProps) {
  const { restoreRun, renameRun, deleteRun } = useCommands();
  const [draft, setDraft] = useState<string>();
  const { word, icon, tone } = STATUS_WORDS[run.status];
  const rename = (): void => {
    if (draft !== undefined && draft.trim() !== '' && draft !== run.name) renameRun(run.id, draft);
    setDraft(undefined);
  };
  return (
    <tr>
      <td>
        <Checkbox
          className="check"
          aria-label={`Compare ${run.name}`}
          isSelected={chosen}
          onChange={onChosen}
        >
          <span className="check-box">{chosen && <Icon name="check" size={12} />}</span>
        </Checkbox>
      </td>
      <td>
        {draft === undefined ? (
          <Button
            className="cell-button run-name"
            aria-label={`Rename ${run.name}`}
            onPress={() => setDraft(run.name)}
          >
            {run.name}
          </Button>
        ) : (
          <TextField aria-label="Name of the run" value={draft} onChange={setDraft}>
            <Input
              className="run-input"
              ref={focusOnce}
              onBlur={rename}
              onKeyDown={(event) => {
                if (event.key === 'Enter') rename();
                if (event.key === 'Escape') setDraft(undefined);
              }}
            />
          </TextField>
        )}
      </td>
      <td className="number">{run.minTime === undefined ? '–' : whole(run.minTime)}</td>
      <td className="run-best">{configurationsInWords(run.optima) || '–'}</td>
      <td>
        <span className={`word tone-${tone}`}>
          <Icon name={icon} size={12} />
          {word}
        </span>
      </td>
      <td className="run-actions">
        <Button
          className="button small"
          aria-label={`Open ${run.name}`}
          onPress={() => restoreRun(run.id)}
        >
          Open
        </Button>
        <IconButton
          icon="close"
          label={`Delete ${run.name}`}
          onPress={() => {
            deleteRun(run.id);
            onDeleted();
          }}
        />
      </td>
      <td className="run-way">{whenInWords(run.savedAt)}</td>
      <td className="run-way">{wayInWords(run)}</td>
    </tr>
  );
}

/** Whoever pressed a name wants to write it. */
const focusOnce = (node: HTMLInputElement | null): void => node?.select();

const sheetOf = (runs: readonly SavedRun[]): Sheet => ({
  head: ['name', 'ticks', 'best', 'status', 'how', 'when', 'seconds'],
  rows: runs.map((run) => [
    run.name,
    run.minTime ?? '',
    configurationsInWords(run.optima),
    run.status,
    wayInWords(run),
    new Date(run.savedAt).toISOString(),
    run.seconds ?? '',
  ]),
});
