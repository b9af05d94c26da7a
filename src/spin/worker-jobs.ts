import { checkSyntax, compilePan, linkPan, preprocessModel, type ClangRuntime } from './clang.ts';
import type { OnEvent, ToolchainWorker, VerifyJob } from './protocol.ts';
import { checkModel, generateVerifier, replay, simulate, walk, type SpinFactory } from './spin.ts';
import { replayTrail } from './verifier-replay.ts';
import { runVerifier, type VerifierRun } from './verifier.ts';

/** How a worker comes to the JavaScript of its tools: by its bundle, or from a folder in Node. */
export interface WorkerTools {
  readonly spin: () => Promise<SpinFactory>;
  readonly clang: () => Promise<ClangRuntime>;
}

/** What a toolchain worker can do. The programs run synchronously: a job is ended by ending the
 * worker. */
export function createJobs(tools: WorkerTools): ToolchainWorker {
  const loader = async (module: WebAssembly.Module) => ({ factory: await tools.spin(), module });
  return {
    async check({ spin, model }, onEvent) {
      onEvent({ kind: 'stage', stage: 'check' });
      return checkModel(await loader(spin), model);
    },
    async simulate({ spin, model, options }, onEvent) {
      onEvent({ kind: 'stage', stage: 'simulate' });
      return simulate(await loader(spin), model, options);
    },
    async walk({ spin, model, plan }, onEvent) {
      onEvent({ kind: 'stage', stage: 'simulate' });
      return walk(await loader(spin), model, plan);
    },
    async generate({ spin, model, options }, onEvent) {
      onEvent({ kind: 'stage', stage: 'generate' });
      return generateVerifier(await loader(spin), model, options);
    },
    async replay({ spin, model, trail, options }, onEvent) {
      onEvent({ kind: 'stage', stage: 'replay' });
      return replay(await loader(spin), model, trail, options);
    },
    async compile({ clang, sources, options }, onEvent) {
      const runtime = await tools.clang();
      onEvent({ kind: 'stage', stage: 'compile' });
      const object = compilePan(runtime, clang, sources, options);
      if (!object.ok) return object;
      onEvent({ kind: 'stage', stage: 'link' });
      return linkPan(runtime, clang, object.bytes);
    },
    verify: async (job, onEvent) => search(job, onEvent),
    async replayTrail({ module, trail, words, options }, onEvent) {
      onEvent({ kind: 'stage', stage: 'replay' });
      const onStderr = (line: string) => onEvent({ kind: 'stderr', line });
      return replayTrail(module, trail, words, { ...options, onStderr });
    },
    async preprocess({ clang, model }, onEvent) {
      const runtime = await tools.clang();
      onEvent({ kind: 'stage', stage: 'compile' });
      return preprocessModel(runtime, clang, model);
    },
    async checkKernel({ clang, openclHeaders, text }, onEvent) {
      const runtime = await tools.clang();
      onEvent({ kind: 'stage', stage: 'compile' });
      return checkSyntax(runtime, clang, text, { kind: 'cl', openclHeaders });
    },
  };
}

function search(job: VerifyJob, onEvent: OnEvent): VerifierRun {
  const { outputPrefix } = job;
  onEvent({ kind: 'stage', stage: 'search' });
  return runVerifier(job.module, job.args, {
    memory: job.memory,
    onProgress: (progress) => onEvent({ kind: 'search', progress }),
    onTrail: (trail) => onEvent({ kind: 'trail', trail }),
    onStderr: (line) => onEvent({ kind: 'stderr', line }),
    ...(outputPrefix !== undefined && { outputPrefix }),
    ...(job.columns !== undefined && { columns: job.columns }),
    ...(job.patience !== undefined && { patience: job.patience }),
    onRows: (rows) => onEvent({ kind: 'rows', rows }),
    onOutput: (line) => onEvent({ kind: 'output', line }),
  });
}
