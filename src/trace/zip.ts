/** A file to put into an archive. */
export interface ZipEntry {
  readonly name: string;
  readonly text: string;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (TABLE[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** 1 January 1980, the first day that the format knows: the same files give the same archive. */
const DAY = 0x21;

/** A ZIP archive with nothing compressed, in pieces (PKWARE's APPNOTE, 4.3). */
export function zip(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer>[] {
  const encoder = new TextEncoder();
  const out: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  const record = (signature: number, shorts: readonly (readonly [number, 2 | 4])[]) => {
    const bytes = new Uint8Array(4 + shorts.reduce((sum, [, size]) => sum + size, 0));
    const view = new DataView(bytes.buffer);
    view.setUint32(0, signature, true);
    let at = 4;
    for (const [value, size] of shorts) {
      if (size === 2) view.setUint16(at, value, true);
      else view.setUint32(at, value, true);
      at += size;
    }
    return bytes;
  };
  for (const { name, text } of entries) {
    const nameBytes = encoder.encode(name);
    const bytes = encoder.encode(text);
    const common = [
      [20, 2],
      [0x800, 2], // names in UTF-8
      [0, 2],
      [0, 2],
      [DAY, 2],
      [crc32(bytes), 4],
      [bytes.length, 4],
      [bytes.length, 4],
      [nameBytes.length, 2],
      [0, 2],
    ] as const;
    const head = record(0x04034b50, common);
    out.push(head, nameBytes, bytes);
    directory.push(
      record(0x02014b50, [[20, 2], ...common, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]]),
      nameBytes,
    );
    offset += head.length + nameBytes.length + bytes.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const count = entries.length;
  return [
    ...out,
    ...directory,
    record(0x06054b50, [
      [0, 2],
      [0, 2],
      [count, 2],
      [count, 2],
      [size, 4],
      [offset, 4],
      [0, 2],
    ]),
  ];
}
