import { type PackedTrail, stepsOf, trailUpTo, unpackTrail } from '../base/packed-trail.ts';
import { accepted, failed, type SpinFailure, type SpinLoader } from './spin.ts';
import { runSpin } from './spin-instance.ts';
import { parseSimulatorSteps, type SimulatorSteps } from './simulator-steps.ts';
import { modelFileName } from './spin-problems.ts';

/** What SPIN's simulator is to do: follow a trail, choose by a seed, or make the user's choices. */
export type StepPlan =
  | { readonly trail: PackedTrail }
  | { readonly seed: number }
  | {
      readonly choices: readonly number[];
      /** Statements that are chosen before all others are asked for, in order: a run up to somewhere. */
      readonly along?: readonly StepName[] | undefined;
    };

/** What tells one choice from the others. */
export interface StepName {
  readonly pid: number;
  readonly statement: string;
  /** Its step: of a `d_step`, SPIN tells the last statement alone. */
  readonly number: number;
}

export interface StepsRequest {
  readonly model: string;
  readonly plan: StepPlan;
  /** Messages sent to a full channel are lost (`spin -m`). */
  readonly lossy?: boolean | undefined;
}

export type StepsResult =
  | (SimulatorSteps & {
      readonly kind: 'told';
      /** The choices that were made, those without an alternative included. */
      readonly taken: readonly number[];
      /** How many of the statements along which it was to go were taken. */
      readonly followed: number;
    })
  | SpinFailure;

/** Steps that are read: of a trail that is longer, its beginning. */
const MOST_STEPS = 50_000;
/** Steps up to which SPIN tells all values after each: it tells no changes of structures. */
const MOST_WITH_VALUES = 4000;
/** Steps of a random run: nobody looks at more. */
const MOST_RANDOM = 2000;
/** Choices without an alternative that are made in a row. */
const MOST_FORCED = 50;

/** Why a trail has no steps: something is wrong with the first state, or it is of another model. */
const noStepsIn = (told: string): string =>
  /^spin: trail ends after -?\d+ steps/m.test(told)
    ? 'The error stands before the first step, so that there is no run to follow'
    : 'SPIN does not follow the trail';

/** A run of a model, statement by statement, by SPIN's simulator: it does not run C of the model's own. */
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
    // Where there is one way to go on, nobody need be asked.
    const next = guided ?? (more.length === 0 && forced < MOST_FORCED ? only : undefined);
    if (!next || taken.length >= MOST_STEPS) return { kind: 'told', ...told, taken, followed };
    forced = guided ? 0 : forced + 1;
    taken.push(next.number);
  }
}

const isOf = (choice: Pick<StepName, 'pid' | 'statement'>, { pid, statement }: StepName): boolean =>
  choice.pid === pid && choice.statement === statement;

/** How many statements of a list the run has taken, in order; its own that are not in it do not count. */
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
