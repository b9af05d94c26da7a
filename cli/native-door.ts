import { jsonIn } from '../src/base/json-text.ts';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { timeLimit } from '../src/base/time-limit.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { availableParallelism, totalmem } from 'node:os';
import * as v from 'valibot';
import { lettersOf } from '../src/base/letters.ts';
import { Cancelled, Failure, REPORT } from '../src/base/failure.ts';
import { messageOf } from '../src/base/message.ts';
import {
  type NativeAnswer,
  type NativeIngredients,
  type NativeQuestion,
  nativeModel,
  type NativeState,
  questionSchema,
  TOKEN_FRAGMENT,
  TOKEN_HEADER,
} from '../src/checker/native/question.ts';
import {
  compileNatively,
  compilerVersion,
  forget,
  jailHere,
  type NativeVerifier,
  runProcess,
} from '../src/spin/native-verifier.ts';
import { createNodeToolchain } from '../src/spin/node-toolchain.ts';
import type { Toolchain } from '../src/spin/toolchain.ts';
import { type FileOf, serveSite } from './site-server.ts';

/** Bytes of a question: a model, in the form of JSON. */
const MOST_BYTES = 2_500_000;
/** Milliseconds of one question, however long its page stays open. */
const MOST_TIME = 24 * 3_600_000;
/** Milliseconds of the compiler. */
const MOST_COMPILING = 20 * 60_000;
/** Programs that are kept compiled. */
const MOST_KEPT = 30;
/** Questions at once. */
const MOST_AT_ONCE = Math.max(4, availableParallelism());
/** Bytes of an answer that nobody has read yet. */
const MOST_UNREAD = 64_000_000;

/** MB that searches may have together. */
const MACHINE_MB = Math.floor((totalmem() / 2 ** 20) * 0.9);

export interface NativeDoor {
  /** Good for this start alone. */
  readonly token: string;
  /** Answers a page's question. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): void;
}

/** Makes the searches of pages that this machine serves: whoever has the token may have Promela searched, within
 * limits, and nothing else. */
export function openNativeDoor(): NativeDoor {
  const token = randomBytes(24).toString('base64url');
  const programs = new Map<string, Promise<NativeVerifier>>();
  let toolchain: Promise<Toolchain> | undefined;
  let atOnce = 0;
  let takenMB = 0;

  /** A status of HTTP where the request is nobody's that was let in. */
  function refusal({ method, headers }: IncomingMessage): number | undefined {
    if (method !== 'POST') return 405;
    // A page of another site says where it comes from; so does a form, a frame and a script.
    if (headers.origin !== `http://${headers.host ?? ''}`) return 403;
    if (!['same-origin', undefined].includes(wordOf(headers['sec-fetch-site']))) return 403;
    if (!isToken(wordOf(headers[TOKEN_HEADER.toLowerCase()]))) return 403;
    return headers['content-type'] === 'application/json' ? undefined : 415;
  }

  function isToken(given = ''): boolean {
    const [one, other] = [Buffer.from(given), Buffer.from(token)];
    return one.length === other.length && timingSafeEqual(one, other);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const end = (status: number): void => {
      response.writeHead(status, { 'Content-Type': 'text/plain', Connection: 'close' });
      response.end(`${status}\n`);
    };
    const refused = refusal(request);
    if (refused !== undefined) return end(refused);
    const text = await bodyOf(request);
    if (text === undefined) return end(413);
    const parsed = v.safeParse(questionSchema, jsonIn(text));
    if (!parsed.success) return end(400);
    const question = parsed.output;
    if (question.ask === 'state') {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
      response.end(JSON.stringify(await stateOf()));
      return;
    }
    if (atOnce >= MOST_AT_ONCE) return end(503);
    atOnce += 1;
    try {
      await searched(question, response);
    } finally {
      atOnce -= 1;
    }
  }

  /** Answers line by line; the search ends with its reader. */
  async function searched(
    question: Exclude<NativeQuestion, { ask: 'state' }>,
    response: ServerResponse,
  ): Promise<void> {
    const left = new AbortController();
    response.on('close', () => left.abort());
    if (response.destroyed) left.abort();
    const signal = AbortSignal.any([left.signal, timeLimit(MOST_TIME)]);
    response.writeHead(200, {
      'Content-Type': 'application/x-ndjson',
      'Cache-Control': 'no-store',
    });
    response.flushHeaders();
    const tell = (told: NativeAnswer): void => {
      response.write(`${JSON.stringify(told)}\n`);
      if (response.writableLength > MOST_UNREAD) left.abort();
    };
    try {
      const program = await programOf(question, signal);
      if (question.ask === 'compile') tell({ made: { sha256: program.sha256 } });
      else await run(program, question, tell, signal);
    } catch (error) {
      if (!(error instanceof Cancelled)) tell({ failed: toldOf(error) });
    }
    response.end();
  }

  async function run(
    program: NativeVerifier,
    { args, memoryMB }: Extract<NativeQuestion, { ask: 'search' }>,
    tell: (told: NativeAnswer) => void,
    signal: AbortSignal,
  ): Promise<void> {
    if (takenMB + memoryMB > MACHINE_MB)
      throw new Failure(
        'worker',
        `This machine lends ${MACHINE_MB} MB to searches, of which ${takenMB} are lent`,
        'Ask for less.',
      );
    takenMB += memoryMB;
    try {
      const options = { memory: { maxMB: memoryMB } };
      const hear: Parameters<typeof runProcess>[3] = (told) =>
        tell('file' in told ? { file: told.file, letters: lettersOf(told.bytes) } : told);
      tell({ end: await runProcess(program, args, options, hear, signal) });
    } finally {
      takenMB -= memoryMB;
    }
  }

  /** Written by SPIN here and compiled here: of the page comes Promela alone. */
  async function programOf(asked: NativeIngredients, signal: AbortSignal): Promise<NativeVerifier> {
    const { lossy, optimise, defines } = asked;
    if ((await jailHere()) === undefined) throw new Failure('worker', NO_JAIL, IN_SANDBOX);
    const read = nativeModel(asked);
    if (!read.ok)
      throw new Failure('model', `The model is not searched natively: ${read.why}.`, IN_SANDBOX);
    const key = JSON.stringify([read.text, lossy, optimise, defines]);
    const known = programs.get(key);
    if (known)
      return known.catch((error: unknown) => {
        // Whoever it was begun for has left.
        if (error instanceof Cancelled && !signal.aborted) return programOf(asked, signal);
        throw error;
      });
    const program = compiled(read.text, asked, signal);
    programs.set(key, program);
    program.catch(() => programs.delete(key));
    for (const [first, old] of programs) {
      if (programs.size <= MOST_KEPT) break;
      programs.delete(first);
      void old.then(forget, () => undefined);
    }
    return program;
  }

  async function compiled(
    model: string,
    { lossy, optimise, defines }: NativeIngredients,
    signal: AbortSignal,
  ): Promise<NativeVerifier> {
    const limit = timeLimit(MOST_COMPILING);
    const call = { signal: AbortSignal.any([signal, limit]) };
    toolchain ??= createNodeToolchain();
    try {
      const { files } = await (await toolchain).generate({ model, lossy }, call);
      return await compileNatively(files, { optimise, defines }, call);
    } catch (error) {
      if (!limit.aborted || signal.aborted) throw error;
      throw new Failure('compiler', 'The C compiler takes more than 20 minutes', IN_SANDBOX);
    }
  }

  return { token, answer, close: () => void toolchain?.then((each) => each.dispose()) };
}

const IN_SANDBOX = 'It can be searched in WebAssembly, which is a sandbox.';

const NO_JAIL =
  'This system cannot keep a search from other files and the network: that takes Linux 5.13 or newer, with Landlock and seccomp';

async function stateOf(): Promise<NativeState> {
  try {
    const compiler = await compilerVersion();
    if ((await jailHere()) === undefined) return { lacks: `${NO_JAIL}.` };
    return { compiler, memoryMB: MACHINE_MB, cores: availableParallelism() };
  } catch (error) {
    return { lacks: messageOf(error) };
  }
}

function toldOf(error: unknown): Extract<NativeAnswer, { failed: unknown }>['failed'] {
  if (!(error instanceof Failure))
    return { place: 'worker', message: messageOf(error), hint: REPORT };
  const { place, message, hint, detail } = error;
  const told = PLACES.find((each) => each === place) ?? 'worker';
  return { place: told, message, hint, detail };
}

const PLACES = ['compiler', 'model', 'worker', 'spin'] as const;

const wordOf = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : header?.join();

/** Nothing of a body that is too large. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES) return undefined;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > MOST_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Serves a site to this machine, whose pages may have searches made here.
 * @returns its address, with the token: browsers send no fragment anywhere. */
export async function serveWithDoor(files: FileOf, port: number): Promise<string> {
  const door = openNativeDoor();
  // Searches and folders end with the server.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => process.exit(130));
  const { address } = await serveSite(files, { port, door });
  return address + TOKEN_FRAGMENT + door.token;
}
