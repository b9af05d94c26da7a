import { sha256 } from './digest.ts';
import { NoAnswer, within } from './within.ts';

/** Why a part of the site is not there. */
const WORDS = {
  away: 'the network is away, or the site does not answer',
  replaced:
    'something else came in its place: the site has a newer version by now, or the network wants you to sign in first',
  damaged: 'it came damaged, or cut off',
  unable: 'this browser cannot run it: it is too old, or lacks what the part needs',
} as const;
type Cause = keyof typeof WORDS;

/** Advice, by cause. */
export const PART_HINTS: Readonly<Record<Cause, string>> = {
  away: 'Check the connection to the site and try again.',
  replaced: 'Sign in where the network asks for it, or load the page again.',
  damaged: 'Try again: it is fetched anew.',
  unable: 'Use a newer browser.',
};

/** A part of the site that did not come, or not as it was published. */
export class PartFailure extends Error {
  readonly why: Cause;

  constructor(why: Cause, detail?: string, cause?: unknown) {
    super(detail === undefined ? WORDS[why] : `${WORDS[why]} (${detail})`, { cause });
    this.why = why;
  }
}

/** Milliseconds without an answer, or without more of it. */
const MOST_SILENT = 30_000;

interface Asked {
  /** The browser's kept copy is bad. */
  readonly anew?: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly mostSilent?: number;
}

/** Gets a part of the site. It may take long, but not be silent for long.
 * @throws {PartFailure}, also its body while it is read. */
export async function fetchPart(
  address: string,
  { anew = false, signal, mostSilent = MOST_SILENT }: Asked = {},
): Promise<Response> {
  const name = nameOf(address);
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = (): void => {
    clearTimeout(timer);
    timer = setTimeout(
      () => stop.abort(new PartFailure('away', `${name}: no answer for ${mostSilent / 1000} s`)),
      mostSilent,
    );
  };
  heard();
  try {
    const response = await fetch(address, {
      cache: anew ? 'reload' : 'default',
      signal: signal ? AbortSignal.any([signal, stop.signal]) : stop.signal,
    });
    const { ok, status, body, headers } = response;
    const isPage = headers.get('Content-Type')?.startsWith('text/html') === true;
    if (!ok || isPage) {
      stop.abort();
      throw new PartFailure('replaced', `${name}: ${isPage ? 'a web page' : `status ${status}`}`);
    }
    const watched = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        heard();
        controller.enqueue(chunk);
      },
      flush: () => clearTimeout(timer),
    });
    return new Response(body?.pipeThrough(watched) ?? null, { status, headers });
  } catch (error) {
    clearTimeout(timer);
    if (error instanceof PartFailure || signal?.aborted) throw error;
    throw new PartFailure('away', undefined, error);
  }
}

const nameOf = (address: string): string => address.replace(/\?.*$/, '').replace(/^.*\//, '');

/** First halves of the SHA-256 of scripts, by their names; the built page has them. */
let digests: Readonly<Record<string, string>> | undefined;
function digestOf(name: string): string | undefined {
  const text = globalThis.document?.querySelector('script#parts')?.textContent;
  digests ??= text ? (JSON.parse(text) as Record<string, string>) : {};
  return digests[name];
}

/** Sees that a script is as it was published, where that is known. Its import says whether it comes at all, and
 * may have it where it cannot be fetched again.
 * @throws {PartFailure} */
export async function wholePart(address: string, asked: Asked = {}): Promise<void> {
  const name = nameOf(address);
  const published = digestOf(name);
  if (published === undefined) return;
  const found = await fetchPart(address, asked)
    .then(async (response) => sha256(new Uint8Array(await response.arrayBuffer())))
    .catch(() => undefined);
  if (found?.startsWith(published) === false)
    throw new PartFailure('damaged', `${name} is not as it was published`);
}

/** Where the bundler has put a module, which stands in what imports it. */
function addressOf(load: () => Promise<unknown>): string | undefined {
  const [, name] = /import\(["'`]\.\/([\w.-]+\.js)["'`]\)/.exec(String(load)) ?? [];
  return name !== undefined && digestOf(name) !== undefined
    ? new URL(`assets/${name}`, document.baseURI).href
    : undefined;
}

/** The module's address, which most browsers tell. */
const addressIn = (error: unknown): string | undefined => /https?:\S+\.js/.exec(String(error))?.[0];

/** Milliseconds that code may take to come. */
const MOST_WAITED = 60_000;

/** Imports a part of the page, in time: an import cannot be ended.
 * @param failures how often it has failed: browsers remember failed modules by address, so another is used.
 * @throws {PartFailure} */
export async function importPart<Module>(
  load: () => Promise<Module>,
  failures: number,
): Promise<Module> {
  const known = addressOf(load);
  try {
    const module = await again(load, failures, known);
    if (known !== undefined) await wholePart(known, { anew: failures > 0 });
    return module;
  } catch (error) {
    const address = addressIn(error);
    if (error instanceof PartFailure) throw error;
    if (address !== undefined) throw await whyNotBegun(address, error);
    // A cut part is told without its address.
    throw new PartFailure(error instanceof SyntaxError ? 'damaged' : 'away', undefined, error);
  }
}

async function again<Module>(
  load: () => Promise<Module>,
  failures: number,
  known: string | undefined,
): Promise<Module> {
  const inTime = (): Promise<Module> =>
    within(MOST_WAITED, load()).catch((error: unknown) => {
      throw error instanceof NoAnswer ? new PartFailure('away') : error;
    });
  try {
    // One that came damaged may have been read all the same, and is remembered.
    if (failures > 0 && known !== undefined) throw new Error(known);
    return await inTime();
  } catch (error) {
    const address = addressIn(error);
    if (failures === 0 || address === undefined) throw error;
    const url = new URL(address);
    if (url.origin !== location.origin) throw error;
    url.search = `?again=${failures}`;
    return (await import(/* @vite-ignore */ url.href)) as Module;
  }
}

/** Why code that was asked for did not begin, found by asking for it once more. */
export async function whyNotBegun(address: string, error: unknown): Promise<PartFailure> {
  const asked = { anew: true, mostSilent: 10_000 };
  try {
    await (await fetchPart(address, asked)).arrayBuffer();
    await wholePart(address, asked);
  } catch (failure) {
    return failure instanceof PartFailure
      ? failure
      : new PartFailure('damaged', undefined, failure);
  }
  if (error instanceof PartFailure) return error;
  // It is there, and browsers say that a part they cannot read has bad syntax.
  return new PartFailure(error instanceof SyntaxError ? 'damaged' : 'away', undefined, error);
}
