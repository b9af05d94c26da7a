import { runSpin, type SpinLoader, type SpinRun } from './spin-instance.ts';
import { prepareModel } from './spin-model-text.ts';
import { lastStep, lastValues, parseSimulation, type SimulationOutcome } from './spin-output.ts';
import { modelFileName, parseProblems, type SpinProblem } from './spin-problems.ts';
import { parseWalk, type Walk } from './spin-walk.ts';

/** Why there is no result. `rejected`: the model's fault, with places. `failed`: bad input beside
 * the model, or SPIN trapped, ran out of memory, or printed something unknown; `output` holds its
 * last lines. */
export type SpinFailure =
  | { readonly kind: 'rejected'; readonly problems: readonly SpinProblem[] }
  | { readonly kind: 'failed'; readonly message: string; readonly output: string };

/** A verifier's source files; pan.c includes the others. */
export const verifierFiles = ['pan.c', 'pan.h', 'pan.m', 'pan.b', 'pan.t', 'pan.p'] as const;
type VerifierFile = (typeof verifierFiles)[number];
export type VerifierSources = Readonly<Record<VerifierFile, string>>;

export interface GeneratedVerifier {
  readonly kind: 'generated';
  /** 32-bit C, deterministic in model and options. */
  readonly files: VerifierSources;
  /** Never claims generated from formulas, if any. */
  readonly claims?: string | undefined;
  readonly warnings: readonly SpinProblem[];
}

export interface GenerateOptions {
  /** Messages to full channels are lost (`spin -m`). */
  readonly lossy?: boolean | undefined;
  /** No statement merging (`spin -o3`), so state tables are complete. */
  readonly separate?: boolean | undefined;
}

export interface SimulateOptions {
  /** Seed, 0 to 2^31 - 1; equal seeds give equal runs. */
  readonly seed: number;
  /** Step limit, at least 1; default ten million. */
  readonly maxSteps?: number;
  /** SPIN has accepted the same model with other numbers: it need not judge this one. */
  readonly isAccepted?: boolean;
}

export interface Simulation {
  readonly kind: 'simulated';
  /** Final values, by names such as `a[2]` and `s.b[0]`. */
  readonly variables: Readonly<Record<string, number>>;
  readonly outcome: SimulationOutcome;
  /** Statements by SPIN's count: a rendezvous is one. */
  readonly steps: number;
  /** Errors and warnings that did not stop the run. */
  readonly problems: readonly SpinProblem[];
  /** Lines printed by the model. */
  readonly output: readonly string[];
}

/** `spin -a`. Needs a model without preprocessor lines. */
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

/** A random run (`spin -n<seed>`). C fragments are printed instead of run, as `problems` say. */
export async function simulate(
  spin: SpinLoader,
  model: string,
  options: SimulateOptions,
): Promise<Simulation | SpinFailure> {
  const { seed, maxSteps = 10_000_000, isAccepted = false } = options;
  const isWhole = (value: number, least: number) =>
    Number.isInteger(value) && value >= least && value <= 0x7fffffff;
  if (!isWhole(seed, 0)) return failed(`The seed must be a whole number from 0, not ${seed}.`);
  if (!isWhole(maxSteps, 1)) {
    return failed(`The limit of steps must be a whole number from 1, not ${maxSteps}.`);
  }
  const checked = isAccepted ? readable(model) : await accepted(spin, model);
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

  // SPIN prints no final values if all processes ended, so run again up to the last step.
  const silent = [...common, '-p', '-b', '-B'];
  const counted = await runSpin(spin, [...silent, modelFileName], files);
  if (counted.crash !== undefined) return failed(counted.crash, counted);
  const steps = lastStep(counted.stdout);
  // SPIN never ends if the skipped part contains a timeout.
  const [skipped = ''] = counted.stdout.split(/^timeout$/m, 1);
  const jump = `-j${lastStep(skipped)}`;
  const ended = await runSpin(spin, [...silent, '-g', jump, modelFileName], files);
  if (ended.crash !== undefined) return failed(ended.crash, ended);
  return { kind: 'simulated', ...simulation, variables: lastValues(ended.stdout), steps };
}

/** SPIN decides by seed, or follows the given choice numbers. */
export type WalkPlan = { readonly seed: number } | { readonly choices: readonly number[] };

export type WalkResult =
  | (Walk & {
      readonly kind: 'walked';
      /** All choices made, forced ones included. */
      readonly taken: readonly number[];
    })
  | SpinFailure;

/** Longer walks exceed what a page should hold. */
const MOST_STEPS = 200_000;
/** Consecutive forced choices made automatically. */
const MOST_FORCED = 50;

/** A run step by step: random (`spin -n<seed> -p`), or interactive (`spin -i -p`) up to the choice
 * after the given ones. */
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
    // A single choice needs no asking.
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

function readable(model: string): Pick<Analysed, 'kind' | 'files'> | SpinFailure {
  const prepared = prepareModel(model);
  if (!prepared.ok) return { kind: 'rejected', problems: prepared.problems };
  return { kind: 'ok', files: { [modelFileName]: prepared.text } };
}

/** Generates a verifier, the only way to make SPIN read the whole model. */
async function analyse(
  spin: SpinLoader,
  model: string,
  options: readonly string[] = [],
): Promise<Analysed | SpinFailure> {
  const prepared = readable(model);
  if (prepared.kind !== 'ok') return prepared;
  const { files } = prepared;
  const run = await runSpin(spin, ['-a', ...options, modelFileName], files);
  if (run.crash !== undefined) return failed(run.crash, run);
  const { problems } = parseProblems(`${run.stdout}${run.stderr}`);
  if (problems.some(({ severity }) => severity === 'error')) return { kind: 'rejected', problems };
  if (run.status !== 0) return failed(`SPIN ended with status ${run.status}`, run);
  return { kind: 'ok', files, run, warnings: problems };
}

/** A sweep simulates one model with many seeds. */
let lastGood: { readonly kind: 'ok'; readonly model: string; readonly files: Files } | undefined;

/** After an error SPIN simulates the part it has read, which would pass for a result. */
export async function accepted(spin: SpinLoader, model: string) {
  if (lastGood?.model === model) return lastGood;
  const analysed = await analyse(spin, model);
  if (analysed.kind !== 'ok') return analysed;
  return (lastGood = { kind: 'ok', model, files: analysed.files });
}

/** A failure with SPIN's last lines, long ones cut. */
export function failed(message: string, run?: SpinRun): SpinFailure {
  const lines = `${run?.stdout.slice(-20_000) ?? ''}${run?.stderr ?? ''}`.split('\n').slice(-20);
  const output = lines.map((line) => line.slice(0, 300)).join('\n');
  return { kind: 'failed', message, output };
}

export type { SpinLoader, SpinFactory } from './spin-instance.ts';
