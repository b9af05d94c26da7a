import { gunzipSync, strToU8, unzipSync, type Zippable, zipSync } from 'fflate';
import { Failure } from '../base/failure.ts';
import type { Files } from './bundle.ts';
import { isWanted } from './file-names.ts';
import type { BundleFile } from './folder.ts';

/** Unix permissions, in the upper half of zip attributes. */
const attributes = (isExecutable: boolean): number => (isExecutable ? 0o100755 : 0o100644) << 16;
const UNIX = 3;

/** A reproducible zip of a folder. */
export function zipped(folder: string, files: readonly BundleFile[]): Uint8Array<ArrayBuffer> {
  const entries = files.map(
    ({ name, content, isExecutable = false }): [string, Zippable[string]] => [
      `${folder}/${name}`,
      [
        typeof content === 'string' ? strToU8(content) : content,
        { os: UNIX, attrs: attributes(isExecutable), mtime: new Date(1980, 0, 1) },
      ],
    ],
  );
  return zipSync(Object.fromEntries(entries)).slice();
}

/** Deflate's maximum ratio: larger claims are lies and get no memory. */
const MOST_FOLD = 1032;

/** Limit on unpacked bytes, which a tab holds twice. */
export const MOST_BYTES = 256 * 2 ** 20;

const tooLarge = (): Failure =>
  new Failure(
    'worker',
    `The archive holds more than ${MOST_BYTES / 2 ** 20} MB of reports.`,
    'Merge the folder on the command line: npm run -s merge -- DIR.',
  );

/** Bytes of an empty gzip file. */
const LEAST_GZIP = 20;
/** Least bytes of a zip directory entry. */
const LEAST_ENTRY = 46;

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;
const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;
/** `ustar` stands in the first header of every tar. */
const isTar = (bytes: Uint8Array): boolean =>
  new TextDecoder().decode(bytes.subarray(257, 262)) === 'ustar';

/** Files of a zip or tar, gzipped or not, that a merge reads.
 * @throws {Failure} if it is damaged. */
export function unpacked(bytes: Uint8Array<ArrayBuffer>): Files {
  try {
    if (isZip(bytes)) return unzipped(bytes);
    // The length before packing stands at the end.
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (isGzip(bytes)) {
      if (bytes.length < LEAST_GZIP) throw new Error('cut');
      const length = view.getUint32(bytes.length - 4, true);
      if (length > MOST_FOLD * bytes.length) throw new Error('cut');
      if (length > MOST_BYTES) throw tooLarge();
    }
    const tar = isGzip(bytes) ? gunzipSync(bytes).slice() : bytes;
    if (isTar(tar)) return untarred(tar);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure('worker', 'The archive is damaged, or was cut.', 'Pack the folder again.');
  }
  throw new Failure(
    'worker',
    'This is neither a zip nor a tar.',
    'Pack the folder by zip -r or tar czf.',
  );
}

function unzipped(bytes: Uint8Array): Files {
  let size = 0;
  let entries = 0;
  const files = unzipSync(bytes, {
    filter: ({ name, size: packed, originalSize }) => {
      entries += 1;
      if (entries * LEAST_ENTRY > bytes.length) throw new Error('cut');
      if (!isWanted(name)) return false;
      if (packed > bytes.length || originalSize > MOST_FOLD * (packed + 1)) throw new Error('cut');
      size += originalSize;
      if (size > MOST_BYTES) throw tooLarge();
      return true;
    },
  });
  return new Map(Object.entries(files).map(([path, file]) => [path, file.slice()]));
}

const BLOCK = 512;

/** POSIX ustar, with GNU's and pax's long names. */
function untarred(bytes: Uint8Array<ArrayBuffer>): Files {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const decoder = new TextDecoder();
  const textAt = (from: number, length: number): string =>
    decoder.decode(bytes.subarray(from, from + length)).split('\0', 1)[0] ?? '';
  let longName: string | undefined;
  for (let at = 0; at + BLOCK <= bytes.length;) {
    const name = textAt(at, 100);
    const size = Number.parseInt(textAt(at + 124, 12).trim() || '0', 8);
    if (name === '' && size === 0) break;
    if (!Number.isSafeInteger(size) || at + BLOCK + size > bytes.length) throw new Error('cut');
    const type = textAt(at + 156, 1);
    const prefix = textAt(at + 345, 155);
    const from = at + BLOCK;
    if (type === 'L') longName = textAt(from, size);
    else if (type === 'x') longName = /\d+ path=(.*)\n/.exec(textAt(from, size))?.[1] ?? longName;
    else {
      const path = (longName ?? (prefix === '' ? name : `${prefix}/${name}`)).replace(/^\.\//, '');
      longName = undefined;
      if ((type === '0' || type === '') && isWanted(path))
        files.set(path, bytes.slice(from, from + size));
    }
    at = from + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
}
