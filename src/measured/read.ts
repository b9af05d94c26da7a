import * as v from 'valibot';
import { decodedText } from '../base/decoded-text.ts';
import { messageOf } from '../base/message.ts';
import { readCsv } from './csv.ts';
import { readJson } from './json.ts';
import {
  kernelTunerSchema,
  readKernelTuner,
  readResultList,
  resultListSchema,
} from './kernel-tuner.ts';
import { kttSchema, readKtt } from './ktt.ts';
import { type Measured, type ReadMeasured, Unreadable } from './measured.ts';
import { readT4, t4Schema } from './t4.ts';

/** Limit after unpacking: some million configurations in a tab's memory. */
export const MOST_BYTES = 128 * 2 ** 20;

export interface ReadOptions {
  /** CSV only: header of the time column. */
  readonly timeColumn?: string | undefined;
  /** CSV only: a header without rows is a table too. */
  readonly mayBeEmpty?: boolean | undefined;
}

/** Reads any of the formats, gzipped or not; 40 MB take about a second, so use a worker. */
export async function readMeasured(
  bytes: Uint8Array<ArrayBuffer>,
  options: ReadOptions = {},
): Promise<ReadMeasured> {
  try {
    const text = textOf(isGzip(bytes) ? await unpacked(bytes) : bytes);
    const value = /^\s*[{[]/.test(text)
      ? readParsed(text)
      : readCsv(text, options.timeColumn, options.mayBeEmpty);
    return { ok: true, value };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, message: error.message };
    // Out of memory, or beyond the engine's longest string.
    if (error instanceof RangeError)
      return { ok: false, message: `It is too much to read: ${messageOf(error)}.` };
    throw error;
  }
}

const FORMATS_READ =
  'the formats are T4, Kernel Tuner cache files, JSON of KTT, and CSV with a header';

function readParsed(text: string): Measured {
  const { value, isCut } = readJson(text);
  const measured = readValue(value);
  if (!isCut) return measured;
  const note =
    'It ends half way, as the file of a tuner at work does: its last entry may be missing.';
  return { ...measured, notes: [...measured.notes, note] };
}

function readValue(value: unknown): Measured {
  if (v.is(t4Schema, value)) return readT4(v.parse(t4Schema, value));
  if (v.is(kttSchema, value)) return readKtt(v.parse(kttSchema, value));
  if (v.is(kernelTunerSchema, value)) return readKernelTuner(v.parse(kernelTunerSchema, value));
  if (v.is(resultListSchema, value)) return readResultList(v.parse(resultListSchema, value));
  if (v.is(v.object({ ConfigurationSpace: v.unknown() }), value))
    throw new Unreadable('It is a search space (T1) and has no measurements.');
  throw new Unreadable(`It is JSON, but not of measurements: ${FORMATS_READ}.`);
}

const isGzip = ([first, second]: Uint8Array): boolean => first === 0x1f && second === 0x8b;

/** Gunzips. @throws {Unreadable} if broken or suspiciously large. */
async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > MOST_BYTES) break;
      chunks.push(value);
    }
  } catch {
    throw new Unreadable(
      'It seems to be packed by gzip, but cannot be unpacked: it is cut or broken.',
    );
  } finally {
    void reader.cancel().catch(() => undefined);
  }
  if (size > MOST_BYTES) throw tooLarge();
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

const tooLarge = (): Unreadable =>
  new Unreadable(`It holds more than ${MOST_BYTES / 2 ** 20} MB, the most that is read.`);

function textOf(bytes: Uint8Array): string {
  if (bytes.length > MOST_BYTES) throw tooLarge();
  const text = decodedText(bytes);
  if (text === undefined)
    throw new Unreadable(`It is not text: ${FORMATS_READ}, plain or packed by gzip.`);
  if (text.trim() === '') throw new Unreadable('It is empty.');
  return text;
}
