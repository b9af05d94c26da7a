import { releaseProxy, transfer, type Remote } from 'comlink';
import { buffersOf } from './replay-columns.ts';
import type { OnEvent, ToolchainWorker } from './protocol.ts';

type Job = (job: never, onEvent: OnEvent) => Promise<unknown>;

/** The jobs as comlink hands calls to them: the callback for events comes as a proxy, which is let go
 * of when the job ends, so that its port is closed. */
export function exposable(jobs: ToolchainWorker): ToolchainWorker {
  const wrap = <F extends Job>(job: F): F =>
    (async (request: never, onEvent: OnEvent) => {
      try {
        return await job(request, (event) => {
          void onEvent(event);
        });
      } finally {
        (onEvent as unknown as Remote<OnEvent>)[releaseProxy]();
      }
    }) as unknown as F;
  return {
    check: wrap(jobs.check),
    simulate: wrap(jobs.simulate),
    walk: wrap(jobs.walk),
    generate: wrap(jobs.generate),
    replay: wrap(jobs.replay),
    compile: wrap(jobs.compile),
    verify: wrap(jobs.verify),
    replayTrail: wrap(async (job, onEvent) => {
      const told = await jobs.replayTrail(job, onEvent);
      const { replay } = told;
      return transfer(told, replay.ok ? buffersOf(replay.columns) : []);
    }),
    preprocess: wrap(jobs.preprocess),
    checkKernel: wrap(jobs.checkKernel),
  };
}
