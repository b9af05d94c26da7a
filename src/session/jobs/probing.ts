import * as v from 'valibot';
import type { GpuProbing } from '../../gpu/measurer.ts';
import type { ProbeId } from '../../gpu/probes.ts';
import { inTime } from '../kept/history-storage.ts';
import type { Question } from '../question.ts';
import type { SessionTools } from '../tools.ts';
import type { JobView } from './job.ts';
import type { SideQuestion } from './side-question.ts';
import { telling } from './telling.ts';

/** Constants of the GPU of this machine, as far as they are probed. */
export interface ProbingView extends JobView, GpuProbing {
  /** It is of no kernel. */
  readonly question?: Question;
  /** When it was probed, in milliseconds since 1970. */
  readonly at?: number;
}

const estimate = v.object({ middle: v.number(), low: v.number(), high: v.number() });
const found = v.union([estimate, v.object({ none: v.string() })]);
const ids = [
  ...(['dependent', 'localLatency', 'l1Latency', 'l2Latency', 'memoryLatency'] as const),
  ...(['bandwidth', 'l2Bandwidth', 'barrier', 'lanes', 'banks'] as const),
  ...(['groups', 'groupsOfMostItems'] as const),
] satisfies ProbeId[];

/** Kept between visits. */
const keptSchema = v.object({
  version: v.literal(1),
  at: v.number(),
  facts: v.object({ name: v.string(), isSoftware: v.boolean(), hasTimestamps: v.boolean() }),
  probed: v.array(v.intersect([v.object({ id: v.picklist(ids) }), found])),
  latencies: v.array(v.intersect([v.object({ bytes: v.number() }), found])),
  mostItems: v.number(),
});

const KEY = 'gpu-probes';

/** Probes the GPU of this machine. */
export const PROBING: SideQuestion<ProbingView, []> = {
  id: 'probing',
  none: { phase: 'none' },
  ask(tools) {
    const at = tools.date();
    return {
      begun: { at },
      steps: ({ signal }) =>
        telling<Partial<ProbingView>>(async (tell) => {
          const last = await tools.gpu().probe(tell, signal);
          tell(last);
          const record = { version: 1, at, ...last };
          if (v.is(keptSchema, record)) await inTime(() => tools.measured.kept.set(KEY, record));
        }),
    };
  },
};

/** Shows what was probed on an earlier visit, unless something is shown. */
export async function recallProbing({
  store,
  jobs,
  measured: { kept },
}: Pick<SessionTools, 'store' | 'jobs' | 'measured'>): Promise<void> {
  const isNothing = (): boolean => store.getState().jobs[PROBING.id] === undefined;
  if (!isNothing()) return;
  const { success, output } = v.safeParse(keptSchema, await inTime(() => kept.get(KEY)));
  if (!success || !isNothing()) return;
  const { version: _, ...view } = output;
  jobs.show(PROBING, { ...view, phase: 'ended' });
}
