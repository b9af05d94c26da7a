/** Where the browser keeps the compiler: for itself, for it is larger than all else and not everybody needs it. */
const NAME = 'overtime-compiler';

/** The part of the browser's caches that is used; another in the tests. */
export type CacheHome = Pick<CacheStorage, 'open' | 'delete'>;

const browserCaches = (): CacheHome | undefined =>
  typeof caches === 'undefined' ? undefined : caches;

/** A file of the compiler: the one that is kept, else as it is fetched, and then it is kept. What cannot be kept
 * does no harm.
 * @param anew the one that is kept is not good. */
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

/** A file that has to be there, and its length. */
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

/** Fetches what is not kept yet, and keeps it. Rejects where that is not to be had, there is no room, or the signal
 * says so; what has come by then stays.
 * @param onBytes hears how many bytes are there. */
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
      const response = await fetch(url, { signal });
      if (!response.ok || !response.body)
        throw new Error(`${url.replace(/^.*\//, '')}: status ${response.status}`);
      const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          there += chunk.length;
          onBytes(there);
          controller.enqueue(chunk);
        },
      });
      const { headers } = response;
      // Its length is that of what came over the net.
      const type = headers.get('Content-Type') ?? 'application/octet-stream';
      await cache.put(
        url,
        new Response(response.body.pipeThrough(counting, { signal }), {
          headers: { 'Content-Type': type },
        }),
      );
    }
    there = before + bytes;
    onBytes(there);
  }
  await forgetOthers(cache, files);
}

/** Of an older version. */
async function forgetOthers(cache: Cache, files: readonly CompilerFile[]): Promise<void> {
  const wanted = new Set(files.map(({ url }) => new URL(url, location.href).href));
  for (const request of await cache.keys())
    if (!wanted.has(request.url)) await cache.delete(request);
}

/** Lets go of the compiler; what is loaded goes on working until the page is left. */
export async function forgetCompiler(home: CacheHome | undefined = browserCaches()): Promise<void> {
  await home?.delete(NAME);
}
