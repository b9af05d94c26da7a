import type { PackedTrail } from '../base/packed-trail.ts';
import type { ClangMessage, CompileOptions } from './clang.ts';
import type { SearchProgress } from './pan-output.ts';
import type { ReplayTrailOptions, VerifierReplay } from './verifier-replay.ts';
import type {
  CheckResult,
  GenerateOptions,
  GenerateResult,
  ReplayOptions,
  ReplayResult,
  SimulateOptions,
  SimulateResult,
  VerifierFile,
  WalkPlan,
  WalkResult,
} from './spin.ts';
import type { Trail, VerifierMemory, VerifierRun } from './verifier.ts';

/** What is going on in a call, as it happens. */
export type ToolchainEvent =
  | {
      readonly kind: 'stage';
      readonly stage:
        | 'queued'
        | 'download'
        | 'compile'
        | 'link'
        | 'search'
        | 'replay'
        | 'simulate'
        | 'generate'
        | 'check';
    }
  /** Bytes of the compiler, as they are after decompression; `total` is known beforehand. */
  | { readonly kind: 'download'; readonly loadedBytes: number; readonly totalBytes: number }
  | { readonly kind: 'search'; readonly progress: SearchProgress }
  /** A counterexample that is complete, while the search goes on. */
  | { readonly kind: 'trail'; readonly trail: Trail }
  /** A line of the model's own on standard output (see `outputPrefix`). */
  | { readonly kind: 'output'; readonly line: string }
  /** Lines read into columns so far. */
  | { readonly kind: 'rows'; readonly rows: number }
  | { readonly kind: 'stderr'; readonly line: string };

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((event: ToolchainEvent) => void) | undefined;
}

export interface VerifyOptions extends CallOptions {
  readonly memory?: VerifierMemory;
  /** Lines of standard output that begin with this are passed on as they come. */
  readonly outputPrefix?: string;
  /** Lines `WORD name=number ...` with this word are read into columns instead (see `VerifierRun`). */
  readonly columns?: string;
  /** Seconds without a new trail or line of the model's own after which the run is ended, as soon as it
   * reports progress. */
  readonly patience?: number | undefined;
}

/** A verifier ready to run, in this thread or another. */
export interface CompiledVerifier {
  readonly module: WebAssembly.Module;
  /** SHA-256 of what it was made of, in hexadecimal; undefined where there is no Web Crypto. */
  readonly key: string | undefined;
  /** Built with the site, kept from an earlier time, or compiled just now. */
  readonly origin: 'shipped' | 'cached' | 'compiled';
  /** Of the compiler alone; 0 where it did not run. */
  readonly seconds: number;
}

export interface CompileChoices {
  /** Builds with these options do as well where they are at hand, but are not made. */
  readonly orKept?: readonly CompileOptions[];
  /** Fail rather than fetch the compiler. */
  readonly withoutFetching?: boolean;
}

export type VerifierSources = Readonly<Record<VerifierFile, string>>;

/**
 * SPIN, the C compiler and the verifiers, wherever they run. A call never hangs: it resolves, or rejects
 * with a `Failure` (a tool could not be fetched, clang rejected pan.c, the worker died under it; its
 * `detail` has the last lines that the program had written) or with `Cancelled`, by its signal.
 */
export interface Toolchain {
  check(model: string, options?: CallOptions): Promise<CheckResult>;
  simulate(model: string, options: SimulateOptions & CallOptions): Promise<SimulateResult>;
  /** A run told step by step, by a seed or by choices. */
  walk(model: string, plan: WalkPlan, options?: CallOptions): Promise<WalkResult>;
  generate(model: string, options?: GenerateOptions & CallOptions): Promise<GenerateResult>;
  /** From the shipped verifiers, the cache, or clang. */
  compile(
    sources: VerifierSources,
    options: CompileOptions & CompileChoices & CallOptions,
  ): Promise<CompiledVerifier>;
  /** Runs a verifier: pan's options, then words for the model. A run that finds errors is done. */
  verify(
    verifier: Pick<CompiledVerifier, 'module'>,
    args: readonly string[],
    options?: VerifyOptions,
  ): Promise<VerifierRun>;
  /** Follows a trail in the verifier that wrote it, with the same words for the model: to its end,
   * telling the events, or until some step. */
  replayTrail(
    verifier: Pick<CompiledVerifier, 'module'>,
    trail: PackedTrail,
    words: readonly string[],
    options?: CallOptions & ReplayTrailOptions,
  ): Promise<VerifierReplay>;
  /** Follows a trail in SPIN's simulator, for models without C. */
  replay(
    model: string,
    trail: string,
    options?: ReplayOptions & CallOptions,
  ): Promise<ReplayResult>;
  /** A Promela model as the C preprocessor leaves it, for models with lines that begin with `#`. */
  preprocess(model: string, options?: CallOptions): Promise<string>;
  /** clang's opinion of an OpenCL C text. */
  checkKernel(text: string, options?: CallOptions): Promise<readonly ClangMessage[]>;
  /** Starts fetching the compiler, so that it is there when it is needed. */
  prefetchCompiler(options?: CallOptions): Promise<undefined>;
  /** Starts the worker, so that the first call need not wait for it. */
  start(): void;
  /** Ends all workers; calls under way are cancelled. */
  dispose(): void;
}
