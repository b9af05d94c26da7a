/** What can be asked of the tools: one record, from which the protocol between page and worker, the
 * worker, the client, the log and the type of a toolchain follow. */
import { transfer } from 'comlink';
import { sha256 } from '../base/digest.ts';
import { Failure, REPORT } from '../base/failure.ts';
import { messageOf } from '../base/message.ts';
import { trailUpTo } from '../base/packed-trail.ts';
import { arithmeticFault } from './arithmetic-fault.ts';
import { verifierKey } from './cache.ts';
import type {
  Clang,
  ClangAssets,
  ClangMessage,
  ClangResult,
  CompileOptions,
  OpenclAssets,
  PreprocessRequest,
} from './clang.ts';
import type * as Drivers from './drivers.ts';
import { buffersOf } from './replay-columns.ts';
import type {
  GenerateOptions,
  SimulateOptions,
  SpinFailure,
  SpinLoader,
  VerifierSources,
  WalkPlan,
} from './spin.ts';
import type { CompiledVerifier, OnEvent, ToolchainEvent } from './toolchain-event.ts';
import { modelFileName, Rejected, type SpinProblem } from './spin-problems.ts';
import type { StepsRequest } from './spin-steps.ts';
import type { StepRun } from './step-run.ts';
import type { ReplayRequest, VerifierReplay, VerifierStepsRequest } from './verifier-replay.ts';
import type { VerifierRequest, VerifierRun } from './verifier.ts';

/** What the page fetches of a tool, once, and sends with each job: a worker holds no state and can be
 * ended at any time. */
export interface Fetched {
  readonly nothing: undefined;
  readonly spin: WebAssembly.Module;
  readonly clang: ClangAssets;
  /** With the headers for OpenCL C. */
  readonly opencl: OpenclAssets;
}

/** The tool in the worker. */
export interface Tools {
  readonly nothing: undefined;
  readonly spin: SpinLoader;
  readonly clang: Clang;
  readonly opencl: Clang<OpenclAssets>;
}

/** What a job has at hand in the worker. */
export interface Bench {
  readonly drivers: typeof Drivers;
  readonly onEvent: OnEvent;
}

/** What a call has at hand on the page. */
export interface Desk<Request, Told> {
  /** Fetches what is needed and has the worker do the job. */
  run(request: Request): Promise<Told>;
  /** Ends the worker, if it has nothing to do: its memory is given back. */
  rest(): void;
  /** Starts another, for what is asked next. */
  start(): void;
  /** Verifiers compiled before. */
  readonly verifiers: {
    get(key: string): Promise<Omit<CompiledVerifier, 'optimise'> | undefined>;
    put(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  };
  readonly compiler: { readonly version: string; readonly loaded: boolean };
}

export interface Operation<N extends keyof Fetched, Request, Told, Result> {
  readonly needs: N;
  readonly stage: Extract<ToolchainEvent, { kind: 'stage' }>['stage'];
  /** In the worker. The programs run synchronously: a job is ended by ending the worker. */
  run(tool: Tools[N], request: Request, bench: Bench): Told | Promise<Told>;
  /** Buffers that are handed to the page instead of being copied. */
  handsOver?(told: Told): ArrayBuffer[];
  /** On the page: what is sent, and what comes of the answer.
   * @throws {Failure} in the words for the user. */
  call(request: Request, desk: Desk<Request, Told>): Promise<Result>;
  /** What the log has of it. */
  readonly log?: {
    /** As one would type it. */
    command(request: Request): string;
    text(result: Result): string;
  };
}

const operation = <N extends keyof Fetched, Request, Told, Result>(
  given: Operation<N, Request, Told, Result>,
): Operation<N, Request, Told, Result> => given;

interface GenerateRequest extends GenerateOptions {
  readonly model: string;
}

interface CompileRequest extends CompileOptions {
  readonly sources: VerifierSources;
  /** Builds with these options do as well where they are at hand, but are not made. */
  readonly orKept?: readonly CompileOptions[];
  /** Fail rather than fetch the compiler. */
  readonly withoutFetching?: boolean;
}

/** Lines of the compiler's passed on, from the first error. */
const LINES_KEPT = 20;
/** Memory of a search, in MB, that is given back with its worker: in a worker that goes on it stays until
 * the engine happens to look for it. */
const LARGE_MB = 128;
/** Bytes of a packed trail, of which a replay leaves as much behind. */
const LARGE_TRAIL = 4_000_000;

export const operations = {
  /** One random run of a model. */
  simulate: operation({
    needs: 'spin',
    stage: 'simulate',
    run: (spin, { model, ...options }: SimulateOptions & { readonly model: string }, { drivers }) =>
      drivers.simulate(spin, model, options),
    call: async (request, { run }) => accepted(await run(request)),
    log: {
      command: ({ seed }) => `spin -n${seed} model.pml`,
      text: ({ output, steps, outcome }) =>
        [...output, `${steps} steps: ${outcome.kind}`].join('\n'),
    },
  }),
  /** A run told step by step, by a seed or by choices. */
  walk: operation({
    needs: 'spin',
    stage: 'simulate',
    run: (
      spin,
      { model, plan }: { readonly model: string; readonly plan: WalkPlan },
      { drivers },
    ) => drivers.walk(spin, model, plan),
    call: async (request, { run }) => accepted(await run(request)),
  }),
  /** A run of any model, statement by statement: along a trail, by a seed or by choices. */
  steps: operation({
    needs: 'spin',
    stage: 'replay',
    run: (spin, request: StepsRequest, { drivers }) => drivers.tellSteps(spin, request),
    call: async (request, { run }) => accepted(await run(request)),
    log: {
      command: ({ plan }) =>
        'trail' in plan
          ? 'spin -t -p -g -l -s -r model.pml'
          : `spin ${'seed' in plan ? `-n${plan.seed}` : '-i'} -p -g -l -s -r model.pml`,
      text: ({ steps }) => `${steps.length} statements`,
    },
  }),
  /** The same along a trail, by the verifier that wrote it: for models with C of their own. */
  verifierSteps: operation({
    needs: 'nothing',
    stage: 'replay',
    run: (_, request: VerifierStepsRequest, { drivers, onEvent }): StepRun =>
      drivers.tellVerifierSteps(request, onEvent),
    call: (request, { run }) => run(request),
  }),
  /** The source of a verifier. */
  generate: operation({
    needs: 'spin',
    stage: 'generate',
    run: (spin, { model, ...options }: GenerateRequest, { drivers }) =>
      drivers.generateVerifier(spin, model, options),
    call: async (request, { run }) => accepted(await run(request)),
    log: {
      command: ({ lossy = false, separate = false }) =>
        `spin -a ${lossy ? '-m ' : ''}${separate ? '-o3 ' : ''}model.pml`,
      text: ({ warnings }) =>
        ['the verifier is written: pan.c', ...warnings.map(showProblem)].join('\n'),
    },
  }),
  /** A verifier from the shipped ones, the cache, or clang. */
  compile: operation({
    needs: 'clang',
    stage: 'compile',
    run(clang, { sources, optimise, defines }: CompileRequest, { drivers, onEvent }) {
      const object = drivers.compilePan(clang, sources, { optimise, defines });
      if (!object.ok) return object;
      onEvent({ kind: 'stage', stage: 'link' });
      return drivers.linkPan(clang, object.bytes);
    },
    async call(request, { run, verifiers, compiler }): Promise<CompiledVerifier> {
      const { orKept = [], withoutFetching = false, ...wanted } = request;
      const keys: (string | undefined)[] = [];
      for (const candidate of [wanted, ...orKept]) {
        const key = await verifierKey(wanted.sources, candidate, compiler.version);
        const found = key === undefined ? undefined : await verifiers.get(key);
        if (found) return { ...found, optimise: candidate.optimise };
        keys.push(key);
      }
      if (withoutFetching && !compiler.loaded) {
        throw new Failure('compiler', 'The C compiler is not there yet.', REPORT);
      }
      const [key] = keys;
      const bytes = compiled('compiler', 'C compiler', 'verifier', await run(wanted));
      const module = await loaded(bytes);
      if (key !== undefined) await verifiers.put(key, bytes);
      return {
        ...{ module, key, origin: 'compiled' },
        ...{ sha256: await sha256(bytes), compiler: compiler.version, optimise: wanted.optimise },
      };
    },
  }),
  /** Runs a verifier: pan's options, then words for the model. A run that finds errors is done. */
  verify: operation({
    needs: 'nothing',
    stage: 'search',
    run: (_, request: VerifierRequest, { drivers, onEvent }): VerifierRun =>
      drivers.runVerifier(request, onEvent),
    async call(request, { run, rest, start }) {
      const ended = await run(request);
      const { report } = ended;
      if (!report.ok || report.report.memoryMB > LARGE_MB) {
        rest();
        start(); // what was found is about to be replayed
      }
      return ended;
    },
    log: {
      command: ({ args }) => `pan ${args.join(' ')}`,
      text: ({ stdout, stderrTail, trap }) =>
        [...stdout, ...stderrTail, ...(trap === undefined ? [] : [trap])].join('\n'),
    },
  }),
  /** Follows a trail in the verifier that wrote it, with the same words for the model: to its end,
   * telling the events, or until some step. */
  replayTrail: operation({
    needs: 'nothing',
    stage: 'replay',
    run: (_, request: ReplayRequest, { drivers, onEvent }): VerifierReplay =>
      drivers.replayTrail(request, onEvent),
    handsOver: ({ replay }) => (replay.ok ? buffersOf(replay.columns) : []),
    async call(request, { run, rest }) {
      const { trail, until = Infinity } = request;
      // A copy, of no more than is wanted, that is handed over: cloned it would be copied twice.
      const sent = trailUpTo(trail, until);
      const replayed = await run(transfer({ ...request, trail: sent }, [sent.buffer]));
      if (trail.length > LARGE_TRAIL) rest();
      return replayed;
    },
  }),
  /** A Promela model as the C preprocessor leaves it, for models with lines that begin with `#`. */
  preprocess: operation({
    needs: 'clang',
    stage: 'compile',
    run: (clang, request: PreprocessRequest, { drivers }) =>
      drivers.preprocessModel(clang, request),
    // clang has `./x.h` where gcc has `x.h`.
    call: async (request, { run }) =>
      new TextDecoder()
        .decode(preprocessed(await run(request)))
        .replaceAll(/^(# \d+ ")\.\//gm, '$1'),
  }),
  /** clang's opinion of an OpenCL C text. */
  checkKernel: operation({
    needs: 'opencl',
    stage: 'compile',
    run: (clang, { text }: { readonly text: string }, { drivers }) =>
      drivers.checkSyntax(clang, text),
    call: (request, { run }) => run(request),
  }),
};

export type Operations = typeof operations;
export type OperationName = keyof Operations;
export const operationNames = Object.keys(operations) as OperationName[];

/** The operation of a name, where it does not matter which. */
export const operationNamed = (name: OperationName) =>
  operations[name] as unknown as Operation<keyof Fetched, unknown, unknown, unknown>;

/** What browsers say where native SPIN has a segmentation fault. */
const CRASHED = /out of bounds|call stack|recursion/;
const LONG =
  'So it does, natively too, at blocks nested hundreds deep, an expression of thousands of terms or a string of thousands of letters: shorten what is long. If nothing is, please report it with the model.';

/** What SPIN made of a model that it took.
 * @throws {Failure} where it did not. */
function accepted<R extends { readonly kind: string }>(
  result: R | SpinFailure,
): Exclude<R, SpinFailure> {
  if (!isFailure(result)) return result as Exclude<R, SpinFailure>;
  if (result.kind === 'failed') {
    const { message, output } = result;
    const fault = arithmeticFault(message, output);
    if (fault) throw fault;
    throw CRASHED.test(message)
      ? new Failure('spin-itself', `SPIN ended in an error of its own: ${message}.`, LONG, output)
      : new Failure('spin-itself', `SPIN failed: ${message}`, REPORT, output);
  }
  const { problems } = result;
  const [first] = problems;
  const where =
    first?.line === undefined ? '' : ` at line ${first.line} of ${first.file ?? 'the model'}`;
  throw new Rejected(
    'spin',
    `SPIN rejects the model${where}: ${first?.message ?? 'it says no more'}`,
    where === '' ? 'Mend the model.' : 'Look at the line in the Promela tab.',
    problems,
    problems
      .map(({ file, line, message }) => `${file ? `${file}:` : ''}${line ?? '?'}: ${message}`)
      .join('\n'),
  );
}

const isFailure = (result: { readonly kind: string }): result is SpinFailure =>
  result.kind === 'rejected' || result.kind === 'failed';

const showProblem = ({ line, message }: SpinProblem): string =>
  line === undefined ? message : `line ${line}: ${message}`;

/** A model as the preprocessor leaves it.
 * @throws {Failure} with the place where it cannot. */
function preprocessed(result: ClangResult): Uint8Array<ArrayBuffer> {
  const first = result.ok ? undefined : result.errors[0];
  if (result.ok || !first || first.line === 0)
    return compiled('model', 'preprocessor', 'model', result);
  const { file, line, message } = first;
  const of = file === modelFileName ? 'the model' : file;
  const problems = result.ok ? [] : result.errors.map((each) => ofPreprocessor(each));
  const detail = result.ok ? '' : result.stderr.slice(0, LINES_KEPT).join('\n');
  const missing = /^'(.*)' file not found/.exec(message)?.[1];
  if (missing !== undefined)
    throw new Rejected(
      'model',
      `Line ${line} of ${of} includes \`${missing}\`, which is not there.`,
      `Give \`${missing}\` along with the model, or say with -I in which folder it is.`,
      problems,
      detail,
    );
  const rejects = `The preprocessor rejects the model at line ${line} of ${of}: ${message}.`;
  throw new Rejected('model', rejects, 'Mend the line.', problems, detail);
}

const ofPreprocessor = ({ file, line, message }: ClangMessage): SpinProblem => ({
  severity: 'error',
  line,
  ...(file !== modelFileName && { file }),
  message: `${message.charAt(0).toUpperCase()}${message.slice(1)}.`,
  original: message,
});

/** A verifier as this browser, or Node, runs it.
 * @throws {Failure} where it does not take it: engines have limits of their own. */
async function loaded(bytes: Uint8Array<ArrayBuffer>): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    throw new Failure(
      'compiler',
      `WebAssembly does not take the verifier: ${messageOf(error).slice(0, 300)}`,
      'A function of it is too large: keep the formulas that are asked for and leave out the others, or check natively.',
    );
  }
}

/** What a tool of LLVM made.
 * @throws {Failure} where it rejects what it was given. */
function compiled(
  place: 'compiler' | 'model',
  tool: string,
  what: string,
  result: ClangResult,
): Uint8Array<ArrayBuffer> {
  if (result.ok) return result.bytes;
  const { errors, stderr } = result;
  const first = errors[0]?.message ?? stderr[0] ?? 'it does not say why';
  const from = stderr.findIndex((line) => line.includes('error:'));
  const lines = stderr.slice(Math.max(0, from)).slice(0, LINES_KEPT);
  throw new Failure(place, `The ${tool} rejects the ${what}: ${first}`, REPORT, lines.join('\n'));
}
