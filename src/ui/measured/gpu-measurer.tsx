import { useEffect } from 'react';
import { Button } from 'react-aria-components';
import type { OnGpuView } from '../../session/jobs/on-gpu.ts';
import { NO_DEVICE, notLearntInWords, progressInWords } from './on-gpu-words.ts';

interface Props {
  readonly view: OnGpuView;
  /** Absent where there is nothing to measure. */
  readonly onMeasure: (() => void) | undefined;
  readonly onStop: () => void;
  readonly recallOnGpu: () => void;
}

/** Measures what is proposed on the GPU of this machine; its times are learnt from at the end. */
export function GpuMeasurer({ view, onMeasure, onStop, recallOnGpu }: Props) {
  useEffect(recallOnGpu, [recallOnGpu]);
  if (view.phase === 'running')
    return (
      <>
        <Button className="button small stop" onPress={onStop}>
          Stop
        </Button>
        <span className="small-text soft-text" role="status" data-testid="gpu-progress">
          {progressInWords(view)}
        </span>
      </>
    );
  const problem = view.none ? NO_DEVICE[view.none].title : notLearntInWords(view);
  return (
    <>
      <Button
        className="button small"
        isDisabled={onMeasure === undefined}
        onPress={() => onMeasure?.()}
      >
        Measure on this GPU
      </Button>
      {problem !== '' && (
        <span className="measured-problem small-text" role="alert">
          {problem}
        </span>
      )}
    </>
  );
}
