import { useEffect } from 'react';
import { Button } from 'react-aria-components';
import { ON_GPU } from '../../session/jobs/on-gpu.ts';
import type { Configuration } from '../../tuning/index.ts';
import { useCommands, useJob } from '../shared/session-context.tsx';
import { NO_DEVICE, notLearntInWords, progressInWords } from './on-gpu-words.ts';

interface Props {
  readonly list: readonly Configuration[];
}

/** Measures what is proposed on the GPU of this machine; its times are learnt from at the end. */
export function GpuMeasurer({ list }: Props) {
  const view = useJob(ON_GPU);
  const { ask, cancelJob, recallOnGpu } = useCommands();
  useEffect(recallOnGpu, [recallOnGpu]);
  if (view.phase === 'running')
    return (
      <>
        <Button className="button small stop" onPress={() => cancelJob(ON_GPU)}>
          Stop
        </Button>
        <span className="small-text soft-text" role="status" data-testid="gpu-progress">
          {progressInWords(view)}
        </span>
      </>
    );
  const problem =
    view.none === undefined
      ? view.learns === true && notLearntInWords(view)
      : NO_DEVICE[view.none].title;
  return (
    <>
      <Button
        className="button small"
        isDisabled={list.length === 0}
        onPress={() => ask(ON_GPU, list, true)}
      >
        Measure on this GPU
      </Button>
      {problem && (
        <span className="measured-problem small-text" role="alert">
          {problem}
        </span>
      )}
    </>
  );
}
