import * as v from 'valibot';
import { once } from './once.ts';
import type { ClangAssets } from './clang.ts';
import { bytesOf, filesSchema, wholeFiles, type FileSource } from './whole-files.ts';

/** wasm/build/clang/manifest.json: of the files as they are, before compression. */
export const clangManifestSchema = v.object({
  version: v.string(),
  files: filesSchema,
});

export type OnDownload = (loadedBytes: number, totalBytes: number) => void;

/** Shares one download between all who need the compiler. */
export interface ClangLoader {
  readonly version: string;
  /** Rejects when a file cannot be had; a later call tries again. */
  load(onDownload?: OnDownload): Promise<ClangAssets>;
  /** Whether the compiler is there, so that it need not be fetched. */
  readonly loaded: boolean;
  /** Headers for OpenCL C, 1 MB. */
  loadOpenclHeaders(): Promise<Uint8Array>;
}

const moduleNames = ['llvm.core.wasm', 'llvm.core2.wasm', 'llvm.core3.wasm', 'llvm.core4.wasm'];

/** Makes a module of what comes. */
export type Compiling = (response: Response) => Promise<WebAssembly.Module>;

/** As the engine does it by itself. */
export const compiling: Compiling = (response) => WebAssembly.compileStreaming(response);

/** @param source where the compiler's files come from.
 * @param use makes clang's modules. */
export function createClangLoader(
  { version, files }: v.InferOutput<typeof clangManifestSchema>,
  source: FileSource,
  use = compiling,
): ClangLoader {
  const whole = wholeFiles(source);
  const names = [...moduleNames, 'resources.bin'];
  const total = names.reduce((sum, name) => sum + (files[name]?.bytes ?? 0), 0);
  const listeners = new Set<OnDownload>();
  let loaded = 0;
  let complete = false;

  const onBytes = (count: number): void => {
    loaded += count;
    for (const listener of listeners) listener(Math.min(loaded, total), total);
  };
  const fetchAll = async (): Promise<ClangAssets> => {
    loaded = 0;
    const [resources, ...modules] = await Promise.all([
      whole('resources.bin', { use: bytesOf, digest: files['resources.bin'], onBytes }),
      ...moduleNames.map(async (name) => {
        return [name, await whole(name, { use, digest: files[name], onBytes })] as const;
      }),
    ]);
    complete = true;
    return { version, resources, modules: Object.fromEntries(modules) };
  };
  const load = once(fetchAll);
  return {
    version,
    get loaded() {
      return complete;
    },
    async load(onDownload) {
      if (onDownload) listeners.add(onDownload);
      try {
        return await load();
      } finally {
        if (onDownload) listeners.delete(onDownload);
      }
    },
    loadOpenclHeaders: once(() =>
      whole('opencl.bin', { use: bytesOf, digest: files['opencl.bin'] }),
    ),
  };
}
