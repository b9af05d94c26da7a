import { Failure, REPORT } from '../../base/failure.ts';
import type { CompileOptions } from '../../spin/clang.ts';
import type { VerifierSources } from '../../spin/spin.ts';
import type {
  CallOptions,
  CompiledVerifier,
  Toolchain,
  ToolchainEvent,
} from '../../spin/toolchain.ts';
import type { VerifierRun } from '../../spin/verifier-run.ts';
import type { SearchProgress } from '../../tuning/index.ts';
import { runSearch } from '../search-run.ts';
import { withClashingName } from './clashing.ts';
import { PAN_LINES } from './heard.ts';
import type { OpenedModel } from './opened-model.ts';

/** Seconds before a search restarts with an optimised verifier; most models are small. */
const LONG_SEARCH = 2;
/** Optimising takes so many times as long as compiling without: a search goes on for as long before. */
const OPTIMISING = 6;

interface Options {
  readonly facts: OpenedModel['facts'];
  readonly call: CallOptions;
  readonly memoryMB: number;
  /** Told when the search begins, and when it begins again. */
  readonly onStart: () => void;
  readonly onEvent: (event: ToolchainEvent) => void;
  readonly onProgress: (progress: SearchProgress) => void;
}

/** Searches with a verifier that is compiled in a moment, and where that takes long again with an
 * optimised one.
 * @param defines macros of pan.c. @param args options of pan. @throws {Failure} */
export async function searchOnce(
  toolchain: Toolchain,
  sources: VerifierSources,
  defines: readonly string[],
  args: readonly string[],
  { facts, call, memoryMB, onStart, onEvent, onProgress }: Options,
): Promise<VerifierRun> {
  const { signal } = call;
  const compiled = (optimise: CompileOptions['optimise']): Promise<CompiledVerifier> => {
    const orKept = [{ optimise: '-O2', defines } as const];
    return toolchain
      .compile({ sources, optimise, defines, orKept }, call)
      .catch((error: unknown) => {
        throw withClashingName(error, facts);
      });
  };
  const search = async (
    verifier: CompiledVerifier,
    end: AbortSignal | undefined,
    onSeconds?: (seconds: number) => void,
  ): Promise<VerifierRun> => {
    onStart();
    const ended = await runSearch(toolchain, verifier, args, {
      signal: end,
      seconds: undefined,
      memory: { maxMB: memoryMB },
      outputPrefix: PAN_LINES,
      onEvent,
      onProgress: (progress) => {
        onProgress(progress);
        onSeconds?.(progress.seconds);
      },
    });
    if (!ended.run) throw new Failure('verifier', 'The search ended without a run.', REPORT);
    return ended.run;
  };
  const started = performance.now();
  const quick = await compiled('-O0');
  const patience = Math.max(LONG_SEARCH, (OPTIMISING * (performance.now() - started)) / 1000);
  const limit = new AbortController();
  try {
    const either = AbortSignal.any([limit.signal, ...(signal ? [signal] : [])]);
    return await search(quick, either, (seconds) => {
      if (seconds > patience) limit.abort();
    });
  } catch (error) {
    if (signal?.aborted === true || !limit.signal.aborted) throw error;
  }
  const better = await compiled('-O2').catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
    return quick; // clang may lack the memory
  });
  return search(better, signal);
}
