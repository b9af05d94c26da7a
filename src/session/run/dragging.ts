import { Cancelled } from '../../base/failure.ts';
import { uniqueId } from '../../base/unique-id.ts';
import { ModelChecker, perform, type Problem } from '../../checker/index.ts';
import type { createExplaining } from '../jobs/explaining.ts';
import { WHY, whyBriefly } from '../jobs/why.ts';
import type { Settings } from '../kept/settings.ts';
import type { SessionTools } from '../tools.ts';
import type { Explorer } from '../views/explorer.ts';
import { isBrought } from '../workspace/open-document.ts';
import type { createLiveTuning } from './live.ts';
import { applyEvent, beginRun, endRun } from './run.ts';
import { failureOf, type RunSubject, type TaskRunner } from './task-runner.ts';
import type { Workers } from './workers.ts';

/** Milliseconds until the last answer is dimmed. */
const DIMMED_AFTER = 300;

/** Every configuration is proved by one search at this level. */
const AT_HAND = { level: 'accelerated', method: 'sweep' } as const;

/** Answers while the user's hand is on a constant: one after the other, each of the newest value. Settings change
 * with their answer, so that nothing is dimmed in between, but where it takes long. */
export function createDragging(
  tools: SessionTools,
  {
    workers,
    runner,
    explorer,
    live,
    explaining,
  }: {
    readonly workers: Workers;
    readonly runner: TaskRunner;
    readonly explorer: Explorer;
    readonly live: ReturnType<typeof createLiveTuning>;
    readonly explaining: ReturnType<typeof createExplaining>;
  },
) {
  const { store, jobs, pose, problemOf, pause, now, programs } = tools;
  let wanted: Settings | undefined;
  let answered: (RunSubject & { readonly checker: ModelChecker }) | undefined;
  let onRest: (() => void) | undefined;
  let isBusy = false;
  let ending = new AbortController();
  tools.onLeave(() => {
    wanted = answered = undefined;
    ending.abort();
    ending = new AbortController();
  });

  const poseIfNew = (posed: Settings): void => {
    if (store.getState().settings !== posed) pose(posed);
  };

  function checkerOf(problem: Problem, asked: Settings): ModelChecker | undefined {
    if (isBrought(store.getState())) return undefined;
    const held = live.heldBy(asked, problem);
    if (held !== undefined) return void store.setState({ held });
    const options = { memoryMB: tools.memoryMB(), pool: workers.pool, programs };
    const checker = new ModelChecker(workers.searching(), problem, options);
    return checker.census && checker;
  }

  async function answer(posed: Settings, signal: AbortSignal): Promise<void> {
    answered = undefined;
    const settings = { ...posed, ...AT_HAND };
    const problem = problemOf(settings);
    const checker = problem && checkerOf(problem, settings);
    if (!problem || !checker) return poseIfNew(posed);
    let run = beginRun(now());
    const waiting = new AbortController();
    void pause(DIMMED_AFTER, waiting.signal).then(() => {
      if (!waiting.signal.aborted && !signal.aborted) poseIfNew(posed);
    });
    try {
      const result = await perform(
        'sweep',
        checker,
        (event) => void (run = applyEvent(run, event, now())),
        signal,
        { toolchain: tools.toolchain },
      );
      run = endRun(run, now(), { result });
      const trace = result.trail && (await checker.replay(result.trail, signal));
      const why = await whyBriefly(problem, result, trace, checker, signal);
      if (signal.aborted) return;
      answered = { id: uniqueId(), problem, settings, checker };
      poseIfNew(posed);
      runner.take(answered, { ...run, isPassing: true });
      if (trace && result.trail) explorer.take(problem, result.trail, trace);
      else explorer.close();
      jobs.show(WHY, { ...WHY.none, phase: 'running', ...why });
      store.setState({ pace: (now() - run.startedAt) / 1000 });
    } catch (error) {
      if (error instanceof Cancelled || signal.aborted) return;
      poseIfNew(posed);
      runner.show(
        { id: uniqueId(), problem, settings },
        endRun(run, now(), { failure: failureOf(error) }),
      );
    } finally {
      waiting.abort();
    }
  }

  async function answerAll(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    while (wanted) {
      const [posed, { signal }] = [wanted, ending];
      wanted = undefined;
      await answer(posed, signal);
    }
    isBusy = false;
    if (onRest) settle();
  }

  /** Work beside an answer, once the hand is away. */
  function settle(): void {
    onRest?.();
    onRest = undefined;
    if (!answered) return void live.soon();
    void runner.settle(answered, answered.checker);
    explaining.goOn();
    answered = undefined;
  }

  return {
    /** The hand is at these settings. */
    to(settings: Settings): void {
      if (!isBusy) {
        live.cancel();
        runner.cancel();
      }
      wanted = settings;
      void answerAll();
    },
    /** Where the hand is, if an answer is still awaited. */
    at: () => wanted ?? store.getState().settings,
    /** The hand is away. @param then is called with the last answer. */
    rest(then: () => void): void {
      onRest = then;
      if (!isBusy) settle();
    },
  };
}
