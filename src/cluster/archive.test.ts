import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { randomNumbers } from '../base/random.ts';
import { MOST_BYTES, unpacked } from './archive.ts';

/** Bytes that do not fold, so that a claim is believed. */
const random = randomNumbers(1);
const CONTENT = Uint8Array.from({ length: 300_000 }, () => random() * 256);
const TOO_LARGE = /more than 256 MB/;

it('refuses a zip that says it holds too much, before it is unpacked', () => {
  const zip = zipSync({ 'a/reports/1.report': [CONTENT, { level: 0 }] }).slice();
  expect(unpacked(zip).get('a/reports/1.report')?.length).toBe(CONTENT.length);
  const view = new DataView(zip.buffer);
  const directory = view.getUint32(zip.length - 6, true);
  view.setUint32(directory + 24, MOST_BYTES + 1, true);
  expect(() => unpacked(zip)).toThrow(TOO_LARGE);
});

it('refuses a gzip that says it holds too much, before it is unpacked', () => {
  const packed = CONTENT.slice();
  packed.set([0x1f, 0x8b, 8]);
  new DataView(packed.buffer).setUint32(packed.length - 4, MOST_BYTES + 1, true);
  expect(() => unpacked(packed)).toThrow(TOO_LARGE);
});
