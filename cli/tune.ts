import { Cancelled, Failure, REPORT } from '../src/base/failure.ts';
import {
  asTuned,
  type Checker,
  ModelChecker,
  perform,
  type Problem,
  PromelaChecker,
} from '../src/checker/index.ts';
import type { Toolchain, ToolchainEvent } from '../src/spin/toolchain.ts';
import type { Tuning } from '../src/promela/index.ts';
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
import { toJson } from '../src/base/json-text.ts';
import type { Ticks } from '../src/base/ticks.ts';
import { answer } from './answer.ts';
import { readArguments, type TuneArguments } from './arguments.ts';
import { begin, hasTools, makeTools, UsageError } from './command.ts';
import { InputError, type PlacedDiagnostic, said } from './diagnostics.ts';
import { saidFinding } from './findings.ts';
import { claimOf, exportsTo } from './exports.ts';
import { type KernelInput, readKernel } from './input.ts';
import { readModelSource } from './model-input.ts';
import { readPlatforms } from './platforms.ts';
import { robust } from './robust.ts';
import { suggest } from './suggest.ts';

async function main(): Promise<number> {
  const started = performance.now();
  const options = readArguments();
  if (options.suggest) return suggest(options);
  if (options.robust) {
    const { presets, typed } = options.robust;
    return robust(options, readPlatforms(presets, typed, options.semantics));
  }
  const files = exportsTo(options.exports, options.within);
  const { timeout, seed, workers, task, json } = options;
  const seconds = (): number => (performance.now() - started) / 1000;
  const early = hasTools() ? startToolchain() : undefined; // while the kernel is read
  let input: Input;
  try {
    input = await readInput(options);
  } catch (error) {
    if (json && error instanceof InputError) {
      const isEndless = error.diagnostics.some(({ code }) => code === 'never-ends');
      const status = isEndless ? 'non-termination' : 'invalid';
      const result = { status, optima: [], reason: error.message } as const;
      console.log(toJson(answer(result, [], [], error.diagnostics, seconds())));
    }
    throw error;
  }
  const { open, name, diagnostics } = input;
  if (!json) for (const diagnostic of diagnostics) console.error(said(name, diagnostic));
  makeTools();
  const toolchain = await (early ?? startToolchain());
  const runs: SearchRun[] = [];
  const configurations: ConfigurationResult[] = [];
  let best: Finish | undefined;
  const see: Emit = (told) => {
    const event = asTuned.event(told, options.tuning);
    if (event.type === 'run') runs.push(event.run);
    else if (event.type === 'configurations') {
      for (const one of event.results) configurations.push(one);
    } else if (event.type === 'best') best = event.finish;
    if (!json) report(event, options.tuning);
  };
  // A swarm has a limit of its own, at which it answers.
  const signal =
    methodOf(task).usual || timeout === undefined
      ? new AbortController().signal
      : AbortSignal.timeout(Math.ceil(timeout * 1000));
  let result: TuningResult;
  try {
    const { within } = options;
    const further = { toolchain: createNodeToolchain, workers, seconds: timeout, seed, within };
    const performed = await perform(task, open(toolchain), see, signal, further);
    result = asTuned.result(performed, options.tuning);
  } catch (error) {
    const fault = faultOfModel(options, error);
    if (fault !== undefined) throw new UsageError(`${options.promela}: ${fault}`);
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
  const [optimum] = result.optima;
  const findings = optimum && input.findings ? input.findings(optimum) : [];
  if (!json) for (const one of findings) console.error(saidFinding(name, one));
  if (json)
    console.log(
      toJson({
        ...answer(result, runs, configurations, diagnostics, seconds(), findings),
        ...(options.tuning && { objective: objectiveOf(options.tuning, result) }),
      }),
    );
  // A model of another's that never finishes is no model to be tuned; a kernel that does not is an answer.
  const isAtFault =
    result.status === 'invalid' || (result.status === 'deadlock' && options.promela !== undefined);
  if (isAtFault) throw new UsageError(`${name}: ${result.reason ?? result.status}`);
  for (const write of files) write({ name, problem: input.problem, result, configurations });
  if (!json) conclude(result, seconds(), options.tuning);
  return result.status === 'cancelled' || result.status === 'out-of-memory' ? 1 : 0;
}

/** What was asked for, and what came of it. */
const objectiveOf = ({ objective, goal, when }: Tuning, { minTime: value }: TuningResult) => ({
  ...{ expression: objective, goal, when },
  ...(value !== undefined && { value }),
});

async function startToolchain(): Promise<Toolchain> {
  const toolchain = await createNodeToolchain();
  toolchain.start();
  return toolchain;
}

/** What is wrong with the Promela model that was given, where a failure is its own. */
function faultOfModel({ promela }: TuneArguments, error: unknown): string | undefined {
  if (promela === undefined || !(error instanceof Failure)) return undefined;
  const { place, message, hint } = error;
  // Of the text of a verifier it is the model's own C, or its names, that a compiler rejects.
  if (place === 'compiler') return `${message} Look at its c_code, and at its names.`;
  if (place === 'model') return `${message} ${hint}`;
  return place === 'spin' && hint !== REPORT ? message : undefined;
}

/** What is to be checked, and what there is to say about its text. */
interface Input {
  readonly name: string;
  readonly diagnostics: readonly PlacedDiagnostic[];
  readonly open: (toolchain: Toolchain) => Checker;
  /** Of a kernel. */
  readonly problem?: Problem;
  readonly findings?: KernelInput['findings'];
}

/** What is to be checked, read and found good. @throws {UsageError} */
async function readInput(options: TuneArguments): Promise<Input> {
  const { promela, task, memory, workers } = options;
  const limits = {
    memoryMB: memory / workersOf(task, workers),
    ...(!options.json && { onEvent: saysCompiling }),
  };
  if (promela !== undefined) {
    const typed = Object.entries(options.defines).map(([name, body]) => `${name}=${body}`);
    const source = readModelSource(promela, typed, options.folders);
    const open = (toolchain: Toolchain): Checker =>
      new PromelaChecker(toolchain, source, limits, options.tuning);
    return { name: promela, diagnostics: [], open };
  }
  const { problem, ...input } = await readKernel(options);
  return { ...input, problem, open: (toolchain) => new ModelChecker(toolchain, problem, limits) };
}

/** The longest that nothing else is heard is while clang is at work. */
const saysCompiling = (event: ToolchainEvent): void => {
  if (event.kind === 'stage' && event.stage === 'compile') console.error('Compiling the verifier');
};

/** Configurations that are told of at once. */
const MOST_SAID = 100;

/** An amount with what it is of. */
const amount = (time: Ticks, tuning: Tuning | undefined): string =>
  tuning ? `${tuning.objective} = ${time}` : `${time} ticks`;

/** Progress for people, on standard error. */
function report(event: TuningEvent, tuning: TuneArguments['tuning']): void {
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
        const what = time === undefined ? `${status}, ${reason ?? ''}` : amount(time, tuning);
        console.error(`  ${showConfiguration(values)}: ${what}`);
      }
      if (event.results.length > MOST_SAID) {
        console.error(`  and ${event.results.length - MOST_SAID} more (all of them with --json)`);
      }
      break;
    case 'best':
      console.error(
        `  found ${amount(event.finish.time, tuning)}: ${showConfiguration(event.finish.values)}`,
      );
      break;
    default:
      break;
  }
}

function conclude(result: TuningResult, seconds: number, tuning: TuneArguments['tuning']): void {
  const { shortlist } = result;
  if (shortlist) {
    console.log(claimOf(shortlist));
    for (const { values, time } of shortlist.configurations)
      console.log(`  ${showConfiguration(values)}: ${time} ticks`);
  }
  const least =
    result.minTime === undefined
      ? ''
      : ` ${amount(result.minTime, tuning)} at ${result.optima.map(showConfiguration).join(' or ')}`;
  console.log(
    `${result.status}:${least}${result.reason === undefined ? '' : ` ${result.reason}`} (${seconds.toFixed(1)} s)`,
  );
}

begin('tune');
process.exitCode = await main();
