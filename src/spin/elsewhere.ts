import type { CompileOptions } from './clang.ts';
import type { GenerateOptions, VerifierSources } from './spin.ts';
import type { CallOptions, CompiledVerifier, RequestOf, Toolchain } from './toolchain.ts';
import type { VerifierOptions, VerifierRun } from './verifier-run.ts';

/** The smallest module: it stands for a verifier elsewhere wherever one of WebAssembly would be handed on. */
const EMPTY = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/** Ingredients of a verifier. */
export interface Ingredients extends CompileOptions {
  readonly sources: VerifierSources;
  /** SPIN's input. */
  readonly from: (GenerateOptions & { readonly model: string }) | undefined;
}

/** Compiles and runs verifiers as programs of a machine. */
export interface Engine<Program> {
  /** The compiler's own first line. */
  readonly compiler: string;
  compile(
    ingredients: Ingredients,
    call: CallOptions,
  ): Promise<{ readonly program: Program; readonly sha256: string | undefined }>;
  run(
    program: Program,
    args: readonly string[],
    options: VerifierOptions,
    call: CallOptions,
  ): Promise<VerifierRun>;
}

interface Made {
  readonly program: unknown;
  readonly request: RequestOf<'compile'>;
}

/** By the module that stands for each, and by what SPIN wrote: toolchains of one process share verifiers. */
const made = new WeakMap<WebAssembly.Module, Made>();
const writtenFrom = new WeakMap<VerifierSources, NonNullable<Ingredients['from']>>();
/** By what they were made of. */
const kept = new Map<string, CompiledVerifier>();
/** Verifiers that are looked up again. */
const MOST_KEPT = 100;

/** A toolchain that searches elsewhere. Trails are followed in WebAssembly, by the verifier of the same text. */
export function searchingElsewhere<Program>(
  toolchain: Toolchain,
  engine: Engine<Program>,
): Toolchain {
  return {
    ...toolchain,
    async generate(request, call) {
      const written = await toolchain.generate(request, call);
      writtenFrom.set(written.files, request);
      return written;
    },
    async compile(request, call = {}) {
      const { sources, orKept = [], optimise, defines } = request;
      const keyOf = (options: Pick<typeof request, 'optimise' | 'defines'>): string =>
        JSON.stringify([options.optimise, options.defines, sources]);
      const known = [request, ...orKept].map((each) => kept.get(keyOf(each))).find(Boolean);
      if (known) return known;
      call.onProgress?.({ kind: 'stage', stage: 'compile' });
      const from = writtenFrom.get(sources);
      const { program, sha256 } = await engine.compile({ sources, optimise, defines, from }, call);
      const module = new WebAssembly.Module(EMPTY);
      made.set(module, { program, request });
      const verifier: CompiledVerifier = {
        module,
        key: undefined,
        origin: 'compiled',
        optimise,
        compiler: engine.compiler,
        sha256,
      };
      kept.set(keyOf(request), verifier);
      for (const first of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(first);
      return verifier;
    },
    verify({ module, args, ...options }, call = {}) {
      const { program } = of(module);
      call.onProgress?.({ kind: 'stage', stage: 'search' });
      return engine.run(program as Program, args, options, call);
    },
    replayTrail: async (request, call) =>
      toolchain.replayTrail({ ...request, module: await followed(request.module, call) }, call),
    verifierSteps: async (request, call) =>
      toolchain.verifierSteps({ ...request, module: await followed(request.module, call) }, call),
  };

  /** The same verifier in WebAssembly. */
  async function followed(module: WebAssembly.Module, call: CallOptions = {}) {
    const { request } = of(module);
    return (await toolchain.compile({ ...request, optimise: '-O0' }, call)).module;
  }
}

function of(module: WebAssembly.Module): Made {
  const found = made.get(module);
  if (!found) throw new Error('a verifier of WebAssembly was given to native tools');
  return found;
}
