import { type PackedTrail, stepsOf, trailUpTo, unpackTrail } from '../base/packed-trail.ts';
import { accepted, failed, type SpinFailure, type SpinLoader } from './spin.ts';
import { runSpin } from './spin-instance.ts';
import { parseSimulatorSteps, type SimulatorSteps } from './simulator-steps.ts';
import { modelFileName } from './spin-problems.ts';

/** Follow a trail, choose by seed, or make the user's choices. */
export type StepPlan =
  | { readonly trail: PackedTrail }
  | { readonly seed: number }
  | {
      readonly choices: readonly number[];
      /** Statements to take before asking about others. */
      readonly along?: readonly StepName[] | undefined;
    };

/** Distinguishes one choice from the others. */
export interface StepName {
  readonly pid: number;
  readonly statement: string;
  /** Step number; of a `d_step`, SPIN reports only the last statement. */
  readonly number: number;
}

export interface StepsRequest {
  readonly model: string;
  readonly plan: StepPlan;
  /** Messages to full channels are lost (`spin -m`). */
  readonly lossy?: boolean | undefined;
}

export type StepsResult =
  | (SimulatorSteps & {
      readonly kind: 'told';
      /** All choices made, forced ones included. */
      readonly taken: readonly number[];
      /** Statements of `along` that were taken. */
      readonly followed: number;
    })
  | SpinFailure;

/** Longer trails are cut to this many steps. */
const MOST_STEPS = 50_000;
/** Up to here SPIN prints all values at each step, since it reports no changes in structures. */
const MOST_WITH_VALUES = 4000;
/** Steps of a random run: nobody looks at more. */
const MOST_RANDOM = 2000;
/** Consecutive forced choices made automatically. */
const MOST_FORCED = 50;

/** Explains a trail without steps: a bad first state, or another model's trail. */
const noStepsIn = (told: string): string =>
  /^spin: trail ends after -?\d+ steps/m.test(told)
    ? 'The error stands before the first step, so that there is no run to follow'
    : 'SPIN does not follow the trail';

/** A run by SPIN's simulator, statement by statement; C in the model does not run. */
export async function tellSteps(
  spin: SpinLoader,
  { model, plan, lossy = false }: StepsRequest,
): Promise<StepsResult> {
  const checked = await accepted(spin, model);
  if (checked.kind !== 'ok') return checked;
  const { files } = checked;
  const common = ['-p', '-g', '-l', '-s', '-r', '-T', ...(lossy ? ['-m'] : [])];
  if ('trail' in plan) {
    const isCut = stepsOf(plan.trail) > MOST_STEPS;
    const trail = isCut ? trailUpTo(plan.trail, MOST_STEPS) : plan.trail;
    const all = stepsOf(trail) <= MOST_WITH_VALUES ? ['-w'] : [];
    const withTrail = { ...files, [`${modelFileName}.trail`]: unpackTrail(trail) };
    const run = await runSpin(spin, ['-t', '-v', ...common, ...all, modelFileName], withTrail);
    if (run.crash !== undefined) return failed(run.crash, run);
    const told = parseSimulatorSteps(run.stdout, model);
    if (told.steps.length === 0) return failed(noStepsIn(run.stdout), run);
    return { kind: 'told', ...told, ...(isCut && { isCut }), taken: [], followed: 0 };
  }
  if ('seed' in plan) {
    const options = [`-n${plan.seed}`, `-u${MOST_RANDOM}`, '-w', ...common];
    const run = await runSpin(spin, [...options, modelFileName], files);
    if (run.crash !== undefined) return failed(run.crash, run);
    const isCut = /^depth-limit /m.test(run.stdout);
    const told = parseSimulatorSteps(run.stdout, model);
    return { kind: 'told', ...told, ...(isCut && { isCut }), taken: [], followed: 0 };
  }
  const taken = [...plan.choices];
  const along = plan.along ?? [];
  let forced = 0;
  for (;;) {
    const input = [...taken, 'q', ''].join('\n');
    const run = await runSpin(
      spin,
      ['-i', '-w', ...common, modelFileName],
      files,
      undefined,
      input,
    );
    if (run.crash !== undefined) return failed(run.crash, run);
    const told = parseSimulatorSteps(run.stdout, model);
    const { choices = [] } = told;
    const followed = matching(told, along);
    const wanted = along[followed];
    const guided = wanted && choices.find((choice) => isOf(choice, wanted));
    const [only, ...more] = choices;
    // A single choice needs no asking.
    const next = guided ?? (more.length === 0 && forced < MOST_FORCED ? only : undefined);
    if (!next || taken.length >= MOST_STEPS) return { kind: 'told', ...told, taken, followed };
    forced = guided ? 0 : forced + 1;
    taken.push(next.number);
  }
}

const isOf = (choice: Pick<StepName, 'pid' | 'statement'>, { pid, statement }: StepName): boolean =>
  choice.pid === pid && choice.statement === statement;

/** Counts how many of the statements the run took, in order. */
function matching({ steps, processes }: SimulatorSteps, along: readonly StepName[]): number {
  let at = 0;
  for (const { process, statement } of steps) {
    const from = along[at];
    if (!from) break;
    const { pid } = processes[process] ?? {};
    for (let next = at; along[next]?.number === from.number; next += 1) {
      const wanted = along[next];
      const isElse = wanted?.statement === 'else' && /^(?:DO|IF)$/.test(statement);
      if (wanted?.pid !== pid || (wanted?.statement !== statement && !isElse)) continue;
      at = next + 1;
      break;
    }
  }
  return at;
}
