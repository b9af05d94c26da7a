import { Button } from 'react-aria-components';
import { whole } from '../../base/words.ts';
import type { OnGpuView } from '../../session/jobs/on-gpu.ts';
import type { Run } from '../../session/run/run.ts';
import type { SessionState } from '../../session/state.ts';
import { type Column, Table } from '../shared/table.tsx';
import './on-gpu.css';
import { deviceInWords, durationInWords, NO_DEVICE, progressInWords } from './on-gpu-words.ts';
import { PAPER_KERNEL, paperInWords, type PaperRow, paperRows } from './paper-table.ts';

interface Props {
  readonly run: Run;
  readonly settings: SessionState['settings'];
  readonly view: OnGpuView;
  /** Opens the kernel of the table on the paper's GPU. */
  readonly onOpen: () => void;
  readonly onTune: () => void;
  readonly onMeasure: () => void;
  readonly onStop: () => void;
}

/** The paper's Table 2: what its GPU gave, beside the model's order and what this GPU gives. */
export function PaperView({ run, settings, view, onOpen, onTune, onMeasure, onStop }: Props) {
  const rows = paperRows(run, view);
  const isOpen = settings.kernelText === PAPER_KERNEL;
  const isMeasured = rows.some(({ here }) => here !== undefined);
  const words = paperInWords(rows);
  return (
    <div className="results-view">
      <div className="view-tools row">
        {!isOpen && (
          <Button className="button small primary" onPress={onOpen}>
            Open its kernel
          </Button>
        )}
        {isOpen && (
          <Button className="button small" isDisabled={run.phase === 'running'} onPress={onTune}>
            Ask the model
          </Button>
        )}
        {isOpen &&
          (view.phase === 'running' ? (
            <Button className="button small stop" onPress={onStop}>
              Stop
            </Button>
          ) : (
            <Button className="button small" onPress={onMeasure}>
              Measure on this GPU
            </Button>
          ))}
        {isOpen && view.phase === 'running' && (
          <span className="small-text soft-text" role="status">
            {progressInWords(view)}
          </span>
        )}
      </div>
      <div className="on-gpu column scrolls">
        {words !== '' && (
          <p className="on-gpu-answer strong-text" role="status" data-testid="paper-order">
            {words}
          </p>
        )}
        <p className="on-gpu-device small-text">
          {view.none
            ? NO_DEVICE[view.none].title
            : isMeasured
              ? deviceInWords(view)
              : 'The paper times the Minimum kernel over 4 GB on one GPU, a P104-100; here the same launches share 1.2 MB, and TS, whose times do not differ, is left out. The model’s ticks are those of its P104-100, in the OpenCL semantics.'}
        </p>
        <Table
          label="Table 2 of the paper"
          columns={COLUMNS}
          rows={rows}
          keyOf={({ launch, step }) => JSON.stringify([launch, step])}
        />
      </div>
    </div>
  );
}

const number = (head: string, value: (row: PaperRow) => string): Column<PaperRow> => ({
  head,
  kind: 'number',
  value,
});

const COLUMNS: Column<PaperRow>[] = [
  number('work-items', ({ launch }) => String(launch['G'])),
  number('WG', ({ launch }) => String(launch['WG'])),
  number('TS', ({ step }) => String(step)),
  number('P104-100, the paper', ({ paper }) => `${paper} ms`),
  number('model, ticks', ({ model }) => (model === undefined ? '–' : whole(model))),
  number('this GPU', ({ here }) => (here === undefined ? '–' : durationInWords(here))),
];
