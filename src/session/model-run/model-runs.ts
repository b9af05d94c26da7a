import { Failure } from '../../base/failure.ts';
import { automataOf, followTrail, type ModelVerifier, openModel } from '../../checker/index.ts';
import { factsOf, withoutTuningClaim } from '../../promela/index.ts';
import type { StepName, StepPlan } from '../../spin/spin-steps.ts';
import { ModelTrace } from '../../trace/index.ts';
import type { SessionTools } from '../tools.ts';
import { sourceOf } from '../promela/model-document.ts';
import type { ModelTrail } from '../promela/model-view.ts';
import { trust } from '../workspace/open-document.ts';
import { jobOf } from '../jobs/job.ts';
import type { JobTools } from '../jobs/jobs.ts';
import { MODEL_RUN, type ModelPlan, type ModelRunView, type RunChoice } from './model-run-view.ts';

type Changes = AsyncGenerator<Partial<ModelRunView>>;

/** Follows found runs of a model and simulates others, in its own worker. */
export function createModelRuns({ store, jobs }: Pick<SessionTools, 'store' | 'jobs'>) {
  /** Source of the run that is shown. */
  let followed: ModelVerifier | undefined;
  const view = (): ModelRunView => jobOf(store.getState(), MODEL_RUN);

  store.subscribe(({ model }, { model: before }) => {
    if (model.trail !== before.trail) {
      if (model.trail) follow(model.trail);
      else close();
    } else if (model.document?.name !== before.document?.name && !model.trail) close();
  });

  function close(): void {
    followed = undefined;
    jobs.forget(MODEL_RUN);
  }

  function follow({ title, packed, verifier }: ModelTrail): void {
    followed = verifier;
    const hasC = hasOwnC(verifier.model);
    void jobs.start(MODEL_RUN, { title, hasC }, async function* ({ toolchain, signal }) {
      const trace = new ModelTrace(await followTrail(toolchain, verifier, packed, { signal }));
      // Users look at the processes' pictures after the run.
      yield { phase: 'ended', trace, trail: trace };
      yield { automata: await automataOf(toolchain, verifier, { signal }) };
    });
  }

  /** The trail's model, or the open text, for a simulation. */
  async function modelOf({ toolchain, signal }: JobTools): Promise<ModelVerifier> {
    if (followed) return followed;
    const { document } = store.getState().model;
    if (!document) throw new Error('No model is open.');
    const { text } = await openModel(toolchain, sourceOf(document), { signal });
    const { lossy } = document.asked;
    return { model: text, lossy, defines: [] };
  }

  function simulate(plan: ModelPlan): void {
    trust(store);
    const before = { ...view(), message: undefined };
    const { trail, automata } = before;
    void jobs.start(MODEL_RUN, before, async function* (tools): Changes {
      const { toolchain, signal } = tools;
      const made = await modelOf(tools);
      // A tuning's claim, in C, only ends the run early.
      const model = withoutTuningClaim(made.model);
      if (hasOwnC(made.model))
        throw new Failure(
          'model',
          "SPIN's simulator does not run C, which this model has.",
          'Check the model: its runs are followed by the verifier.',
        );
      const { lossy } = made;
      const told = await toolchain.steps({ model, lossy, plan: planOf(plan, trail) }, { signal });
      const trace = new ModelTrace(told);
      const { taken, choices } = told;
      yield {
        phase: 'ended',
        origin: 'simulation',
        title: 'seed' in plan ? `simulated, seed ${plan.seed}` : 'simulated by choice',
        trace,
        taken,
        hasC: false,
        choices: choices && withTrail(choices, trace, trail),
      };
      if (!automata) yield { automata: await automataOf(toolchain, made, { signal }) };
    });
  }

  return {
    /** A run of the open model by SPIN's simulator. */
    simulateModel: simulate,
    /** The run that the search has found again. */
    showTrailAgain(): void {
      const { trail } = store.getState().model;
      const { trail: trace } = view();
      if (!trail || !trace) return;
      jobs.show(MODEL_RUN, {
        ...view(),
        phase: 'ended',
        origin: 'trail',
        title: trail.title,
        trace,
        taken: [],
        choices: undefined,
        message: undefined,
      });
    },
  };
}

/** A trail's statements as a simulation's directions. */
const namesOf = (trail: ModelTrace, stops: readonly number[]): StepName[] =>
  stops.flatMap((stop) => {
    const step = trail.step(stop);
    const { pid } = trail.processOf(stop) ?? {};
    return step && pid !== undefined ? { pid, statement: step.statement, number: step.number } : [];
  });

function planOf(plan: ModelPlan, trail: ModelTrace | undefined): StepPlan {
  if (!('upTo' in plan)) return plan;
  const stops = trail?.stops.filter((stop) => stop <= plan.upTo) ?? [];
  return { choices: [], along: trail ? namesOf(trail, stops) : [] };
}

/** Adds the trail's own choice here. */
function withTrail(
  choices: readonly Omit<RunChoice, 'isOfTrail'>[],
  trace: ModelTrace,
  trail: ModelTrace | undefined,
): RunChoice[] {
  const next = trail && nextOf(trail, trace);
  return choices.map((choice) => ({
    ...choice,
    isOfTrail: next?.pid === choice.pid && next.statement === choice.statement,
  }));
}

/** The trail's next step after this run; skips statements such as gotos, which belong to no step. */
function nextOf(trail: ModelTrace, run: ModelTrace): StepName | undefined {
  const names = namesOf(trail, trail.stops);
  let at = 0;
  for (const { pid, statement, number } of namesOf(run, run.stops)) {
    if (MOVE.test(statement)) continue;
    const group = names[at]?.number;
    if (group === undefined) return undefined;
    let next = at;
    while (names[next]?.number === group && !isSame(names[next], { pid, statement, number }))
      next += 1;
    if (names[next]?.number !== group) return undefined;
    at = next + 1;
  }
  return names[at];
}

const MOVE = /^(?:goto |\.\(goto\)|break$|unless$)/;

const isSame = (one: StepName | undefined, { pid, statement }: StepName): boolean =>
  one?.pid === pid &&
  (one.statement === statement || (one.statement === 'else' && /^(?:DO|IF)$/.test(statement)));

const hasOwnC = (model: string): boolean => factsOf(withoutTuningClaim(model)).hasEmbeddedC;
