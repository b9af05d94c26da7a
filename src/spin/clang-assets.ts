import * as v from 'valibot';
import { once } from './once.ts';
import type { ClangAssets } from './clang.ts';
import { bytesOf, filesSchema, wholeFiles, type FileSource } from './whole-files.ts';

/** wasm/build/clang/manifest.json: of the files as they are, before compression. */
export const clangManifestSchema = v.object({ version: v.string(), files: filesSchema });

export type OnDownload = (loadedBytes: number, totalBytes: number) => void;

/** Shares one download between all who need the compiler. */
export interface ClangLoader {
  readonly version: string;
  /** Rejects if a file fails; a later call retries. */
  load(onDownload?: OnDownload): Promise<ClangAssets>;
  /** True if nothing needs fetching. */
  readonly loaded: boolean;
  /** Headers for OpenCL C, 1 MB. */
  loadOpenclHeaders(): Promise<Uint8Array>;
}

const moduleNames = ['llvm.core.wasm', 'llvm.core2.wasm', 'llvm.core3.wasm', 'llvm.core4.wasm'];

/** Wraps the making of clang's modules with work before and after. */
export type Making = (make: () => Promise<ClangAssets>) => Promise<ClangAssets>;

/** @param source where the compiler's files come from. */
export function createClangLoader(
  { version, files }: v.InferOutput<typeof clangManifestSchema>,
  source: FileSource,
  making: Making = (make) => make(),
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
        const use = (response: Response) => WebAssembly.compileStreaming(response);
        return [name, await whole(name, { use, digest: files[name], onBytes })] as const;
      }),
    ]);
    complete = true;
    return { version, resources, modules: Object.fromEntries(modules) };
  };
  const load = once(() => making(fetchAll));
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
