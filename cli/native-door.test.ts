import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { checkModel, perform, promelaModel } from '../src/checker/index.ts';
import { nativeFromPage, nativeState } from '../src/checker/native/client.ts';
import { nativeModel, type NativeQuestion, TOKEN_HEADER } from '../src/checker/native/question.ts';
import { createNodeToolchain } from '../src/spin/node-toolchain.ts';
import type { Toolchain } from '../src/spin/toolchain.ts';
import { searchFigures } from '../src/testing/search-figures.ts';
import { openNativeDoor } from './native-door.ts';
import { filesIn, serveSite, type SiteServer } from './site-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'overtime-door-'));
const door = openNativeDoor();
let server: SiteServer;
let wasm: Toolchain;
let origin: string;
let address: string;

beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  server = await serveSite(filesIn(folder), { port: 0, door });
  wasm = await createNodeToolchain();
  origin = new URL(server.address).origin;
  address = `${server.address}native`;
  // Browsers say where a page comes from; Node has none.
  const plain = fetch;
  vi.stubGlobal('fetch', (to: string, init: RequestInit) =>
    plain(to, { ...init, headers: { ...(init.headers as object), Origin: origin } }),
  );
});

afterAll(async () => {
  vi.unstubAllGlobals();
  wasm.dispose();
  door.close();
  await server.close();
  rmSync(folder, { recursive: true });
});

const MODEL = `byte n; chan c = [2] of { byte };
active proctype p() { byte i; do :: i < 12 -> i++; c!i :: else -> break od; n++ }
active proctype q() { byte x, s; do :: c?x -> s = s + x; assert(s < 70) od }
ltl finishes { <> (n == 1) }
`;

const search = (model: string, more: object = {}): NativeQuestion =>
  ({
    ask: 'search',
    model,
    lossy: false,
    optimise: '-O0',
    defines: ['SAFETY', 'NOCLAIM'],
    args: ['-m1000', '-n'],
    memoryMB: 100,
    ...more,
  }) as NativeQuestion;

/** Requests as their sender wants them, which no browser sends for a page. */
const sent = (head: string, body = ''): Promise<string> =>
  new Promise((resolve) => {
    let answer = '';
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname, () => socket.write(`${head}\r\n\r\n${body}`));
    socket.setEncoding('latin1');
    socket.on('data', (part: string) => (answer += part));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });

interface Head {
  readonly method?: string;
  readonly path?: string;
  readonly host?: string;
  readonly from?: string;
  readonly token?: string;
  readonly type?: string;
  readonly more?: string;
}

const asked = (body: string, head: Head = {}): Promise<string> => {
  const { host } = new URL(address);
  const { method = 'POST', path = '/native', type = 'application/json', token = door.token } = head;
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${head.host ?? host}`,
    `Origin: ${head.from ?? origin}`,
    `${TOKEN_HEADER}: ${token}`,
    `Content-Type: ${type}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...(head.more === undefined ? [] : [head.more]),
  ];
  return sent(lines.join('\r\n'), body);
};

const statusOf = (answer: string): string => /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? '';
const STATE = '{"ask":"state"}';

it('answers a page of this start about its machine, and nobody else', async () => {
  expect(await nativeState({ address, token: door.token })).toMatchObject({
    compiler: expect.stringMatching(/\d/),
  });
  const { port } = new URL(address);
  const tries: [Head, string][] = [
    [{ token: '' }, '403'],
    [{ token: `${door.token}x` }, '403'],
    [{ token: door.token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) }, '403'],
    [{ token: `${door.token}\r\n${TOKEN_HEADER}: other` }, '403'],
    [{ from: 'http://evil.example' }, '403'],
    [{ from: 'null' }, '403'],
    [{ from: `https://127.0.0.1:${port}` }, '403'],
    [{ from: 'http://127.0.0.1:1' }, '403'],
    [{ from: `${origin}.evil.example` }, '403'],
    [{ from: `http://localhost:${port}` }, '403'],
    [{ more: 'Sec-Fetch-Site: cross-site' }, '403'],
    [{ more: 'Sec-Fetch-Site: same-site' }, '403'],
    // A name that has come to lead here.
    [{ host: `evil.example:${port}`, from: `http://evil.example:${port}` }, '421'],
    [{ host: `127.0.0.1.evil.example`, from: 'http://127.0.0.1.evil.example' }, '421'],
    [{ type: 'text/plain' }, '415'],
    [{ type: 'application/x-www-form-urlencoded' }, '415'],
    [{ path: '/native/' }, '405'],
    [{ path: '/native?x' }, '405'],
    [{ path: '/%6eative' }, '405'],
    [{ path: '/../native' }, '405'],
  ];
  for (const [head, status] of tries)
    expect(statusOf(await asked(STATE, head)), JSON.stringify(head)).toBe(status);
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND'])
    expect(statusOf(await asked(STATE, { method })), method).toBe('405');
  expect(
    statusOf(
      await sent(`POST /native HTTP/1.1\r\nHost: ${new URL(address).host}\r\nConnection: close`),
    ),
  ).toBe('403');
  // No page of another site is told that it may ask.
  const preflight = await asked('', { method: 'OPTIONS', from: 'http://evil.example' });
  expect(preflight).not.toMatch(/access-control/i);
  // Nor may it lay the page under its own, but for what is made to be embedded.
  const framing = async (query: string) =>
    (await fetch(server.address + query, {})).headers.get('Content-Security-Policy');
  expect(await framing('')).toMatch(/frame-ancestors 'self'$/);
  expect(await framing('?embed')).toMatch(/frame-ancestors 'self' http:/);
});

it('takes what it knows, and no more of it than a model has', async () => {
  const wrong: unknown[] = [
    [],
    null,
    { ask: 'state', more: 1 },
    { ask: 'compile' },
    { ask: 'toString' },
    search(MODEL, { defines: ['SAFETY', 'X=system("x")'] }),
    search(MODEL, { defines: ['PRINTF'] }),
    search(MODEL, { defines: ['VECTORSZ=1 -o /tmp/x'] }),
    search(MODEL, { defines: ['-include/etc/passwd'] }),
    search(MODEL, { args: ['-r'] }),
    search(MODEL, { args: ['-r/etc/passwd'] }),
    search(MODEL, { args: ['-x../../x'] }),
    search(MODEL, { args: ['-N', '-r'] }),
    search(MODEL, { args: ['-N', '../x'] }),
    search(MODEL, { args: ['-N'] }),
    search(MODEL, { args: ['T=1;reboot'] }),
    search(MODEL, { args: Array.from({ length: 200 }, () => '-n') }),
    search(MODEL, { optimise: '-O2 -fplugin=x' }),
    search(MODEL, { memoryMB: 1e9 }),
    search(MODEL, { memoryMB: -1 }),
    search(MODEL, { sources: { 'pan.c': 'int main() {}' } }),
    search(MODEL, { files: { '../x': '' } }),
    search('x'.repeat(1_000_001)),
  ];
  for (const each of wrong)
    expect(statusOf(await asked(JSON.stringify(each))), JSON.stringify(each)?.slice(0, 200)).toBe(
      '400',
    );
  for (const text of ['', '{', STATE.repeat(2), '\0', '"'.repeat(1000)])
    expect(statusOf(await asked(text)), text).toBe('400');
  expect(statusOf(await asked(' '.repeat(3_000_000)))).toBe('413');
  const { host } = new URL(address);
  const head = `POST /native HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\n${TOKEN_HEADER}: ${door.token}\r\nContent-Type: application/json\r\nConnection: close`;
  const chunk = `100000\r\n${' '.repeat(0x100000)}\r\n`;
  expect(statusOf(await sent(`${head}\r\nTransfer-Encoding: chunked`, chunk.repeat(4)))).toBe(
    '413',
  );
  expect(await nativeState({ address, token: door.token })).toHaveProperty('compiler');
});

/** Models that would have C of theirs compiled: each makes a file where it runs. */
const proof = join(folder, 'ran');
const C = `system("touch ${proof}");`;
const HOSTILE: readonly string[] = [
  `c_code { ${C} }; active proctype p() { skip }`,
  `active proctype p() { c_code { ${C} } }`,
  `active proctype p() { c_expr { ${C.slice(0, -1)} } }`,
  `c_decl { \n#include "/etc/passwd"\n }; active proctype p() { skip }`,
  `c_state "int x" "Global"; active proctype p() { skip }`,
  `c_track "&x" "4"; active proctype p() { skip }`,
  `inline f() { c_code { ${C} } } active proctype p() { f() }`,
  `inline f(a) { a { ${C} } } active proctype p() { f(c_code) }`,
  `#define f c_code\nactive proctype p() { f { ${C} } }`,
  `#define f c_ ## code\nactive proctype p() { f { ${C} } }`,
  `#include "/etc/passwd"\nactive proctype p() { skip }`,
  `#include "../../secret.pml"\nactive proctype p() { skip }`,
  `active proctype p() { c_/**/code { ${C} } }`,
  `active proctype p() { c_\\\ncode { ${C} } }`,
  `/* */ active proctype p() { c_code\n{ ${C} } } /* c_code */`,
  // What SPIN copies into its C.
  `# 1 "";int z(void){${C}}//"\nactive proctype p() { skip }`,
  `# 1 "x\\" ; ${C} //"\nactive proctype p() { skip }`,
  `#ident "x"\nactive proctype p() { skip }`,
  `active proctype p() { printf("*/ int z(void) { ${C.replaceAll('"', "'")} } /* \\\n") }`,
  `active proctype p() { printf("%n%n%n%s\\\\") }`,
  `active proctype p() { printf("??/"); printf(" ); ${C.replaceAll('"', '')} ( ") }`,
  `active proctype p() { printf($ x \\$) }`,
  `ltl f { $ true $ } active proctype p() { skip }`,
  `active proctype p() { skip } \u2028 c_code`,
];

it('has nothing of a model that is not Promela compiled', { timeout: 300_000 }, async () => {
  for (const model of HOSTILE) {
    const answer = await asked(JSON.stringify(search(model)));
    expect(statusOf(answer), model).toBe('200');
    // Either it is refused, or what is left of it is harmless.
    const read = nativeModel({ model });
    if (!read.ok || !answer.includes('"failed"')) {
      expect(read.ok, model).toBe(!answer.includes('"failed"'));
      if (read.ok) expect(read.text, model).not.toMatch(/[\\%]|\*\/|system\(/);
    }
    expect(existsSync(proof), model).toBe(false);
  }
  const tuning = { parameters: ['x'], objective: 'x', when: 'x > 0', goal: 'smallest' };
  const model = 'byte x; active proctype p() { x = 1 }';
  for (const change of [
    { objective: `x) || ${C.slice(0, -1)} || (x` },
    { objective: 'system(x)' },
    { objective: 'x /* ', when: '*/ x' },
    { when: `x; c_code { ${C} }` },
    { when: 'c_expr { 1 }' },
    { parameters: ['x[y % n]'] },
    { parameters: ['x", system("x'] },
    { parameters: [] },
  ]) {
    const question = search(model, { tuning: { ...tuning, ...change } });
    const answer = await asked(JSON.stringify(question));
    expect(answer, JSON.stringify(change)).toMatch(/"failed"|HTTP\/1.1 400/);
  }
  expect(existsSync(proof)).toBe(false);
});

const figures = (toolchain: Toolchain, memoryMB = 500) =>
  searchFigures(toolchain, MODEL, { memoryMB });

it('searches and tunes for the page as WebAssembly does', { timeout: 120_000 }, async () => {
  const there = { address, token: door.token };
  const native = nativeFromPage(wasm, there, 'gcc');
  const found = await figures(native);
  expect(found).toEqual(await figures(wasm));
  expect(found.map(({ status }) => status)).toEqual(['violated', 'violated']);
  expect(found[0]?.trail?.length).toBeGreaterThan(0);
  const text = `byte size, time; active proctype p() { select (size : 1 .. 6); time = (size - 4) * (size - 4) + 3 }`;
  const tuning = {
    parameters: ['size'],
    objective: 'time',
    when: 'time > 0',
    goal: 'smallest',
  } as const;
  const tuned = async (toolchain: Toolchain) => {
    const subject = promelaModel('model.pml', { text }, tuning);
    const further = { toolchain: () => toolchain, workers: 1, seed: 1, seconds: undefined };
    const checker = subject.open(toolchain, { memoryMB: 500 });
    const { signal } = new AbortController();
    const { status, minTime, optima } = await perform(
      'bisection',
      checker,
      () => undefined,
      signal,
      further,
    );
    return { status, minTime, optima };
  };
  const answer = await tuned(nativeFromPage(wasm, there, 'gcc', tuning));
  expect(answer).toMatchObject({ status: 'proved', optima: [{ size: 4 }] });
});

/** A search that nobody waits for the end of. */
const LARGE = `int a, b, c, room[200];
active [2] proctype p() { do :: a = (a + 1) % 401 :: b = (b + 3) % 409 :: c = (c + 7) % 419 od }`;

it('ends a search with its page, and keeps to the memory', { timeout: 120_000 }, async () => {
  const native = nativeFromPage(wasm, { address, token: door.token }, 'gcc');
  const limit = new AbortController();
  let pids: readonly string[] = [];
  const options = { reduction: false, depth: 20_000, memoryMB: 1000, collapse: true };
  const cut = await checkModel(
    native,
    { text: LARGE },
    {},
    {
      ...options,
      signal: limit.signal,
      onProgress: ({ states }) => {
        if (states < 20_000 || limit.signal.aborted) return;
        pids = running();
        limit.abort();
      },
    },
  );
  expect(cut.results[0]).toMatchObject({ status: 'bounded' });
  expect(cut.results[0]?.states).toBeGreaterThan(20_000);
  expect(pids).not.toEqual([]);
  await expect.poll(running).toEqual([]);
  const short = await checkModel(native, { text: LARGE }, {}, { ...options, memoryMB: 60 });
  expect(short.status).toBe('out-of-memory');
  const much = await checkModel(native, { text: LARGE }, {}, { ...options, memoryMB: 1_000_000 });
  expect(much.results[0]?.reason).toMatch(/lends \d+ MB/);
});

/** Verifiers that this process has started. */
function running(): readonly string[] {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ');
  return children.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('overtime-native-');
    } catch {
      return false;
    }
  });
}

it('is open to nobody once its server has been started anew', async () => {
  const other = openNativeDoor();
  expect(other.token).not.toBe(door.token);
  await expect(nativeState({ address, token: other.token })).rejects.toThrow('started anew');
  other.close();
});
