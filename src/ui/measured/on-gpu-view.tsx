import { useEffect, useState } from 'react';
import type { Commands } from '../../session/core.ts';
import type { OnGpuView as View } from '../../session/jobs/on-gpu.ts';
import type { ResultsView } from '../../session/run/results-table.ts';
import type { Configuration } from '../../tuning/index.ts';
import { type Asking, JobFrame } from '../results/job-frame.tsx';
import { PanelMessage } from '../shared/panel-message.tsx';
import { NoDevice } from './no-device.tsx';
import { Segmented } from '../shared/segmented.tsx';
import { type Column, Table } from '../shared/table.tsx';
import './on-gpu.css';
import {
  deviceInWords,
  durationInWords,
  foundInWords,
  intervalInWords,
  modelledBest,
  onGpuRows,
  type OnGpuRow,
  progressInWords,
} from './on-gpu-words.ts';

interface Props
  extends Asking<View, [configurations: readonly Configuration[]]>, Pick<Commands, 'recallOnGpu'> {
  readonly configurations: ResultsView;
}

const COUNTS = { 5: 'best 5', 10: '10', 20: '20' } as const;
type Count = keyof typeof COUNTS;

/** Times on the GPU of this machine. Nothing is asked of it before the button is pressed. */
export function OnGpuView(props: Props) {
  const { view, derived, configurations, onAsk, recallOnGpu } = props;
  const [most, setMost] = useState<`${Count}`>('5');
  useEffect(recallOnGpu, [recallOnGpu]);
  return (
    <JobFrame
      {...props}
      begin="Measure on this GPU"
      onBegin={() => onAsk(modelledBest(configurations, Number(most)))}
      obstacle={derived.obstacle}
      progress={{
        label: 'Rounds',
        value: view.round,
        of: view.rounds,
        words: progressInWords(view),
      }}
      form={
        <Segmented
          label="Configurations to measure"
          options={COUNTS}
          value={most}
          onChange={(id) => setMost(id)}
        />
      }
    >
      <Answer view={view} />
    </JobFrame>
  );
}

function Answer({ view }: { readonly view: View }) {
  if (view.none !== undefined) return <NoDevice why={view.none} />;
  if (view.facts === undefined)
    return view.phase === 'failed' ? (
      <PanelMessage icon="error" title="It could not be measured">
        {view.message}
      </PanelMessage>
    ) : (
      <PanelMessage
        icon={view.phase === 'running' ? 'hourglass' : 'chip'}
        title="How fast is it on the GPU of this machine?"
      >
        The configurations that the model holds fastest run here through WebGPU. Each result is
        first compared with the run of values; then they are timed in turn, so that each time has
        its interval. Nothing leaves the page.
      </PanelMessage>
    );
  const rows = onGpuRows(view);
  const found = foundInWords(rows);
  return (
    <div className="on-gpu column scrolls">
      <p className="on-gpu-answer strong-text" role="status" data-testid="on-gpu">
        {found || progressInWords(view)}
      </p>
      <p className="on-gpu-device small-text">{deviceInWords(view)}</p>
      {view.phase === 'failed' && (
        <p className="on-gpu-problem small-text" role="alert">
          {`It could not go on: ${view.message ?? 'the device gave no reason.'} What was measured stays.`}
        </p>
      )}
      {view.phase === 'cancelled' && (
        <p className="on-gpu-device small-text">
          It was stopped before its end: what was measured stays.
        </p>
      )}
      <Table
        label="Configurations by their time on this GPU"
        columns={COLUMNS}
        rows={rows}
        keyOf={({ name }) => name}
      />
    </div>
  );
}

const COLUMNS: Column<OnGpuRow>[] = [
  { head: 'configuration', value: ({ name }) => name },
  {
    head: 'a launch',
    kind: 'number',
    value: ({ time }) => (time ? durationInWords(time.middle) : '–'),
  },
  {
    head: '95 % interval',
    kind: 'number',
    value: ({ time }) => (time ? intervalInWords(time) : '–'),
  },
  { head: 'beside the fastest', kind: 'rest', value: ({ words }) => words },
];
