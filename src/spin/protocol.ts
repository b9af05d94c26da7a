/** What the client and a toolchain worker say to each other. Types only. Everything a job needs comes
 * with it, so that a worker holds no state and can be ended at any time. */
import type { PackedTrail } from '../base/packed-trail.ts';
import type { ClangAssets, ClangMessage, ClangResult, CompileOptions } from './clang.ts';
import type {
  CheckResult,
  GenerateOptions,
  GenerateResult,
  ReplayOptions,
  ReplayResult,
  SimulateOptions,
  SimulateResult,
  WalkPlan,
  WalkResult,
} from './spin.ts';
import type { ToolchainEvent, VerifierSources } from './toolchain.ts';
import type { ReplayTrailOptions, VerifierReplay } from './verifier-replay.ts';
import type { VerifierMemory, VerifierRun } from './verifier.ts';

export type OnEvent = (event: ToolchainEvent) => void;

interface SpinJob {
  /** SPIN, compiled; every job makes an instance of its own. */
  readonly spin: WebAssembly.Module;
  readonly model: string;
}

export interface SimulateJob extends SpinJob {
  readonly options: SimulateOptions;
}

export interface WalkJob extends SpinJob {
  readonly plan: WalkPlan;
}

export interface GenerateJob extends SpinJob {
  readonly options: GenerateOptions;
}

export interface ReplayJob extends SpinJob {
  readonly trail: string;
  readonly options: ReplayOptions;
}

export interface CompileJob {
  readonly clang: ClangAssets;
  readonly sources: VerifierSources;
  readonly options: CompileOptions;
}

export interface VerifyJob {
  readonly module: WebAssembly.Module;
  readonly args: readonly string[];
  readonly memory: VerifierMemory;
  readonly outputPrefix: string | undefined;
  readonly columns: string | undefined;
  readonly patience: number | undefined;
}

export interface ReplayTrailJob {
  readonly module: WebAssembly.Module;
  readonly trail: PackedTrail;
  readonly words: readonly string[];
  readonly options: ReplayTrailOptions;
}

export interface CheckKernelJob {
  readonly clang: ClangAssets;
  readonly openclHeaders: Uint8Array;
  readonly text: string;
}

export interface PreprocessJob {
  readonly clang: ClangAssets;
  readonly model: string;
}

export interface ToolchainWorker {
  check(job: SpinJob, onEvent: OnEvent): Promise<CheckResult>;
  simulate(job: SimulateJob, onEvent: OnEvent): Promise<SimulateResult>;
  walk(job: WalkJob, onEvent: OnEvent): Promise<WalkResult>;
  generate(job: GenerateJob, onEvent: OnEvent): Promise<GenerateResult>;
  replay(job: ReplayJob, onEvent: OnEvent): Promise<ReplayResult>;
  compile(job: CompileJob, onEvent: OnEvent): Promise<ClangResult>;
  verify(job: VerifyJob, onEvent: OnEvent): Promise<VerifierRun>;
  replayTrail(job: ReplayTrailJob, onEvent: OnEvent): Promise<VerifierReplay>;
  preprocess(job: PreprocessJob, onEvent: OnEvent): Promise<ClangResult>;
  checkKernel(job: CheckKernelJob, onEvent: OnEvent): Promise<readonly ClangMessage[]>;
}
