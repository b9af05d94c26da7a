/** One record of the tools' operations; protocol, worker, client, log and toolchain type derive from
 * it. */
import { shellWords } from '../base/shell-words.ts';
import { transfer } from 'comlink';
import { sha256 } from '../base/digest.ts';
import { Failure, REPORT } from '../base/failure.ts';
import { messageOf } from '../base/message.ts';
import { trailUpTo } from '../base/packed-trail.ts';
import { arithmeticFault, constantFault } from './arithmetic-fault.ts';
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
import type { VerifierRequest } from './verifier.ts';
import type { VerifierRun } from './verifier-run.ts';

/** Fetched once and sent with each job: workers are stateless and can end at any time. */
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

/** A job's surroundings in the worker. */
export interface Bench {
  readonly drivers: typeof Drivers;
  readonly onEvent: OnEvent;
}

/** A call's surroundings on the page. */
export interface Desk<Request, Told> {
  /** Fetches requirements and runs the job in the worker. */
  run(request: Request): Promise<Told>;
  /** Ends an idle worker to free its memory. */
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
  /** In the worker, synchronously: a job ends with its worker. */
  run(tool: Tools[N], request: Request, bench: Bench): Told | Promise<Told>;
  /** Buffers to transfer instead of copying. */
  handsOver?(told: Told): ArrayBuffer[];
  /** On the page: prepares the request and interprets the answer.
   * @throws {Failure} in the user's words. */
  call(request: Request, desk: Desk<Request, Told>): Promise<Result>;
  /** Its entry in the log. */
  readonly log?: {
    /** As typed in a shell. */
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
  /** Cached builds that serve as well, but are not compiled. */
  readonly orKept?: readonly CompileOptions[];
  /** Fail rather than fetch the compiler. */
  readonly withoutFetching?: boolean;
}

/** Compiler lines shown, from the first error. */
const LINES_KEPT = 20;
/** Searches above these MB end their worker: otherwise memory waits for the garbage collector. */
const LARGE_MB = 128;
/** Bytes of a packed trail; a replay leaves as much garbage. */
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
  /** A run step by step, by seed or by choices. */
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
  /** A run of any model by statements: a trail, a seed or choices. */
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
  /** A trail followed by its own verifier, for models with C. */
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
    call: async (request, { run }) => accepted(await run(request), constantFault),
    log: {
      command: ({ lossy = false, separate = false }) =>
        `spin -a ${lossy ? '-m ' : ''}${separate ? '-o3 ' : ''}model.pml`,
      text: ({ warnings }) =>
        ['the verifier is written: pan.c', ...warnings.map(showProblem)].join('\n'),
    },
  }),
  /** A verifier: shipped, cached, or compiled by clang. */
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
        module,
        key,
        origin: 'compiled',
        sha256: await sha256(bytes),
        compiler: compiler.version,
        optimise: wanted.optimise,
      };
    },
  }),
  /** Runs a verifier with pan's options, then words for the model. Finding errors is success. */
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
      command: ({ args }) => shellWords(['pan', ...args]),
      text: ({ stdout, stderrTail, trap }) =>
        [...stdout, ...stderrTail, ...(trap === undefined ? [] : [trap])].join('\n'),
    },
  }),
  /** Replays a trail in its verifier with the same words, fully with events or up to a step. */
  replayTrail: operation({
    needs: 'nothing',
    stage: 'replay',
    run: (_, request: ReplayRequest, { drivers, onEvent }): VerifierReplay =>
      drivers.replayTrail(request, onEvent),
    handsOver: ({ replay }) => (replay.ok ? buffersOf(replay.columns) : []),
    async call(request, { run, rest }) {
      const { trail, until = Infinity } = request;
      // Transferred after cutting: cloning would copy twice.
      const sent = trailUpTo(trail, until);
      const replayed = await run(transfer({ ...request, trail: sent }, [sent.buffer]));
      if (trail.length > LARGE_TRAIL) rest();
      return replayed;
    },
  }),
  /** Expands preprocessor lines of a Promela model. */
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

/** An operation by name, untyped. */
export const operationNamed = (name: OperationName) =>
  operations[name] as unknown as Operation<keyof Fetched, unknown, unknown, unknown>;

/** Browsers' words for native SPIN's segmentation fault. */
const CRASHED = /out of bounds|call stack|recursion/;
const LONG =
  'So it does, natively too, at blocks nested hundreds deep, an expression of thousands of terms or a string of thousands of letters: shorten what is long. If nothing is, please report it with the model.';

/** SPIN's result for an accepted model.
 * @throws {Failure} otherwise. */
function accepted<R extends { readonly kind: string }>(
  result: R | SpinFailure,
  faultOf = arithmeticFault,
): Exclude<R, SpinFailure> {
  if (!isFailure(result)) return result as Exclude<R, SpinFailure>;
  if (result.kind === 'failed') {
    const { message, output } = result;
    const fault = faultOf(message, output);
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
    where === '' ? 'Mend the model.' : 'Look at that line of the model.',
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

/** The preprocessed model.
 * @throws {Failure} with its place. */
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

/** Compiles the verifier for this engine.
 * @throws {Failure} beyond the engine's limits. */
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

/** An LLVM tool's product.
 * @throws {Failure} if the input was rejected. */
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
