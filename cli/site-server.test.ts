import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HEADERS } from '../scripts/content-policy.ts';
import { filesIn, serveSite, type SiteServer } from './site-server.ts';

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
