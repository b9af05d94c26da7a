import {
  compilerVersion,
  compileNatively,
  type NativeVerifier,
  runNatively,
} from './native-verifier.ts';
import { createNodeToolchain } from './node-toolchain.ts';
import type { CallOptions, CompiledVerifier, RequestOf, Toolchain } from './toolchain.ts';

/** The smallest module: it stands for a native verifier wherever one of WebAssembly would be handed on. */
const EMPTY = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

interface Made {
  readonly native: NativeVerifier;
  readonly request: RequestOf<'compile'>;
}

/** By the module that stands for each: toolchains of one process share verifiers. */
const made = new WeakMap<WebAssembly.Module, Made>();
/** By what they were made of. */
const kept = new Map<string, CompiledVerifier>();

/** A toolchain that searches natively: SPIN's verifiers are the same text, compiled by this machine's C
 * compiler. Trails are followed in WebAssembly, by the verifier of the same text.
 * @throws {Failure} where there is no compiler. */
export async function createNativeToolchain(): Promise<Toolchain> {
  const compiler = await compilerVersion();
  const toolchain = await createNodeToolchain();
  return {
    ...toolchain,
    async compile(request, call = {}) {
      const { sources, orKept = [], optimise, defines } = request;
      const keyOf = (options: Pick<typeof request, 'optimise' | 'defines'>): string =>
        JSON.stringify([options.optimise, options.defines, sources]);
      const known = [request, ...orKept].map((each) => kept.get(keyOf(each))).find(Boolean);
      if (known) return known;
      const native = await compileNatively(sources, { optimise, defines }, call);
      const module = new WebAssembly.Module(EMPTY);
      made.set(module, { native, request });
      const verifier: CompiledVerifier = {
        module,
        key: undefined,
        origin: 'compiled',
        optimise,
        compiler,
        sha256: native.sha256,
      };
      kept.set(keyOf(request), verifier);
      return verifier;
    },
    verify({ module, args, ...options }, call = {}) {
      const { native } = of(module);
      return runNatively(native, args, options, call);
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
