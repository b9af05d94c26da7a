import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { type MachinePreset, MACHINES, sheetOf } from '../../device/index.ts';
import type { Latency } from '../../gpu/probes.ts';
import type { Commands } from '../../session/core.ts';
import type { ProbingView } from '../../session/jobs/probing.ts';
import { type BesideSheet, besideSheet, probedMachine } from '../../session/kept/probed-machine.ts';
import { type Asking, JobFrame } from '../results/job-frame.tsx';
import { PanelMessage } from '../shared/panel-message.tsx';
import { SelectField } from '../shared/select-field.tsx';
import { type Column, Table } from '../shared/table.tsx';
import './on-gpu.css';
import { NoDevice } from './no-device.tsx';
import {
  besideInWords,
  bytesInWords,
  probedInWords,
  PROBES,
  probingInWords,
  rangeInWords,
  valueInWords,
} from './probes-words.ts';

interface Props extends Asking<ProbingView>, Pick<Commands, 'recallProbing' | 'setOwnMachine'> {
  /** The machine that the kernel is tuned for. */
  readonly preset: MachinePreset;
}

const SHEETS = MACHINES.map(({ id, label, vendor, family }) => ({
  id,
  label,
  help: `${vendor}, ${family}`,
}));

/** Constants of the GPU of this machine, beside a data sheet. Nothing is asked of it before the button. */
export function ProbesView(props: Props) {
  const { view, preset, recallProbing, setOwnMachine, onAsk } = props;
  const [chosen, setChosen] = useState<string>();
  useEffect(recallProbing, [recallProbing]);
  const sheet =
    MACHINES.find(({ id }) => id === chosen) ?? sheetOf(view.facts?.name ?? '') ?? preset;
  const own = probedMachine(view, sheet);
  const probed = view.probed ?? [];
  return (
    <JobFrame
      {...props}
      begin="Measure on this GPU"
      onBegin={onAsk}
      obstacle={undefined}
      progress={{
        label: 'Constants',
        value: probed.length,
        of: Object.keys(PROBES).length,
        words: probingInWords(view),
      }}
      form={
        <SelectField
          label="Data sheet"
          labelShown
          options={SHEETS}
          value={sheet.id}
          onChange={setChosen}
        />
      }
      tools={
        own &&
        view.phase !== 'running' && (
          <Button className="button small" onPress={() => setOwnMachine(own)}>
            Tune for this machine
          </Button>
        )
      }
    >
      {view.facts === undefined ? (
        <Unprobed view={view} />
      ) : (
        <div className="on-gpu column scrolls">
          <p className="on-gpu-device small-text" role="status" data-testid="probed">
            {probedInWords(view)}
          </p>
          {view.phase === 'failed' && (
            <p className="on-gpu-problem small-text" role="alert">
              {`It could not go on: ${view.message ?? 'the device gave no reason.'} What was found stays.`}
            </p>
          )}
          <Table
            label="Constants of this GPU"
            columns={COLUMNS}
            rows={besideSheet(view, sheet)}
            keyOf={({ id }) => id}
          />
          <Table
            label="Latency by footprint"
            columns={LATENCIES}
            rows={view.latencies ?? []}
            keyOf={({ bytes }) => String(bytes)}
          />
        </div>
      )}
    </JobFrame>
  );
}

function Unprobed({ view }: { readonly view: ProbingView }) {
  if (view.none !== undefined) return <NoDevice why={view.none} />;
  if (view.phase === 'failed')
    return (
      <PanelMessage icon="error" title="It could not be probed">
        {view.message}
      </PanelMessage>
    );
  return (
    <PanelMessage
      icon={view.phase === 'running' ? 'hourglass' : 'chip'}
      title="What kind of machine is the GPU here?"
    >
      Small programs run on it through WebGPU and show how long each level of memory, a barrier and
      a dependent operation take, how much it reads at once, and how many groups fit. Each constant
      has its interval, or there is no signal. What is found makes a machine of your own, beside its
      data sheet.
    </PanelMessage>
  );
}

const COLUMNS: Column<BesideSheet>[] = [
  { head: 'constant', value: ({ id }) => PROBES[id][0] },
  { head: 'probed', kind: 'number', value: ({ id, found }) => valueInWords(found, PROBES[id][1]) },
  { head: '95 % interval', kind: 'number', value: ({ found }) => rangeInWords(found) },
  { head: 'beside the data sheet', kind: 'rest', value: besideInWords },
];

const LATENCIES: Column<Latency>[] = [
  { head: 'chain through', kind: 'number', value: ({ bytes }) => bytesInWords(bytes) },
  { head: 'a step', kind: 'number', value: (one) => valueInWords(one, 'ns') },
  { head: '95 % interval', kind: 'number', value: rangeInWords },
  { head: '', kind: 'rest', value: (one) => ('none' in one ? one.none : '') },
];
