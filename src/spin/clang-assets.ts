import * as v from 'valibot';
import { once } from './once.ts';
import type { ClangAssets } from './clang.ts';

/** wasm/build/clang/manifest.json: sizes are those of the files as they are, before compression. */
export const clangManifestSchema = v.object({
  version: v.string(),
  bytes: v.record(v.string(), v.number()),
});
export type ClangManifest = v.InferOutput<typeof clangManifestSchema>;

export type OnDownload = (loadedBytes: number, totalBytes: number) => void;

/** Where the compiler's files come from. */
export interface ClangFiles {
  readonly manifest: ClangManifest;
  /** The content of a file; `onBytes` hears of each piece. */
  fetch(name: string, onBytes: (count: number) => void): Promise<Response>;
}

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

export function createClangLoader(files: ClangFiles): ClangLoader {
  const { manifest } = files;
  const names = [...moduleNames, 'resources.bin'];
  const total = names.reduce((sum, name) => sum + (manifest.bytes[name] ?? 0), 0);
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
      files.fetch('resources.bin', onBytes).then(bytesOf),
      ...moduleNames.map(async (name) => {
        const response = await files.fetch(name, onBytes);
        return [name, await WebAssembly.compileStreaming(response)] as const;
      }),
    ]);
    complete = true;
    return { version: manifest.version, resources, modules: Object.fromEntries(modules) };
  };
  const load = once(fetchAll);
  return {
    version: manifest.version,
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
    loadOpenclHeaders: once(() => files.fetch('opencl.bin', () => {}).then(bytesOf)),
  };
}

async function bytesOf(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer());
}

/** A response whose bytes are counted as they pass: `Content-Length` is of no use with Brotli. The
 * type is set, since not every static server knows wasm and `compileStreaming` insists. */
export function countingResponse(response: Response, onBytes: (count: number) => void): Response {
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      onBytes(chunk.length);
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(counter) ?? null, {
    headers: { 'Content-Type': 'application/wasm' },
  });
}
