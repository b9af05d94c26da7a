import { runSpin, type SpinLoader, type SpinRun } from './spin-instance.ts';
import { prepareModel } from './spin-model-text.ts';
import { lastStep, lastValues, parseSimulation, type SimulationOutcome } from './spin-output.ts';
import { modelFileName, parseProblems, type SpinProblem } from './spin-problems.ts';
import { parseWalk, type Walk } from './spin-walk.ts';

/** Why there is no result. `rejected`: the model is at fault, and the problems say where. `failed`:
 * the input beside the model is at fault, or SPIN is: it trapped, ran out of memory, or printed
 * something unknown; `output` holds its last lines. */
export type SpinFailure =
  | { readonly kind: 'rejected'; readonly problems: readonly SpinProblem[] }
  | { readonly kind: 'failed'; readonly message: string; readonly output: string };

/** The parts of a verifier's source; pan.c includes the others. */
export const verifierFiles = ['pan.c', 'pan.h', 'pan.m', 'pan.b', 'pan.t', 'pan.p'] as const;
type VerifierFile = (typeof verifierFiles)[number];
export type VerifierSources = Readonly<Record<VerifierFile, string>>;

export interface GeneratedVerifier {
  readonly kind: 'generated';
  /** C text for a 32-bit machine; the same for the same model and options, always. */
  readonly files: VerifierSources;
  /** The claims that SPIN made of the model's formulas; absent where it has none. */
  readonly claims?: string | undefined;
  readonly warnings: readonly SpinProblem[];
}

export interface GenerateOptions {
  /** Messages sent to a full channel are lost (`spin -m`). */
  readonly lossy?: boolean | undefined;
  /** Statements are not merged (`spin -o3`), so that tables of states have each of them. */
  readonly separate?: boolean | undefined;
}

export interface SimulateOptions {
  /** Seed of the choices, a whole number in 0 ... 2^31 - 1: the same seed gives the same run. */
  readonly seed: number;
  /** Ends the run after so many steps, a whole number from 1. Default ten million. */
  readonly maxSteps?: number;
}

export interface Simulation {
  readonly kind: 'simulated';
  /** Final values, by names such as `a[2]` and `s.b[0]`. */
  readonly variables: Readonly<Record<string, number>>;
  readonly outcome: SimulationOutcome;
  /** Statements executed, counted as SPIN does: a rendezvous is one. */
  readonly steps: number;
  /** Errors and warnings, such as an index out of range, that did not stop the run. */
  readonly problems: readonly SpinProblem[];
  /** What the model printed, by line. */
  readonly output: readonly string[];
}

/** Writes a verifier's source (`spin -a`). Needs a model without preprocessor lines. */
export async function generateVerifier(
  spin: SpinLoader,
  model: string,
  { lossy = false, separate = false }: GenerateOptions = {},
): Promise<GeneratedVerifier | SpinFailure> {
  const options = [...(lossy ? ['-m'] : []), ...(separate ? ['-o3'] : [])];
  const analysed = await analyse(spin, model, options);
  if (analysed.kind !== 'ok') return analysed;
  const { run, warnings } = analysed;
  const missing = verifierFiles.find((name) => run.readFile(name) === undefined);
  if (missing !== undefined) return failed(`SPIN did not write ${missing}`, run);
  const files = Object.fromEntries(verifierFiles.map((name) => [name, run.readFile(name)]));
  const claims = run.readFile('_spin_nvr.tmp');
  return { kind: 'generated', files: files as VerifierSources, claims, warnings };
}

/** One random run of the model (`spin -n<seed>`). SPIN's simulator prints C fragments instead of
 * running them, and says so in `problems`. */
export async function simulate(
  spin: SpinLoader,
  model: string,
  options: SimulateOptions,
): Promise<Simulation | SpinFailure> {
  const { seed, maxSteps = 10_000_000 } = options;
  const isWhole = (value: number, least: number) =>
    Number.isInteger(value) && value >= least && value <= 0x7fffffff;
  if (!isWhole(seed, 0)) return failed(`The seed must be a whole number from 0, not ${seed}.`);
  if (!isWhole(maxSteps, 1)) {
    return failed(`The limit of steps must be a whole number from 1, not ${maxSteps}.`);
  }
  const checked = await accepted(spin, model);
  if (checked.kind !== 'ok') return checked;
  const { files } = checked;
  const common = [`-n${seed}`, '-T', `-u${maxSteps}`];
  const run = await runSpin(spin, [...common, '-g', modelFileName], files);
  if (run.crash !== undefined) return failed(run.crash, run);
  const parsed = parseSimulation(run.stdout);
  if (!parsed.ok) {
    return failed(`SPIN printed something unexpected: ${parsed.unexpected.slice(0, 200)}`, run);
  }
  const { final, ...simulation } = parsed.value;
  if (final) return { kind: 'simulated', ...simulation, ...final };

  // Where every process has ended SPIN prints no final values. Ask for the number of the last step,
  // then for everything at that step.
  const silent = [...common, '-p', '-b', '-B'];
  const counted = await runSpin(spin, [...silent, modelFileName], files);
  if (counted.crash !== undefined) return failed(counted.crash, counted);
  const steps = lastStep(counted.stdout);
  // SPIN never ends where a timeout lies in what it skips.
  const [skipped = ''] = counted.stdout.split(/^timeout$/m, 1);
  const jump = `-j${lastStep(skipped)}`;
  const ended = await runSpin(spin, [...silent, '-g', jump, modelFileName], files);
  if (ended.crash !== undefined) return failed(ended.crash, ended);
  return { kind: 'simulated', ...simulation, variables: lastValues(ended.stdout), steps };
}

/** How SPIN chooses in a walk: by itself, or as it is told, by the numbers it gave its choices. */
export type WalkPlan = { readonly seed: number } | { readonly choices: readonly number[] };

export type WalkResult =
  | (Walk & {
      readonly kind: 'walked';
      /** The choices of an interactive walk, those without an alternative included. */
      readonly taken: readonly number[];
    })
  | SpinFailure;

/** Steps of a walk; more would be more text than a page should hold. */
const MOST_STEPS = 200_000;
/** Choices without an alternative that are made in a row. */
const MOST_FORCED = 50;

/** A run of the model told step by step: SPIN's random one (`spin -n<seed> -p`), or an interactive one
 * (`spin -i -p`) up to the choice that comes after the given ones. */
export async function walk(spin: SpinLoader, model: string, plan: WalkPlan): Promise<WalkResult> {
  const checked = await accepted(spin, model);
  if (checked.kind !== 'ok') return checked;
  const { files } = checked;
  const common = ['-p', '-g', '-l', '-s', '-r', '-T', `-u${MOST_STEPS}`, modelFileName];
  if ('seed' in plan) {
    const run = await runSpin(spin, [`-n${plan.seed}`, ...common], files);
    if (run.crash !== undefined) return failed(run.crash, run);
    return { kind: 'walked', ...parseWalk(run.stdout), taken: [] };
  }
  const taken = [...plan.choices];
  for (;;) {
    const input = [...taken, 'q', ''].join('\n');
    const run = await runSpin(spin, ['-i', ...common], files, undefined, input);
    if (run.crash !== undefined) return failed(run.crash, run);
    const walked = parseWalk(run.stdout);
    const [only, ...more] = walked.choices ?? [];
    // Where there is one way to go on, nobody need be asked.
    if (!only || more.length > 0 || taken.length - plan.choices.length >= MOST_FORCED) {
      return { kind: 'walked', ...walked, taken };
    }
    taken.push(only.number);
  }
}

type Files = Readonly<Record<string, string>>;
interface Analysed {
  readonly kind: 'ok';
  readonly files: Files;
  readonly run: SpinRun;
  readonly warnings: readonly SpinProblem[];
}

/** Tells whether SPIN takes the model, by generating a verifier: no other way makes SPIN look at all of
 * it. */
async function analyse(
  spin: SpinLoader,
  model: string,
  options: readonly string[] = [],
): Promise<Analysed | SpinFailure> {
  const prepared = prepareModel(model);
  if (!prepared.ok) return { kind: 'rejected', problems: prepared.problems };
  const files = { [modelFileName]: prepared.text };
  const run = await runSpin(spin, ['-a', ...options, modelFileName], files);
  if (run.crash !== undefined) return failed(run.crash, run);
  const { problems } = parseProblems(`${run.stdout}${run.stderr}`);
  if (problems.some(({ severity }) => severity === 'error')) return { kind: 'rejected', problems };
  if (run.status !== 0) return failed(`SPIN ended with status ${run.status}`, run);
  return { kind: 'ok', files, run, warnings: problems };
}

/** The last model that was found good: a sweep simulates one model with many seeds. */
let lastGood: { readonly kind: 'ok'; readonly model: string; readonly files: Files } | undefined;

/** The files of a model that SPIN takes: after an error it simulates what it has read so far, which would
 * pass for a result. */
export async function accepted(spin: SpinLoader, model: string) {
  if (lastGood?.model === model) return lastGood;
  const analysed = await analyse(spin, model);
  if (analysed.kind !== 'ok') return analysed;
  return (lastGood = { kind: 'ok', model, files: analysed.files });
}

/** A failure with the last lines of what SPIN said, long lines cut. */
export function failed(message: string, run?: SpinRun): SpinFailure {
  const lines = `${run?.stdout.slice(-20_000) ?? ''}${run?.stderr ?? ''}`.split('\n').slice(-20);
  const output = lines.map((line) => line.slice(0, 300)).join('\n');
  return { kind: 'failed', message, output };
}

export type { SpinLoader, SpinFactory } from './spin-instance.ts';
