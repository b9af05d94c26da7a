import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { positionAt } from '../src/base/span.ts';
import type { Ticks } from '../src/base/ticks.ts';
import { Cancelled, Failure, REPORT } from '../src/base/failure.ts';
import { createNodeKernelParser } from '../src/kernel/node.ts';
import {
  type Checker,
  ModelChecker,
  perform,
  pose,
  type Problem,
  PromelaChecker,
} from '../src/checker/index.ts';
import type { Toolchain } from '../src/spin/toolchain.ts';
import { createNodeToolchain } from '../src/spin/node-toolchain.ts';
import {
  type ConfigurationResult,
  type Emit,
  type Finish,
  methodOf,
  type SearchRun,
  showConfiguration,
  type TuningEvent,
  type TuningResult,
  workersOf,
} from '../src/tuning/index.ts';
import { toJson } from './json.ts';
import { readArguments, type TuneArguments } from './arguments.ts';
import { begin, hasTools, makeTools, readText, UsageError } from './command.ts';

const EXAMPLES = fileURLToPath(new URL('../examples/', import.meta.url));

/** What `--json` prints. */
interface Answer {
  readonly status: TuningResult['status'];
  readonly minTime?: Ticks;
  readonly optima: readonly Readonly<Record<string, number>>[];
  readonly runnerUp?: TuningResult['runnerUp'];
  /** Of a swarm: by time and then by steps. */
  readonly found?: readonly Readonly<Record<string, unknown>>[];
  /** Of `--longest`. */
  readonly shortest?: Ticks;
  readonly longest?: Ticks;
  readonly configurations: readonly Readonly<Record<string, unknown>>[];
  readonly runs: readonly Readonly<Record<string, unknown>>[];
  readonly reason?: string;
  readonly seconds: number;
}

async function main(): Promise<number> {
  const started = performance.now();
  const options = readArguments();
  const { timeout, seed, workers, task, json } = options;
  const early = hasTools() ? startToolchain() : undefined; // while the kernel is read
  const open = await readInput(options);
  makeTools();
  const toolchain = await (early ?? startToolchain());
  const runs: SearchRun[] = [];
  const configurations: ConfigurationResult[] = [];
  let best: Finish | undefined;
  const see: Emit = (event) => {
    if (event.type === 'run') runs.push(event.run);
    else if (event.type === 'configurations') {
      for (const one of event.results) configurations.push(one);
    } else if (event.type === 'best') best = event.finish;
    if (!json) report(event);
  };
  // A swarm has a limit of its own, at which it answers.
  const signal =
    methodOf(task).usual || timeout === undefined
      ? new AbortController().signal
      : AbortSignal.timeout(timeout * 1000);
  let result: TuningResult;
  try {
    const further = { toolchain: createNodeToolchain, workers, seconds: timeout, seed };
    result = await perform(task, open(toolchain), see, signal, further);
  } catch (error) {
    if (isOfModel(options, error)) throw new UsageError(`${options.promela}: ${error.message}`);
    if (!(error instanceof Cancelled)) throw error;
    result = {
      status: 'cancelled',
      optima: best ? [best.values] : [],
      ...(best && { minTime: best.time }),
    };
  } finally {
    toolchain.dispose();
  }
  if (result.status === 'cancelled') {
    const limit = `The time limit of ${timeout} s was reached.`;
    result = { ...result, reason: [limit, result.reason].join(' ').trim() };
  }
  const seconds = (performance.now() - started) / 1000;
  if (json) console.log(toJson(answer(result, runs, configurations, seconds)));
  else conclude(result, seconds);
  return result.status === 'cancelled' || result.status === 'out-of-memory' ? 1 : 0;
}

async function startToolchain(): Promise<Toolchain> {
  const toolchain = await createNodeToolchain();
  toolchain.start();
  return toolchain;
}

/** Whether a failure is that of the Promela model that was given. */
const isOfModel = ({ promela }: TuneArguments, error: unknown): error is Failure =>
  promela !== undefined &&
  error instanceof Failure &&
  (error.place === 'model' || (error.place === 'spin' && error.hint !== REPORT));

/** What is to be checked, read and found good. @throws {UsageError} */
async function readInput(options: TuneArguments): Promise<(toolchain: Toolchain) => Checker> {
  const { promela, task, memory, workers } = options;
  const limits = { memoryMB: memory / workersOf(task, workers) };
  if (promela !== undefined) {
    const text = readText(promela);
    return (toolchain) => new PromelaChecker(toolchain, text, limits);
  }
  const problem = await readProblem(options);
  return (toolchain) => new ModelChecker(toolchain, problem, limits);
}

/** The kernel and its model. @throws {UsageError} */
async function readProblem(options: TuneArguments): Promise<Problem> {
  const { kernel } = options;
  const isFile = kernel.endsWith('.cl');
  const source = isFile ? readText(kernel) : exampleText(kernel);
  const name = isFile ? basename(kernel) : kernel;
  const parser = await createNodeKernelParser();
  const { problem, diagnostics, obstacle } = pose(parser, source, options);
  if (problem) return problem;
  const error = diagnostics.find(({ severity }) => severity === 'error');
  if (!error) throw new UsageError(`${name}: ${obstacle ?? 'it has no model'}`);
  const { line, column } = positionAt(source, error.span.start);
  const hint = error.hint === undefined ? '' : ` ${error.hint}`;
  throw new UsageError(`${name}:${line}:${column}: ${error.message}${hint}`);
}

/** The text of an example. @throws {UsageError} */
function exampleText(name: string): string {
  const known = readdirSync(EXAMPLES)
    .filter((file) => file.endsWith('.cl'))
    .map((file) => file.slice(0, -3));
  if (known.includes(name)) return readText(`${EXAMPLES}${name}.cl`);
  throw new UsageError(
    `there is no example ${name}; there are ${known.join(', ')}, or name a file that ends in .cl`,
  );
}

function answer(
  result: TuningResult,
  runs: readonly SearchRun[],
  configurations: readonly ConfigurationResult[],
  seconds: number,
): Answer {
  return {
    status: result.status,
    ...(result.minTime !== undefined && { minTime: result.minTime }),
    optima: result.optima,
    ...(result.runnerUp && { runnerUp: result.runnerUp }),
    ...(result.found && {
      found: result.found.map(({ values, time, steps }) => ({ ...values, time, steps })),
    }),
    ...(result.schedules && {
      shortest: result.schedules.shortest,
      longest: result.schedules.longest,
    }),
    configurations: configurations.map(({ values, ...rest }) => ({ ...values, ...rest })),
    runs: runs.map(
      ({
        bound,
        verdict,
        states,
        transitions,
        depth,
        seconds: taken,
        memoryMB,
        purpose,
        swarm,
      }) => ({
        bound,
        verdict,
        states,
        transitions,
        depth,
        seconds: round(taken),
        memoryMB,
        purpose,
        ...swarm,
      }),
    ),
    ...(result.reason !== undefined && { reason: result.reason }),
    seconds: round(seconds),
  };
}

const round = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** Configurations that are told of at once. */
const MOST_SAID = 100;

/** Progress for people, on standard error. */
function report(event: TuningEvent): void {
  switch (event.type) {
    case 'stage':
      console.error(event.text);
      break;
    case 'run': {
      const { bound, verdict, states, transitions, seconds } = event.run;
      console.error(
        `  T = ${bound}: ${verdict}, ${states} states, ${transitions} transitions, ${seconds.toFixed(3)} s`,
      );
      break;
    }
    case 'configurations':
      for (const { values, time, status, reason } of event.results.slice(0, MOST_SAID)) {
        const what = time === undefined ? `${status}, ${reason ?? ''}` : `${time} ticks`;
        console.error(`  ${showConfiguration(values)}: ${what}`);
      }
      if (event.results.length > MOST_SAID) {
        console.error(`  and ${event.results.length - MOST_SAID} more (all of them with --json)`);
      }
      break;
    case 'best':
      console.error(
        `  finishes in ${event.finish.time} ticks: ${showConfiguration(event.finish.values)}`,
      );
      break;
    default:
      break;
  }
}

function conclude(result: TuningResult, seconds: number): void {
  const least =
    result.minTime === undefined
      ? ''
      : ` ${result.minTime} ticks at ${result.optima.map(showConfiguration).join(' or ')}`;
  console.log(
    `${result.status}:${least}${result.reason === undefined ? '' : ` ${result.reason}`} (${seconds.toFixed(1)} s)`,
  );
}

begin('tune');
process.exitCode = await main();
