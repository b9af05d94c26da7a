import { Cancelled, Failure } from '../../base/failure.ts';
import { Latest } from '../../base/latest.ts';
import { lazy } from '../../base/lazy.ts';
import { messageOf } from '../../base/message.ts';
import { automataOf, followTrail, type ModelVerifier, openModel } from '../../checker/index.ts';
import { factsOf, withoutTuningClaim } from '../../promela/index.ts';
import type { StepName, StepPlan } from '../../spin/spin-steps.ts';
import { ModelTrace } from '../../trace/index.ts';
import type { SessionTools } from '../tools.ts';
import { sourceOf } from '../promela/model-document.ts';
import type { ModelTrail } from '../promela/model-view.ts';
import { trust } from '../workspace/open-document.ts';
import {
  type ModelPlan,
  type ModelRunView,
  NO_MODEL_RUN,
  type RunChoice,
} from './model-run-view.ts';

/** Follows found runs of a model and simulates others, in its own worker. */
export function createModelRuns({ store, toolchain }: Pick<SessionTools, 'store' | 'toolchain'>) {
  const tools = lazy(toolchain);
  const latest = new Latest();
  /** Source of the run that is shown. */
  let followed: ModelVerifier | undefined;
  const view = (): ModelRunView => store.getState().modelRun;
  const set = (change: Partial<ModelRunView>): void =>
    store.setState(({ modelRun }) => ({ modelRun: { ...modelRun, ...change } }));

  store.subscribe(({ model }, { model: before }) => {
    if (model.trail !== before.trail) void (model.trail ? follow(model.trail) : close());
    else if (model.document?.name !== before.document?.name && !model.trail) close();
  });

  function close(): void {
    latest.leave();
    followed = undefined;
    store.setState({ modelRun: NO_MODEL_RUN });
  }

  /** Replaces the work in progress; reports failures. */
  async function doing(what: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const signal = latest.start();
    try {
      await what(signal);
    } catch (error) {
      if (error instanceof Cancelled || !latest.is(signal)) return;
      const hint = error instanceof Failure ? ` ${error.hint}` : '';
      const message = `${messageOf(error)}${hint}`;
      set({ phase: view().trace ? 'ended' : 'failed', message, isBusy: false });
    }
  }

  async function follow({ title, packed, verifier }: ModelTrail): Promise<void> {
    followed = verifier;
    const hasC = hasOwnC(verifier.model);
    store.setState({ modelRun: { ...NO_MODEL_RUN, phase: 'running', title, hasC } });
    await doing(async (signal) => {
      const trace = new ModelTrace(await followTrail(tools(), verifier, packed, { signal }));
      if (!latest.is(signal)) return;
      set({ phase: 'ended', trace, trail: trace });
      await readAutomata(verifier, signal);
    });
  }

  /** Users look at the processes' pictures after the run. */
  async function readAutomata(verifier: ModelVerifier, signal: AbortSignal): Promise<void> {
    const automata = await automataOf(tools(), verifier, { signal });
    if (latest.is(signal)) set({ automata });
  }

  /** The trail's model, or the open text, for a simulation. */
  async function modelOf(signal: AbortSignal): Promise<ModelVerifier> {
    if (followed) return followed;
    const { document } = store.getState().model;
    if (!document) throw new Error('No model is open.');
    const { text } = await openModel(tools(), sourceOf(document), { signal });
    const { lossy } = document.asked;
    return { model: text, lossy, defines: [] };
  }

  async function simulate(plan: ModelPlan): Promise<void> {
    trust(store);
    set({ isBusy: true, message: undefined, ...(!view().trace && { phase: 'running' }) });
    await doing(async (signal) => {
      const made = await modelOf(signal);
      // A tuning's claim, in C, only ends the run early.
      const model = withoutTuningClaim(made.model);
      const hasC = hasOwnC(made.model);
      if (hasC)
        throw new Failure(
          'model',
          "SPIN's simulator does not run C, which this model has.",
          'Check the model: its runs are followed by the verifier.',
        );
      const { trail } = view();
      const { lossy } = made;
      const told = await tools().steps({ model, lossy, plan: planOf(plan, trail) }, { signal });
      if (!latest.is(signal)) return;
      const trace = new ModelTrace(told);
      const { taken, choices } = told;
      const title = 'seed' in plan ? `simulated, seed ${plan.seed}` : 'simulated by choice';
      set({
        phase: 'ended',
        origin: 'simulation',
        title,
        trace,
        taken,
        isBusy: false,
        hasC,
        choices: choices && withTrail(choices, trace, trail),
      });
      if (!view().automata) await readAutomata(made, signal);
    });
  }

  return {
    /** A run of the open model by SPIN's simulator. */
    simulateModel: (plan: ModelPlan): void => void simulate(plan),
    /** The run that the search has found again. */
    showTrailAgain(): void {
      const { trail } = store.getState().model;
      const { trail: trace } = view();
      if (!trail || !trace) return;
      latest.leave();
      set({
        phase: 'ended',
        origin: 'trail',
        title: trail.title,
        trace,
        taken: [],
        choices: undefined,
        isBusy: false,
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
