import { host } from '#host';
import { Failure } from '../src/base/failure.ts';
import { type ModelSource, openModel } from '../src/checker/index.ts';
import { createNativeToolchain } from '../src/spin/native-toolchain.ts';
import type { Toolchain } from '../src/spin/toolchain.ts';
import { UsageError } from './usage-error.ts';

/** The tools of a command. @throws {UsageError} where there is no compiler for native searches. */
export async function toolchainFor(isNative: boolean): Promise<Toolchain> {
  if (!isNative) return host.toolchain();
  try {
    return await createNativeToolchain();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new UsageError(`--native: ${error.message} ${error.hint}`);
  }
}

/** C of a model's own would run natively with all that its user may do. @throws {UsageError} */
export async function refuseNativeC(toolchain: Toolchain, source: ModelSource): Promise<void> {
  // A model that cannot be opened is told by its checker.
  const opened = await openModel(toolchain, source).catch(() => undefined);
  if (opened?.facts.hasEmbeddedC === true)
    throw new UsageError(
      '--native: the model has C of its own, which would run without a sandbox; leave out --native, or run the native lines that are printed then',
    );
}
