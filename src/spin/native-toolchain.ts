import { type Engine, searchingElsewhere } from './elsewhere.ts';
import {
  compilerVersion,
  compileNatively,
  type NativeVerifier,
  runNatively,
} from './native-verifier.ts';
import { createNodeToolchain } from './node-toolchain.ts';
import type { Toolchain } from './toolchain.ts';

/** A toolchain that searches natively: SPIN's verifiers are the same text, compiled by this machine's C
 * compiler.
 * @throws {Failure} where there is no compiler. */
export async function createNativeToolchain(): Promise<Toolchain> {
  const engine: Engine<NativeVerifier> = {
    compiler: await compilerVersion(),
    async compile({ sources, ...options }, call) {
      const program = await compileNatively(sources, options, call);
      return { program, sha256: program.sha256 };
    },
    run: runNatively,
  };
  return searchingElsewhere(await createNodeToolchain(), engine);
}
