import * as v from 'valibot';
import { sha256 } from '../base/digest.ts';

/** What is known of a file since it was made: its length and its SHA-256, in hexadecimal. */
const digestSchema = v.object({ bytes: v.number(), sha256: v.string() });
type FileDigest = v.InferOutput<typeof digestSchema>;

/** What a manifest has of files, by name; of tools that were made before there was this, nothing. */
export const filesSchema = v.optional(v.record(v.string(), digestSchema), {});
const manifestSchema = v.object({ files: filesSchema });

/** The digests in the text of a manifest; none where there is none. */
export function digestsIn(text: string | undefined): Readonly<Record<string, FileDigest>> {
  return text === undefined ? {} : v.parse(manifestSchema, JSON.parse(text)).files;
}

/** Gets a file; `anew` where what came before was not good, and must not come from a cache. */
export type FileSource = (name: string, anew: boolean) => Promise<Response>;

export interface WholeFile<T> {
  /** Reads it while it comes. */
  readonly use: (response: Response) => Promise<T>;
  /** Undefined where nothing is known. */
  readonly digest: FileDigest | undefined;
  /** Hears of each piece. */
  readonly onBytes?: (count: number) => void;
}

/**
 * Gets files whole, or not at all: rejects where one arrives short or altered, and then the next call gets
 * it anew. `Content-Length` says nothing of files that come compressed.
 */
export function wholeFiles(
  source: FileSource,
): <T>(name: string, file: WholeFile<T>) => Promise<T> {
  const failed = new Set<string>();
  return async (name, { use, digest, onBytes }) => {
    try {
      const { body } = await source(name, failed.has(name));
      const [first, second] = (body ?? new Blob().stream()).tee();
      // Not every static server knows wasm, and `compileStreaming` insists.
      const headers = { 'Content-Type': 'application/wasm' };
      const used = use(new Response(first, { headers }));
      used.catch(() => undefined); // what follows says why
      await check(name, await collect(second, digest?.bytes ?? 0, onBytes), digest);
      const result = await used;
      failed.delete(name);
      return result;
    } catch (error) {
      failed.add(name);
      throw error;
    }
  };
}

async function collect(
  stream: ReadableStream<Uint8Array>,
  length: number,
  onBytes: ((count: number) => void) | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = new Uint8Array(length);
  let end = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytes.subarray(0, end);
    if (end + value.length > bytes.length) {
      const longer = new Uint8Array(Math.max(2 * bytes.length, end + value.length));
      longer.set(bytes);
      bytes = longer;
    }
    bytes.set(value, end);
    end += value.length;
    onBytes?.(value.length);
  }
}

async function check(
  name: string,
  content: Uint8Array<ArrayBuffer>,
  digest: FileDigest | undefined,
): Promise<void> {
  if (!digest) return;
  const { length } = content;
  if (length !== digest.bytes) throw new Error(`${name} has ${length} of ${digest.bytes} bytes`);
  const found = await sha256(content);
  if (found !== undefined && found !== digest.sha256) {
    throw new Error(`${name} is not as it was published`);
  }
}

export const bytesOf = async (response: Response): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await response.arrayBuffer());
