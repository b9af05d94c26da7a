import { isAssumption } from '../src/base/diagnostic.ts';
import {
  type CheckerOptions,
  figuresInJson,
  figuresInWords,
  figuresOf,
  kernelTime,
  perform,
  promelaModel,
  type Terms,
  type Tunable,
} from '../src/checker/index.ts';
import type { Toolchain, ToolchainEvent } from '../src/spin/toolchain.ts';
import {
  methodOf,
  showConfiguration,
  type TuningEvent,
  type TuningResult,
  workersOf,
} from '../src/tuning/index.ts';
import { toJson } from '../src/base/json-text.ts';
import { answer, isUnfinished, objectiveIn, searchedBy, type Searched } from './answer.ts';
import { readArguments, type TuneArguments } from './tune-arguments.ts';
import { ignoredWords, onlySet, setsFor, withBuildOptions } from './build-options.ts';
import { begin, hasTools, makeTools } from './command.ts';
import { UsageError } from './usage-error.ts';
import { InputError, type PlacedDiagnostic, said, faultOf } from './diagnostics.ts';
import { saidFinding } from './findings.ts';
import { claimOf, exportsTo } from './exports.ts';
import { fixFile } from './fix.ts';
import { readKernel, readSource } from './input.ts';
import { sayMachine } from './machine-arguments.ts';
import type { KernelInput } from './posed-text.ts';
import { modelSourceOf } from './model-input.ts';
import { refuseNativeC, toolchainFor } from './native.ts';
import { readPlatforms } from './platforms.ts';
import { robust } from './robust.ts';
import { offersOf, readingOf, suggest } from './suggest.ts';
import { signalAfter, untilStopped } from './tools.ts';
import { tuned } from './tuned.ts';

async function main(): Promise<number> {
  const options = readArguments();
  sayMachine(options.described);
  const sets = options.promela === undefined ? setsFor(options.sets, options.kernel) : [];
  const compiled = (what: string): TuneArguments => {
    const set = onlySet(sets, what);
    if (set === undefined) return options;
    return withBuildOptions(options, set, readSource(options).text);
  };
  if (options.suggest) return suggest(compiled('--suggest is'));
  if (options.fix) fixFile(options, await readingOf(compiled('--fix is')));
  if (options.robust) {
    const { presets, typed } = options.robust;
    return robust(compiled('--robust is'), readPlatforms(presets, typed, options.semantics));
  }
  const [only] = sets;
  if (only === undefined) return tune(options, (found) => console.log(toJson(found)));
  if (sets.length > 1 && options.exports.length > 0)
    throw new UsageError(
      `--export writes one answer, and there are ${sets.length} sets of options`,
    );
  const answers: object[] = [];
  const printAll = (): void => {
    if (options.json) console.log(toJson({ sets: answers }));
  };
  let status = 0;
  for (const set of sets) {
    const { text } = readSource(options);
    const remark = ignoredWords(set);
    if (remark !== undefined && !options.json) console.error(remark);
    if (!options.json) console.log(`${set.words}:`);
    try {
      const ended = await tune(withBuildOptions(options, set, text), (found) =>
        answers.push({ options: set.words, ...(remark !== undefined && { remark }), ...found }),
      );
      status = Math.max(status, ended);
    } catch (error) {
      printAll();
      throw error;
    }
  }
  printAll();
  return status;
}

/** @param print takes the object of `--json`. */
async function tune(options: TuneArguments, print: (answer: object) => void): Promise<number> {
  const started = performance.now();
  const files = exportsTo(options.exports, options.within);
  const { timeout, seed, workers, task, json } = options;
  const seconds = (): number => (performance.now() - started) / 1000;
  const early = hasTools() ? startToolchain(options.native) : undefined; // while the kernel is read
  let input: Input;
  try {
    input = await readInput(options);
  } catch (error) {
    if (json && error instanceof InputError) {
      const isEndless = error.diagnostics.some(({ code }) => code === 'never-ends');
      const status = isEndless ? 'non-termination' : 'invalid';
      const result = { status, optima: [], reason: error.message } as const;
      print(answer(result, [], [], error.diagnostics, seconds()));
    }
    throw error;
  }
  const { subject, diagnostics } = input;
  const { name, terms } = subject;
  if (!json) for (const diagnostic of diagnostics) console.error(said(name, diagnostic));
  if (!json && diagnostics.some(({ code }) => code === 'no-parameters'))
    for (const offer of await offersOf(options)) console.error(offer);
  const { leftOut = [] } = input;
  if (!json)
    for (const { values, why } of leftOut)
      console.error(`Left out: ${showConfiguration(values)}: ${why}`);
  makeTools();
  const toolchain = await (early ?? startToolchain(options.native));
  if (options.native && options.promela !== undefined)
    await refuseNativeC(toolchain, modelSourceOf(options));
  // A swarm answers at a limit of its own.
  const limit = signalAfter(methodOf(task).usual ? undefined : timeout);
  const signal = untilStopped(limit);
  const { within } = options;
  const own = (): Promise<Toolchain> => toolchainFor(options.native);
  const further = { toolchain: own, workers, seconds: timeout, seed, within };
  const { runs, configurations, ...ended } = await tuned(
    (emit) => perform(task, subject.open(toolchain, limitsOf(options)), emit, signal, further),
    terms,
    () => (limit.aborted ? `The time limit of ${timeout} s was reached.` : 'It was stopped.'),
    (event) => {
      if (!json) report(event, terms);
    },
  )
    .catch(faultOf(subject))
    .finally(() => toolchain.dispose());
  const { result } = ended;
  const [optimum] = result.optima;
  const figures =
    optimum && input.problem && result.minTime !== undefined
      ? figuresOf(input.problem, optimum, result.minTime)
      : undefined;
  const findings = optimum && input.findings ? input.findings(optimum) : [];
  if (!json) for (const one of findings) console.error(saidFinding(name, one));
  if (json)
    print({
      ...answer(result, runs, configurations, diagnostics, seconds(), findings),
      ...objectiveIn(terms, result),
      ...(figures && { device: figuresInJson(figures) }),
      ...(options.onlyRight && { leftOut }),
    });
  // An endless model is a faulty input; an endless kernel is an answer.
  const isAtFault =
    result.status === 'invalid' || (result.status === 'deadlock' && options.promela !== undefined);
  if (isAtFault) throw new UsageError(`${name}: ${result.reason ?? result.status}`);
  for (const write of files) await write({ subject, result, configurations });
  if (!json && isUnfinished(result.status)) console.log(soFar(searchedBy(runs)));
  if (!json) conclude(result, seconds(), terms, diagnostics.filter(isAssumption));
  if (!json && figures) console.log(figuresInWords(figures));
  const { status, isBroken = false } = result;
  return isBroken || status === 'cancelled' || status === 'out-of-memory' ? 1 : 0;
}

async function startToolchain(isNative: boolean): Promise<Toolchain> {
  const toolchain = await toolchainFor(isNative);
  toolchain.start();
  return toolchain;
}

/** The subject, and remarks on its text. */
interface Input {
  readonly subject: Tunable;
  readonly diagnostics: readonly PlacedDiagnostic[];
  /** Kernels only. */
  readonly problem?: KernelInput['problem'];
  readonly findings?: KernelInput['findings'];
  readonly leftOut?: KernelInput['leftOut'];
}

/** @throws {UsageError} */
async function readInput(options: TuneArguments): Promise<Input> {
  const { promela, tuning } = options;
  if (promela !== undefined)
    return { subject: promelaModel(promela, modelSourceOf(options), tuning), diagnostics: [] };
  const input = await readKernel(options);
  return { ...input, subject: kernelTime(input.problem, input.name) };
}

const limitsOf = ({
  memory,
  task,
  workers,
  native,
  json,
  keeping,
}: TuneArguments): CheckerOptions => ({
  keeping,
  memoryMB: memory / workersOf(task, workers),
  thorough: native,
  ...(!json && { onEvent: saysCompiling }),
});

/** clang's work is the longest silence. */
const saysCompiling = (event: ToolchainEvent): void => {
  if (event.kind === 'stage' && event.stage === 'compile') console.error('Compiling the verifier');
};

/** Configurations that are told of at once. */
const MOST_SAID = 100;

/** Progress for people, on standard error. */
function report(event: TuningEvent, { amount }: Terms): void {
  switch (event.type) {
    case 'stage':
      console.error(event.text);
      break;
    case 'run': {
      const { bound, verdict, isCut = false, states, transitions, seconds } = event.run;
      const figures =
        states === 0 && isCut
          ? 'before it told of its states'
          : `${states} states, ${transitions} transitions, ${seconds.toFixed(3)} s`;
      console.error(`  T = ${bound}: ${verdict}${isCut ? ' so far, cut off' : ''}, ${figures}`);
      break;
    }
    case 'configurations':
      for (const { values, time, status, reason } of event.results.slice(0, MOST_SAID)) {
        const what = time === undefined ? `${status}, ${reason ?? ''}` : amount(time);
        console.error(`  ${showConfiguration(values)}: ${what}`);
      }
      if (event.results.length > MOST_SAID) {
        console.error(`  and ${event.results.length - MOST_SAID} more (all of them with --json)`);
      }
      break;
    case 'best':
      console.error(
        `  found ${amount(event.finish.time)}: ${showConfiguration(event.finish.values)}`,
      );
      break;
    default:
      break;
  }
}

const soFar = ({ searches, finished, states, transitions, depth, memoryMB }: Searched): string =>
  searches === 0
    ? 'No search had begun.'
    : `So far: ${finished} of ${searches} searches finished, ${states} states, ${transitions} transitions, depth ${depth}, ${memoryMB} MB`;

function conclude(
  result: TuningResult,
  seconds: number,
  { amount }: Terms,
  assumed: readonly PlacedDiagnostic[],
): void {
  const { shortlist } = result;
  if (shortlist) {
    console.log(claimOf(shortlist));
    for (const { values, time } of shortlist.configurations)
      console.log(`  ${showConfiguration(values)}: ${time} ticks`);
  }
  const least =
    result.minTime === undefined
      ? ''
      : ` ${amount(result.minTime)} at ${result.optima.map(showConfiguration).join(' or ')}`;
  const lines = assumed.map(({ line, code }) => `${code.replaceAll('-', ' ')} in line ${line}`);
  const rests =
    result.status === 'proved' && lines.length > 0
      ? `, if it is as taken (${lines.join(', ')})`
      : '';
  console.log(
    `${result.status}${rests}:${least}${result.reason === undefined ? '' : ` ${result.reason}`} (${seconds.toFixed(1)} s)`,
  );
}

begin('tune');
process.exitCode = await main();
