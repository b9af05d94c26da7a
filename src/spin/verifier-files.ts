import type { Inode } from '@bjorn3/browser_wasi_shim';
import { Directory, File, OpenFile, PreopenDirectory, wasi } from '@bjorn3/browser_wasi_shim';

/** Grows by doubling. The shim's file copies itself at every write: a trail of 292,000 steps took
 * 210 s. */
export class GrowingFile extends File {
  #room = new Uint8Array(0);
  readonly onClose: () => void;

  constructor(onClose: () => void = () => {}) {
    super([]);
    this.onClose = onClose;
  }

  /** Writes at a byte position, extending the file. */
  writeAt(position: number, bytes: Uint8Array): void {
    const end = position + bytes.length;
    if (this.data.buffer !== this.#room.buffer || end > this.#room.length) {
      const room = new Uint8Array(Math.max(end, 2 * this.data.length, 4096));
      room.set(this.data);
      this.#room = room;
    }
    const size = Math.max(end, this.data.length);
    this.data = this.#room.subarray(0, size);
    this.data.set(bytes, position);
  }

  override path_open(oflags: number, rights: bigint, flags: number): ReturnType<File['path_open']> {
    const opened = super.path_open(oflags, rights, flags);
    if (opened.ret !== wasi.ERRNO_SUCCESS) return opened;
    const file = new OpenGrowingFile(this);
    file.file_pos = opened.fd_obj.file_pos;
    return { ret: opened.ret, fd_obj: file };
  }
}

class OpenGrowingFile extends OpenFile {
  declare file: GrowingFile;

  override fd_write(data: Uint8Array): { ret: number; nwritten: number } {
    this.file.writeAt(Number(this.file_pos), data);
    this.file_pos += BigInt(data.byteLength);
    return { ret: wasi.ERRNO_SUCCESS, nwritten: data.byteLength };
  }

  override fd_close(): number {
    this.file.onClose();
    return wasi.ERRNO_SUCCESS;
  }
}

/** Read in place; the shim's file copies each piece. */
class InputFile extends File {
  constructor(bytes: Uint8Array) {
    super([], { readonly: true });
    this.data = bytes;
  }

  override path_open(oflags: number, rights: bigint, flags: number) {
    const opened = super.path_open(oflags, rights, flags);
    if (opened.ret !== wasi.ERRNO_SUCCESS) return opened;
    return { ret: opened.ret, fd_obj: new OpenInputFile(this) };
  }
}

class OpenInputFile extends OpenFile {
  override fd_read(size: number): { ret: number; data: Uint8Array } {
    const from = Number(this.file_pos);
    const data = this.file.data.subarray(from, from + size);
    this.file_pos += BigInt(data.length);
    return { ret: wasi.ERRNO_SUCCESS, data };
  }
}

/** A folder in which new files are growing files. */
class GrowingDirectory extends Directory {
  readonly #onClose: (name: string, bytes: Uint8Array) => void;

  constructor(onClose: (name: string, bytes: Uint8Array) => void) {
    super(new Map<string, Inode>());
    this.#onClose = onClose;
  }

  override create_entry_for_path(path: string, isDirectory: boolean) {
    if (isDirectory || path.includes('/')) return super.create_entry_for_path(path, isDirectory);
    if (this.contents.has(path)) return { ret: wasi.ERRNO_EXIST, entry: null };
    const entry = new GrowingFile(() => this.#onClose(path, entry.data));
    this.contents.set(path, entry);
    return { ret: wasi.ERRNO_SUCCESS, entry };
  }
}

/** The verifier's working folder. `onClose` gets each finished file; its bytes are valid during the
 * call only. */
export function workingFolder(
  files: Readonly<Record<string, Uint8Array>>,
  onClose: (name: string, bytes: Uint8Array) => void,
): PreopenDirectory {
  const folder = new PreopenDirectory('.', new Map());
  folder.dir = new GrowingDirectory(onClose);
  for (const [name, bytes] of Object.entries(files)) {
    folder.dir.contents.set(name, new InputFile(bytes));
  }
  return folder;
}
