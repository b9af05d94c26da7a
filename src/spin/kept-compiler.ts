import { fetchPart } from '../base/part.ts';

/** A cache of its own: the compiler dwarfs everything else and not everyone needs it. */
const NAME = 'overtime-compiler';

/** The port to the browser's caches, replaced in tests. */
export type CacheHome = Pick<CacheStorage, 'open' | 'delete'>;

const browserCaches = (): CacheHome | undefined =>
  typeof caches === 'undefined' ? undefined : caches;

/** Gets a compiler file from the cache, else fetches and caches it; failing to cache is harmless.
 * @param anew the cached copy is bad. */
export async function keptResponse(
  url: string,
  anew: boolean,
  get: () => Promise<Response>,
  home: CacheHome | undefined = browserCaches(),
): Promise<Response> {
  const cache = await home?.open(NAME).catch(() => undefined);
  const kept = anew ? undefined : await cache?.match(url).catch(() => undefined);
  if (kept) return kept;
  const response = await get();
  cache?.put(url, response.clone()).catch(() => undefined);
  return response;
}

/** A required file and its length. */
export interface CompilerFile {
  readonly url: string;
  readonly bytes: number;
}

/** Which of the files are kept, in bytes. */
export async function keptBytes(
  files: readonly CompilerFile[],
  home: CacheHome | undefined = browserCaches(),
): Promise<number> {
  const cache = await home?.open(NAME).catch(() => undefined);
  if (!cache) return 0;
  const there = await Promise.all(files.map(({ url }) => cache.match(url).catch(() => undefined)));
  return files.reduce((sum, { bytes }, at) => sum + (there[at] ? bytes : 0), 0);
}

/** Caches all missing files. Rejects if one is unavailable, space runs out, or it is aborted;
 * finished files stay.
 * @param onBytes receives the bytes so far. */
export async function keepCompiler(
  files: readonly CompilerFile[],
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
  home: CacheHome | undefined = browserCaches(),
): Promise<void> {
  if (!home) throw new Error('this browser keeps no files for this page');
  const cache = await home.open(NAME);
  let there = 0;
  for (const { url, bytes } of files) {
    const before = there;
    if (!(await cache.match(url))) {
      const response = await fetchPart(url, { signal });
      const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          there += chunk.length;
          onBytes(there);
          controller.enqueue(chunk);
        },
      });
      const { headers } = response;
      // Content-Length would be the compressed size.
      const type = headers.get('Content-Type') ?? 'application/octet-stream';
      await cache.put(
        url,
        new Response(response.body?.pipeThrough(counting, { signal }) ?? null, {
          headers: { 'Content-Type': type },
        }),
      );
    }
    there = before + bytes;
    onBytes(there);
  }
  await forgetOthers(cache, files);
}

/** Removes older versions. */
async function forgetOthers(cache: Cache, files: readonly CompilerFile[]): Promise<void> {
  const wanted = new Set(files.map(({ url }) => new URL(url, location.href).href));
  for (const request of await cache.keys())
    if (!wanted.has(request.url)) await cache.delete(request);
}

/** Deletes the compiler; what is loaded works until the page closes. */
export async function forgetCompiler(home: CacheHome | undefined = browserCaches()): Promise<void> {
  await home?.delete(NAME);
}
