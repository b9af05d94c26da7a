import { deflateSync, zipSync } from 'fflate';

/** Inputs of some letters that once held the page up for seconds, or took gigabytes. */

/** A lesson of marks that end nowhere: Markdown's reader takes their square. */
export const CROWDED_LESSON = `---
overtime-lesson: 1
id: a
title: a
language: en
summary: a
page:
  example: abstract
tasks: []
---
${'*a_ '.repeat(15_500)}`;

export const MANY_BRACKETS = '{'.repeat(60_000);

const NAME = 'f/reports/1.report';
const PACKED = new Uint8Array(1.3 * 2 ** 20).map((_, at) => at * 7919);
const UNPACKED = 1.3 * 1e9;

/** A gzip file of 1.3 MB that says it unpacks to 1.3 GB. */
export function largeGzip(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(10 + PACKED.length + 8);
  bytes.set([0x1f, 0x8b, 8]);
  bytes.set(PACKED, 10);
  new DataView(bytes.buffer).setUint32(bytes.length - 4, UNPACKED, true);
  return bytes;
}

/** The same as a zip. */
export const largeZip = (): Uint8Array<ArrayBuffer> => zipOf(PACKED, UNPACKED);

/** A zip of 4 MB that says it unpacks to some bytes. */
export const lyingZip = (): Uint8Array<ArrayBuffer> =>
  zipOf(deflateSync(new Uint8Array(2 ** 22)), 10);

/** A zip with one report that is deflated. */
function zipOf(packed: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const zip = zipSync({ [NAME]: packed }, { level: 0 }).slice();
  const view = new DataView(zip.buffer);
  // In the header of the file, and in the directory behind it.
  const directory = zip.length - 22 - 46 - NAME.length;
  for (const [method, unpacked] of [
    [8, 22],
    [directory + 10, directory + 24],
  ] as const) {
    view.setUint16(method, 8, true);
    view.setUint32(unpacked, size, true);
  }
  return zip;
}
