import { type Remote, wrap } from 'comlink';
import { messageOf } from '../base/message.ts';
import { PART_HINTS, PartFailure } from '../base/part.ts';
import { begun } from '../base/start-worker.ts';
import { NoAnswer, within } from '../base/within.ts';
import type { Refusal } from '../session/outside.ts';
import type { Readers } from './readers.ts';

/** The readers of a worker, which says once it is there. */
export interface OutsideWorker extends Readers {
  readonly ready: () => Promise<void>;
}

/** A started worker, as much of it as is used. */
export type ReadingWorker = Pick<
  Worker,
  'addEventListener' | 'removeEventListener' | 'postMessage' | 'terminate'
>;

export interface Limits {
  /** Milliseconds in which anything is read. */
  readonly reading: number;
  /** Milliseconds more for each MB that came. */
  readonly perMB: number;
  /** Milliseconds for the worker's script to come. */
  readonly starting: number;
}

export const LIMITS: Limits = { reading: 3000, perMB: 100, starting: 30_000 };

const inSeconds = (milliseconds: number): string =>
  `${Math.round(milliseconds / 100) / 10} seconds`;

/** Bytes that came, roughly. */
function sizeOf(input: unknown): number {
  if (typeof input === 'string') return input.length;
  if (input instanceof Blob) return input.size;
  if (input instanceof Uint8Array) return input.length;
  if (!Array.isArray(input) && !(input instanceof Map)) return 0;
  return [...input.values()].reduce((sum: number, each) => sum + sizeOf(each), 0);
}

/** Readers that end in time: each call has a worker of its own, which takes its memory along. */
export function timedReaders(start: () => ReadingWorker, limits: Limits = LIMITS): Readers {
  async function read<T>(
    came: unknown,
    ask: (remote: Remote<OutsideWorker>) => Promise<T>,
  ): Promise<T | Refusal> {
    const allowed = limits.reading + (limits.perMB * sizeOf(came)) / 2 ** 20;
    let worker: ReadingWorker | undefined;
    let isReady = false;
    try {
      worker = start();
      const death = deathOf(worker);
      const remote = wrap<OutsideWorker>(worker);
      await Promise.race([within(limits.starting, remote.ready()), death]);
      isReady = true;
      const answer = await Promise.race([within(allowed, ask(remote)), death]);
      // Altered code may answer too.
      await begun(worker);
      return answer;
    } catch (error) {
      return { ok: false, message: why(error, isReady, allowed) };
    } finally {
      worker?.terminate();
    }
  }
  return {
    link: (fragment) => read(fragment, async (remote) => remote.link(fragment)),
    workbench: (text) => read(text, async (remote) => remote.workbench(text)),
    space: (text) => read(text, async (remote) => remote.space(text)),
    bundle: (packed) => read(packed, async (remote) => remote.bundle(packed)),
    measured: (file) => read(file, async (remote) => remote.measured(file)),
    text: (file, usual) => read(file, async (remote) => remote.text(file, usual)),
    models: (files) => read(files, async (remote) => remote.models(files)),
    lesson: (source) => read(source, async (remote) => remote.lesson(source)),
    taught: (source) => read(source, async (remote) => remote.taught(source)),
  };
}

/** Rejects when the worker fails. */
function deathOf(worker: ReadingWorker): Promise<never> {
  const death = new Promise<never>((_resolve, reject) => {
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      const isTold = 'message' in event && typeof event.message === 'string';
      begun(worker).then(() => reject(new Error(isTold ? event.message : '')), reject);
    });
  });
  death.catch(() => undefined); // it is raced by the calls
  return death;
}

function why(error: unknown, isReady: boolean, allowed: number): string {
  const said = error instanceof NoAnswer ? '' : messageOf(error);
  const missing = !isReady && said === '' ? new PartFailure('away') : error;
  if (missing instanceof PartFailure)
    return `The part of the page that reads it could not be fetched: ${missing.message}. ${PART_HINTS[missing.why]}`;
  if (error instanceof NoAnswer)
    return `It takes more than ${inSeconds(allowed)} to read: it is too large, or made to hold the page up.`;
  const words = said === '' ? '' : ` (${said})`;
  return `It could not be read${words}: it is damaged, or takes too much memory.`;
}
