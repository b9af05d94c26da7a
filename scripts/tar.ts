import { gzipSync } from 'fflate';

/** Bytes of a block. */
const BLOCK = 512;

/** A folder's files as a tar archive in gzip: the same bytes for the same files, whoever makes it and
 * when. */
export function tarOf(files: readonly (readonly [path: string, bytes: Uint8Array])[]): Uint8Array {
  const blocks = files.flatMap(([path, bytes]) => [headOf(path, bytes.length), padded(bytes)]);
  return gzipSync(Buffer.concat([...blocks, new Uint8Array(2 * BLOCK)]), { level: 9, mtime: 0 });
}

/** A header of POSIX's ustar. */
function headOf(path: string, size: number): Uint8Array {
  const head = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number): void =>
    void head.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'ascii');
  const [name, folder] = split(path);
  head.write(name, 0);
  octal(0o644, 100, 8);
  for (const owner of [108, 116]) octal(0, owner, 8);
  octal(size, 124, 12);
  octal(0, 136, 12); // no time
  head.write('        ', 148, 'ascii'); // the sum counts itself as blanks
  head.write('0', 156, 'ascii');
  head.write('ustar\u000000', 257, 'ascii');
  head.write(folder, 345);
  const sum = head.reduce((all, byte) => all + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'ascii');
  return head;
}

/** A name has 100 bytes, and its folder 155. */
function split(path: string): readonly [name: string, folder: string] {
  if (Buffer.byteLength(path) <= 100) return [path, ''];
  const at = path.indexOf('/', path.length - 101);
  const [name, folder] = [path.slice(at + 1), path.slice(0, at)];
  if (at < 0 || Buffer.byteLength(name) > 100 || Buffer.byteLength(folder) > 155)
    throw new Error(`${path} is too long for an archive`);
  return [name, folder];
}

function padded(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(Math.ceil(bytes.length / BLOCK) * BLOCK);
  whole.set(bytes);
  return whole;
}
