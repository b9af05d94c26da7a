import { useMemo, useState } from 'react';
import { Button, FileTrigger } from 'react-aria-components';
import type { Commands } from '../../session/core.ts';
import type { MeasuredView as View } from '../../session/measured/measured-view.ts';
import type { ResultsView } from '../../session/run/results-table.ts';
import type { Configuration } from '../../tuning/index.ts';
import { useViewTools } from '../results/view-tools.tsx';
import { count } from '../../base/words.ts';
import { open } from '../shared/opened.ts';
import { PanelMessage } from '../shared/panel-message.tsx';
import { report } from '../shared/problems.ts';
import { Table, toCsv } from '../shared/table.tsx';
import { ColumnsDialog } from './columns-dialog.tsx';
import { Figures } from './figures.tsx';
import { fileInWords } from './measured-words.ts';
import './measured.css';
import { MEASURED_TYPES } from './measured-types.ts';
import { measuredColumns, measuredRows } from './measured-table.ts';
import { ScatterPlot } from './scatter-plot.tsx';
import { scatterOf } from './scatter-data.ts';
import { type Compared, useComparison } from './use-comparison.ts';

interface Props extends Pick<
  Commands,
  'importMeasured' | 'chooseColumn' | 'removeMeasured' | 'showTraceOf'
> {
  readonly view: View;
  readonly configurations: ResultsView;
}

/** Times that were measured, beside those of the model. */
export function MeasuredView(props: Props) {
  const { view, configurations, importMeasured, chooseColumn, removeMeasured, showTraceOf } = props;
  const compared = useComparison(view, configurations);
  const rows = useMemo(
    () => (view.data ? measuredRows(view.data, compared?.beside) : []),
    [view.data, compared],
  );
  const columns = useMemo(() => (view.data ? measuredColumns(view.data) : []), [view.data]);
  const { shown, chart, tools } = useViewTools('measured', () => toCsv(columns, rows));
  const importFile = (files: FileList | null): void => {
    const file = files?.[0];
    if (!file) return;
    importMeasured(file).then((done) => done && open({ dialog: 'columns' }), report);
  };
  return (
    <div className="results-view">
      <div className="view-tools row">
        <FileTrigger acceptedFileTypes={MEASURED_TYPES} onSelect={importFile}>
          <Button className="button small primary" isDisabled={view.phase === 'running'}>
            {view.phase === 'running' ? 'Reading ...' : 'Import'}
          </Button>
        </FileTrigger>
        {view.data && (
          <>
            <Button className="button small" onPress={() => open({ dialog: 'columns' })}>
              Columns
            </Button>
            <Button className="button small" onPress={removeMeasured}>
              Remove
            </Button>
            <span className="measured-file" title={fileInWords(view)}>
              {fileInWords(view)}
            </span>
          </>
        )}
        <span className="spacer" />
        {view.data && tools}
      </div>
      {view.message !== undefined && (
        <p className="measured-problem small-text" role="alert">
          {view.message}
        </p>
      )}
      {view.unkept !== undefined && <p className="measured-note note">{view.unkept}</p>}
      {!view.data ? (
        <PanelMessage icon="list" title="How well does the model rank what was measured?">
          Import times of this kernel, or drop a file on the page: results in the T4 format, cache
          files of Kernel Tuner, JSON of KTT, or CSV with a header. Nothing leaves this page.
        </PanelMessage>
      ) : shown === 'table' ? (
        <Table
          label="Table of measured times"
          columns={columns}
          rows={rows.slice(0, MOST_ROWS)}
          keyOf={({ row }) => row}
        >
          {rows.length > MOST_ROWS && (
            <p className="table-note note">
              The first {MOST_ROWS} of {count(rows.length, 'row')}; the CSV file has all of them.
            </p>
          )}
        </Table>
      ) : (
        <div ref={chart} className="measured-body fills">
          <Body compared={compared} view={view} onOpen={showTraceOf} />
        </div>
      )}
      <ColumnsDialog view={view} {...{ chooseColumn, removeMeasured }} />
    </div>
  );
}

/** Rows of the table on the page. */
const MOST_ROWS = 500;

interface BodyProps {
  readonly compared: Compared | undefined;
  readonly view: View;
  readonly onOpen: (values: Configuration) => void;
}

/** The plot and its figures, or why there are none. */
function Body({ compared, view, onOpen }: BodyProps) {
  const [pointed, setPointed] = useState(-1);
  const { beside, comparison } = compared ?? {};
  const scatter = useMemo(
    () => (beside && comparison ? scatterOf(beside, comparison) : undefined),
    [beside, comparison],
  );
  if (!beside)
    return (
      <PanelMessage icon="hourglass" title="No times of the model yet">
        Press Tune: with the method Sweep, or at level accelerated, all configurations have one.
      </PanelMessage>
    );
  if (!comparison || !scatter) {
    const lacking = view.matches.filter(({ column }) => column === undefined);
    return (
      <PanelMessage icon="warning" title="No configuration has both times">
        {lacking.length > 0
          ? `No column is known for ${lacking.map(({ parameter }) => parameter).join(', ')}: choose it under Columns.`
          : 'The values in the columns are not those of the parameters: look under Columns, and at the size and the constants.'}
      </PanelMessage>
    );
  }
  return (
    <>
      <ScatterPlot scatter={scatter} pointed={pointed} onOpen={onOpen} />
      <Figures
        {...{ beside, comparison, onOpen }}
        nameOf={scatter.nameOf}
        data={view.data}
        onPoint={setPointed}
      />
    </>
  );
}
