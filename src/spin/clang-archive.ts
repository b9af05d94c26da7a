import * as v from 'valibot';

/** A folder of an in-memory file system. */
export interface FileTree {
  [name: string]: FileTree | Uint8Array;
}

const indexSchema = v.array(v.tuple([v.string(), v.pipe(v.number(), v.integer(), v.minValue(0))]));

/** Unpacks the format of `archiveOf` in scripts/prepare-clang.mjs: index length in bytes (32 bits,
 * little-endian), JSON index `[[path, bytes], ...]`, then the files. Files are views into
 * `archive`; throws if it is damaged.
 * @param root receives the files, replacing equal names. */
export function readArchive(archive: Uint8Array, root: FileTree = {}): FileTree {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  if (archive.length < 4) throw new Error('clang resources: too short');
  const indexEnd = 4 + view.getUint32(0, true);
  if (indexEnd > archive.length) throw new Error('clang resources: cut off in the index');
  const index = v.parse(
    indexSchema,
    JSON.parse(new TextDecoder().decode(archive.subarray(4, indexEnd))),
  );
  let at = indexEnd;
  for (const [path, size] of index) {
    const parts = path.split('/');
    const name = parts.pop() ?? '';
    let folder = root;
    for (const part of parts) {
      const next = (folder[part] ??= {});
      if (next instanceof Uint8Array) throw new Error(`clang resources: ${path} is inside a file`);
      folder = next;
    }
    folder[name] = archive.subarray(at, at + size);
    at += size;
  }
  if (at !== archive.length) throw new Error('clang resources: cut off in the files');
  return root;
}
