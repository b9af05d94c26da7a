import { type ComponentProps, useEffect, useState } from 'react';
import { ON_GPU } from '../../session/jobs/on-gpu.ts';
import { PROBING } from '../../session/jobs/probing.ts';
import { presetIn, USUAL_MACHINE_SETTINGS } from '../../session/kept/machine-settings.ts';
import type { Configuration } from '../../tuning/index.ts';
import { GpuMeasurer } from '../measured/gpu-measurer.tsx';
import { OnGpuView } from '../measured/on-gpu-view.tsx';
import { PAPER_CONFIGURATIONS, PAPER_KERNEL, PAPER_SIZE } from '../measured/paper-table.ts';
import { PaperView } from '../measured/paper-view.tsx';
import { ProbesView } from '../measured/probes-view.tsx';
import { Segmented } from '../shared/segmented.tsx';
import { useCommands, useJob, useSessionState } from '../shared/session-context.tsx';
import { ofJob } from './job-pane.tsx';

/** The GPU is given what the model holds fastest. */
function OfBestModelled(props: Omit<ComponentProps<typeof OnGpuView>, 'configurations'>) {
  const configurations = useSessionState(({ run }) => run.configurations);
  return <OnGpuView {...props} configurations={configurations} />;
}

const OnGpuTimes = ofJob(ON_GPU, OfBestModelled);

/** Probed values beside the sheet of the machine that is tuned for. */
function BesideMachine(props: Omit<ComponentProps<typeof ProbesView>, 'preset'>) {
  const machine = useSessionState(({ settings }) => settings.machine);
  return <ProbesView {...props} preset={presetIn(machine ?? USUAL_MACHINE_SETTINGS)} />;
}

const OnGpuConstants = ofJob(PROBING, BesideMachine);

/** The paper's table, with what is known here. */
function PaperTable() {
  const run = useSessionState((state) => state.run);
  const settings = useSessionState((state) => state.settings);
  const view = useJob(ON_GPU);
  const { recallOnGpu, ...commands } = useCommands();
  useEffect(recallOnGpu, [recallOnGpu]);
  const openIt = (): void => {
    commands.newKernel();
    commands.setKernelText(PAPER_KERNEL);
    commands.setSemantics('opencl');
    commands.applyPreset('p104');
    commands.setConstant('size', String(PAPER_SIZE));
  };
  return (
    <PaperView
      {...{ run, settings, view }}
      onOpen={openIt}
      onTune={commands.tune}
      onMeasure={() => commands.ask(ON_GPU, PAPER_CONFIGURATIONS)}
      onStop={() => commands.cancelJob(ON_GPU)}
    />
  );
}

const ON_THIS_GPU = { times: 'Times', constants: 'Constants', paper: 'Paper’s Table 2' } as const;

/** Times of the kernel on this GPU, or constants of it. */
export function OnGpu() {
  const [of, setOf] = useState<keyof typeof ON_THIS_GPU>('times');
  return (
    <>
      <div className="view-tools row">
        <Segmented label="Of this GPU" options={ON_THIS_GPU} value={of} onChange={setOf} />
      </div>
      {of === 'times' ? <OnGpuTimes /> : of === 'constants' ? <OnGpuConstants /> : <PaperTable />}
    </>
  );
}

/** The GPU is given what is proposed. */
export function OfProposed({ list }: { readonly list: readonly Configuration[] }) {
  const view = useJob(ON_GPU);
  const { ask, cancelJob, recallOnGpu } = useCommands();
  return (
    <GpuMeasurer
      view={view}
      onMeasure={list.length === 0 ? undefined : () => ask(ON_GPU, list, true)}
      onStop={() => cancelJob(ON_GPU)}
      recallOnGpu={recallOnGpu}
    />
  );
}
