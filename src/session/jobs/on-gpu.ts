import * as v from 'valibot';
import type { ValueProgram } from '../../values/index.ts';
import type { GpuProgress } from '../../gpu/measurer.ts';
import { CONSTANT_NAMES } from '../../platform/index.ts';
import type { Configuration } from '../../tuning/index.ts';
import { inTime, type KeyValues } from '../kept/history-storage.ts';
import type { Question } from '../question.ts';
import { questionOf } from '../question.ts';
import type { SessionTools } from '../tools.ts';
import type { JobView } from './job.ts';
import type { SideQuestion } from './side-question.ts';
import { telling } from './telling.ts';

/** Configurations timed on the GPU of this machine, as far as it has come. */
export interface OnGpuView extends JobView, GpuProgress {
  readonly question?: Question;
  readonly configurations: readonly Configuration[];
  /** When they were measured, in milliseconds since 1970. */
  readonly at?: number;
  /** They are to be learnt from. */
  readonly learns?: boolean;
}

/** What is kept of it between visits. */
const keptSchema = v.object({
  version: v.literal(1),
  phase: v.picklist(['ended', 'cancelled']),
  at: v.number(),
  kernelText: v.string(),
  kernel: v.string(),
  size: v.string(),
  configurations: v.array(v.record(v.string(), v.number())),
  facts: v.object({ name: v.string(), isSoftware: v.boolean(), hasTimestamps: v.boolean() }),
  round: v.number(),
  rounds: v.number(),
  lost: v.number(),
  learns: v.optional(v.boolean(), false),
  measured: v.array(
    v.object({
      state: v.picklist(['waiting', 'checked', 'timed', 'failed']),
      message: v.exactOptional(v.string()),
      why: v.exactOptional(v.picklist(['refused', 'beyond', 'wrong', 'not-run'])),
      times: v.array(v.nullable(v.number())),
    }),
  ),
});

const KEY = 'on-gpu';

/** Constants of models. */
const MODELLED = CONSTANT_NAMES.filter((name) => name !== 'size');

/** Times configurations on the GPU of this machine, once their results are right there. */
export const ON_GPU: SideQuestion<
  OnGpuView,
  [configurations: readonly Configuration[], learns?: boolean]
> = {
  id: 'onGpu',
  none: { phase: 'none', configurations: [], measured: [], round: 0, rounds: 0, lost: 0 },
  // The GPU is no model: only the size matters.
  free: () => ({ constants: MODELLED, machine: true, semantics: true }),
  ask(tools, wanted, learns = false) {
    const [reader, { constants, text } = {}] = [tools.reading(), tools.derivation()];
    if (!reader || !constants || text === undefined) return undefined;
    const { settings, derived } = tools.store.getState();
    const kernelName = derived.kernelName ?? '';
    const question = questionOf(settings, kernelName);
    const at = tools.date();
    return {
      begun: { question, configurations: wanted, at, learns },
      steps: ({ signal }) =>
        telling<Partial<OnGpuView>>(async (tell) => {
          tell({ stage: 'Reading the configurations' });
          const programs: ValueProgram[] = [];
          for (const given of wanted.length > 0 ? wanted : [{}]) {
            const setting = { kernelName, constants, given };
            const posed = await reader.poseValues(text, setting, signal);
            if (posed.programs.length === 0)
              throw new Error(
                posed.obstacle ?? posed.unposed[0]?.reason.why ?? 'It cannot be run.',
              );
            programs.push(
              ...(wanted.length > 0 ? posed.programs.slice(0, 1) : spread(posed.programs)),
            );
          }
          const configurations = programs.map(({ configuration }) => configuration);
          tell({ configurations });
          const told = (progress: GpuProgress): void => {
            tell(progress);
            void keep(tools.measured.kept, { question, configurations, at, learns, ...progress });
          };
          told(await tools.gpu().measure({ programs, text }, told, signal));
        }),
    };
  },
};

/** Where nothing is modelled yet: so many, evenly. */
const SPREAD = 5;

const spread = <T>(all: readonly T[]): readonly T[] =>
  all.length <= SPREAD
    ? all
    : all.filter(
        (_, index) =>
          Math.floor((index * SPREAD) / all.length) !==
          Math.floor(((index - 1) * SPREAD) / all.length),
      );

type Keeping = GpuProgress &
  Required<Pick<OnGpuView, 'question' | 'configurations' | 'at' | 'learns'>>;

/** Keeps each round, so that a reload loses none. */
async function keep(storage: KeyValues, now: Keeping): Promise<void> {
  const { question, configurations, at, learns, facts, round, rounds, lost, measured } = now;
  if (facts === undefined || round === 0) return;
  const record: v.InferOutput<typeof keptSchema> = {
    version: 1,
    phase: round < rounds ? 'cancelled' : 'ended',
    at,
    kernelText: question.kernelText,
    kernel: question.kernel,
    size: question.constants.size,
    configurations: configurations.map((each) => ({ ...each })),
    facts,
    round,
    rounds,
    lost,
    learns,
    measured: measured.map(({ state, message, why, times }) => ({
      state,
      ...(message !== undefined && { message }),
      ...(why && { why }),
      times: times.map((time) => time ?? null),
    })),
  };
  await inTime(() => storage.set(KEY, record));
}

/** Kept times have been learnt from; another visit does not learn them again. */
export async function setLearnt(storage: KeyValues): Promise<void> {
  const { success, output } = v.safeParse(keptSchema, await inTime(() => storage.get(KEY)));
  if (success) await inTime(() => storage.set(KEY, { ...output, learns: false }));
}

/** Shows what was measured on an earlier visit, unless something is shown. */
export async function recallOnGpu({
  store,
  jobs,
  measured: { kept },
}: SessionTools): Promise<void> {
  const isNothing = (): boolean => store.getState().jobs[ON_GPU.id] === undefined;
  if (!isNothing()) return;
  const found = v.safeParse(keptSchema, await inTime(() => kept.get(KEY)));
  if (!found.success || !isNothing()) return;
  const { kernelText, kernel, size, measured, version: _, ...view } = found.output;
  const question = questionOf(store.getState().settings, kernel);
  jobs.show(ON_GPU, {
    ...view,
    question: { ...question, kernelText, constants: { ...question.constants, size } },
    measured: measured.map(({ times, ...each }) => ({
      ...each,
      times: times.map((time) => time ?? undefined),
    })),
  });
}
