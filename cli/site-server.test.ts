import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HEADERS } from '../scripts/content-policy.ts';
import { filesIn, serveSite, type SiteServer } from './site-server.ts';
import { RUNS } from '../src/testing/amounts.ts';

const folder = mkdtempSync(join(tmpdir(), 'overtime-site-'));
let server: SiteServer;

beforeAll(async () => {
  mkdirSync(join(folder, 'site/assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'not of the site');
  writeFileSync(join(folder, 'site/index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'site/assets/a-12345678.js'), '1');
  server = await serveSite(filesIn(join(folder, 'site')), { port: 0, base: '/a/b/' });
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const get = (path: string) => fetch(server.address + path);

it('sends the page of a folder, asked for each time, and what has a digest in its name for good', async () => {
  const page = await get('');
  expect(await page.text()).toBe('<!doctype html>');
  expect(page.headers.get('Cache-Control')).toBe('no-cache');
  expect(page.headers.get('Content-Security-Policy')).toBe(HEADERS.all['Content-Security-Policy']);
  const script = await get('assets/a-12345678.js?again=1');
  expect(script.headers.get('Content-Type')).toMatch(/^text\/javascript/);
  expect(script.headers.get('Cache-Control')).toContain('immutable');
});

it('sends nothing else, and takes nothing', async () => {
  for (const path of ['none', '..%2Fsecret.txt', 'assets', '%E0', '%00'])
    expect((await get(path)).status, path).toBe(404);
  expect((await fetch(new URL('/', server.address))).status).toBe(404);
  expect((await fetch(server.address, { method: 'POST' })).status).toBe(405);
});

it('takes another port where the one that is wanted is taken', async () => {
  const port = Number(new URL(server.address).port);
  const other = await serveSite(filesIn(folder), { port });
  expect(new URL(other.address).port).not.toBe(String(port));
  await other.close();
});

/** Requests as bytes: no client of HTTP would send most of them. */
const asked = (text: string): Promise<string> =>
  new Promise((resolve) => {
    let answer = '';
    const { hostname, port } = new URL(server.address);
    const socket = connect(Number(port), hostname, () => socket.write(text, 'latin1'));
    socket.setEncoding('latin1');
    socket.on('data', (part: string) => (answer += part));
    // An answer may be cut off where the request is.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });

const request = (path: string, host = 'localhost', method = 'GET'): string =>
  `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;

it('is this machine by its own names alone', async () => {
  for (const host of ['127.0.0.1', 'localhost:8080', 'LOCALHOST', '[::1]:4173'])
    expect(await asked(request('/a/b/', host)), host).toMatch(/^HTTP\/1.1 200/);
  for (const host of [
    'evil.example',
    '127.0.0.1.evil.example',
    'localhost@evil.example',
    '10.0.0.1',
  ])
    expect(await asked(request('/a/b/', host)), host).toMatch(/^HTTP\/1.1 421/);
  expect(await asked(request('http://evil.example/a/b/'))).toMatch(/^HTTP\/1.1 404/);
});

it('goes on where a file goes while it is asked for', async () => {
  const file = join(folder, 'site/going.txt');
  const going = await serveSite(filesIn(join(folder, 'site')), {
    port: 0,
    before: () => rmSync(file, { force: true }),
  });
  writeFileSync(file, 'here');
  await expect(fetch(`${going.address}going.txt`).then((one) => one.text())).rejects.toThrow();
  expect((await fetch(going.address)).status).toBe(200);
  await going.close();
});

const PIECES = [
  ['..', '.', '%2e%2e', '%2F', '%5c', '\\', '/', '//', '%00', '\0', '%', '%E0', '%C0%AF'],
  ['a', 'secret.txt', 'assets', 'a-12345678.js', 'index.html', 'CON', 'a:b', '~', '*', ' '],
  ['__proto__', 'constructor', '?', '#', ';', '\u00e9', '%F0%9F%92%A5', 'x'.repeat(300)],
  ['x/'.repeat(3000), '%2e%2e%2f'.repeat(40), '\t', '\r', '\r\n'],
].flat();
const HEADS = [
  ['', 'Range: bytes=9-1\r\n', 'Content-Length: -1\r\n', 'Transfer-Encoding: chunked\r\n'],
  ['Expect: a\r\n', 'Upgrade: h2c\r\nConnection: Upgrade\r\n', 'Host: localhost\r\n', ': \r\n'],
  [`X: ${'y'.repeat(20_000)}\r\n`],
].flat();
const paths = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 6 })
  .chain((parts) =>
    fc.constantFrom(`/a/b/${parts.join('')}`, `/${parts.join('')}`, parts.join('')),
  );
const methods = fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'CONNECT', 'TRACE', 'get', '');
const hosts = fc.constantFrom('localhost', '127.0.0.1:1', 'evil.example', '', '\0', '[', 'a b');
const heads = fc.constantFrom(...HEADS);

it(
  'is ended by no request, and sends nothing that is not of the site',
  { timeout: 60_000 * RUNS },
  async () => {
    await fc.assert(
      fc.asyncProperty(methods, paths, hosts, heads, async (method, path, host, head) => {
        const answer = await asked(
          `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${head}Connection: close\r\n\r\n`,
        );
        const [, status, body = ''] =
          /^HTTP\/1\.1 (\d+) [\s\S]*?\r\n\r\n([\s\S]*)$/.exec(answer) ?? [];
        expect(answer).not.toContain('not of the site');
        if (status === '200') {
          expect(host).toMatch(/^(?:localhost|127)/);
          expect(['', '1', '<!doctype html>']).toContain(body);
        } else if (answer !== '') expect(status).toMatch(/^4\d\d$/);
      }),
      { numRuns: 2000 * RUNS },
    );
    expect((await get('')).status).toBe(200);
  },
);
