import type { Typed } from '../../measured/index.ts';
import { timeOf } from '../../gpu/statistics.ts';
import { jobOf } from '../jobs/job.ts';
import { ON_GPU, type OnGpuView, setLearnt } from '../jobs/on-gpu.ts';
import { outdatedJob } from '../outdated.ts';
import type { SessionTools } from '../tools.ts';

/** What was asked of the GPU in order to learn joins the measured times once it has come to its end, or was
 * stopped: what has an interval, and what the GPU failed at. Of another kernel than the present it stays
 * with the GPU's own view. */
export function learnFromGpu(
  { store, measured: { kept } }: Pick<SessionTools, 'store' | 'measured'>,
  add: (list: readonly Typed[], device: string) => void,
): void {
  store.subscribe((state, before) => {
    if (state.jobs === before.jobs) return;
    const view = jobOf(state, ON_GPU);
    if (view === jobOf(before, ON_GPU) || view.phase === 'running' || view.learns !== true) return;
    if (outdatedJob(ON_GPU)(state)) return;
    const list = learntOf(view);
    void setLearnt(kept);
    if (list.length > 0 && view.facts) add(list, view.facts.name);
  });
}

function learntOf({ configurations, measured }: OnGpuView): readonly Typed[] {
  const all = configurations.flatMap((values, index): Typed[] => {
    const { state, times, why } = measured[index] ?? { state: 'waiting', times: [] };
    const time = state === 'timed' ? timeOf(times)?.middle : undefined;
    if (time !== undefined) return [{ values, time: time / 1e6 }];
    // What the GPU cannot do it will not do next time either; what nothing is known of is no failure.
    return state === 'failed' && why !== 'not-run' ? [{ values }] : [];
  });
  return all.some(({ time }) => time !== undefined) ? all : [];
}
