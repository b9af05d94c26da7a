import * as v from 'valibot';
import { sha256 } from '../base/digest.ts';
import { messageOf } from '../base/message.ts';
import { PartFailure } from '../base/part.ts';

/** A built file's length and hexadecimal SHA-256. */
const digestSchema = v.object({ bytes: v.number(), sha256: v.string() });
type FileDigest = v.InferOutput<typeof digestSchema>;

/** Files in a manifest; older builds have none. */
export const filesSchema = v.optional(v.record(v.string(), digestSchema), {});
const manifestSchema = v.object({ files: filesSchema });

/** Digests from a manifest's text, if any. */
export function digestsIn(text: string | undefined): Readonly<Record<string, FileDigest>> {
  return text === undefined ? {} : v.parse(manifestSchema, JSON.parse(text)).files;
}

/** Gets a file; `anew` bypasses caches after a bad copy. */
export type FileSource = (name: string, anew: boolean) => Promise<Response>;

export interface WholeFile<T> {
  /** Reads it while it comes. */
  readonly use: (response: Response) => Promise<T>;
  /** Undefined where nothing is known. */
  readonly digest: FileDigest | undefined;
  /** Hears of each piece. */
  readonly onBytes?: (count: number) => void;
}

/** Rejects short or altered files; the next call fetches anew. `Content-Length` is useless for
 * compressed files. */
export function wholeFiles(
  source: FileSource,
): <T>(name: string, file: WholeFile<T>) => Promise<T> {
  const failed = new Set<string>();
  return async (name, { use, digest, onBytes }) => {
    try {
      const { body } = await source(name, failed.has(name));
      const content = new Uint8Array(digest?.bytes ?? 0);
      let length = 0;
      let checked: Promise<void> | undefined;
      const check = (): void => {
        checked ??= digest && compare(name, content, length, digest);
        checked?.catch(() => undefined); // it is waited for below
      };
      const passing = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          if (length + chunk.length <= content.length) content.set(chunk, length);
          length += chunk.length;
          onBytes?.(chunk.length);
          controller.enqueue(chunk);
        },
        flush: check,
      });
      // Not every static server knows wasm, and `compileStreaming` insists.
      const headers = { 'Content-Type': 'application/wasm' };
      const response = new Response(body?.pipeThrough(passing) ?? null, { headers });
      const result = await use(response).catch(async (error: unknown) => {
        if (error instanceof PartFailure) throw error;
        // Its end never came.
        if (!checked && digest) throw new PartFailure('damaged', name, error);
        await checked; // which says why it could not be read
        throw digest ? new PartFailure('unable', messageOf(error), error) : error;
      });
      check();
      await checked;
      failed.delete(name);
      return result;
    } catch (error) {
      failed.add(name);
      throw error;
    }
  };
}

async function compare(
  name: string,
  content: Uint8Array<ArrayBuffer>,
  length: number,
  digest: FileDigest,
): Promise<void> {
  if (length !== digest.bytes)
    throw new PartFailure('damaged', `${name} has ${length} of ${digest.bytes} bytes`);
  const found = await sha256(content);
  if (found !== undefined && found !== digest.sha256) {
    throw new PartFailure('damaged', `${name} is not as it was published`);
  }
}

export const bytesOf = async (response: Response): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await response.arrayBuffer());
