/** Times and memory of inputs that were made to hold up the page, in the system's Chromium, or the server:
 * `npm run -s measure:hostile` */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { deflateSync, strToU8 } from 'fflate';
import { begin, readOptions } from '../cli/command.ts';
import { filesIn, serveSite } from '../cli/site-server.ts';
import { dropFile } from '../e2e/views.ts';
import { lettersOf } from '../src/base/letters.ts';
import { fragmentOf } from '../src/session/portable/link.ts';
import { CROWDED_LESSON, largeGzip, largeZip, MANY_BRACKETS } from '../src/testing/hostile.ts';
import { dist, firstContext, openPage, openSite, type Site } from './bench/site.ts';

begin('measure:hostile');
readOptions('npm run -s measure:hostile: times and memory of hostile inputs', {});

const row = (...cells: readonly (string | number)[]): void =>
  console.log(`| ${cells.join(' | ')} |`);
const seconds = (ms: number): string => (ms / 1000).toFixed(2);

/** The most memory that a process had, in MB; Linux says it. */
function mostMemory(pid: number | string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024);
}

interface Hostile {
  readonly what: string;
  /** Done before it is measured. */
  readonly before?: (page: Page) => Promise<unknown>;
  readonly act: (page: Page) => Promise<unknown>;
  readonly told: RegExp;
}

const follow = (page: Page, fragment = ''): Promise<void> =>
  page.evaluate((hash) => location.assign(hash), fragment);
const drop = (page: Page, name: string, bytes: Uint8Array): Promise<void> =>
  dropFile(page, name, Buffer.from(bytes).toString('base64'));
async function atBeginning(page: Page): Promise<void> {
  await page.locator('[data-editor=opencl-c] .view-line').first().click();
  await page.keyboard.press('Control+Home');
}
const LINES = Array.from({ length: 130 }, (_, at) => `// dictated, line ${at} of the text\n`).join(
  '',
);
const LONG_TEXT = Array.from(
  { length: 31 },
  (_, at) => `__kernel void long${at}(__global float *a, __global const float *b, int n) {
  __local float tile[64];
  int lid = get_local_id(0);
  int gid = get_global_id(0);
  float sum = 0.0f;
  for (int i = 0; i < n / 64; i++) {
    tile[lid] = b[i * 64 + lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < 64; j++)
      sum += tile[j] * b[j];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (sum > 3.0f) {
    sum = sum - 1.0f;
  } else {
    sum = sum + 2.0f;
  }
  a[gid] = sum;
}

`,
).join('');

const HOSTILE: readonly Hostile[] = [
  {
    what: 'a link: a lesson of 15,500 times `*a_ `',
    act: (page) => follow(page, `#lesson=1.${lettersOf(deflateSync(strToU8(CROWDED_LESSON)))}`),
    told: /This is no lesson that can be shown/,
  },
  {
    what: 'a link: 60,000 `{`',
    act: (page) =>
      follow(page, fragmentOf({ version: 1, kernel: MANY_BRACKETS, settings: {}, view: {} })),
    told: /The link was not opened/,
  },
  {
    what: 'a zip of 1.3 MB that says it unpacks to 1.3 GB',
    act: (page) => drop(page, 'all.zip', largeZip()),
    told: /all\.zip was not merged/,
  },
  {
    what: 'the same as tar.gz',
    act: (page) => drop(page, 'all.tar.gz', largeGzip()),
    told: /all\.tar\.gz was not merged/,
  },
  {
    what: '130 lines that are put in letter by letter at once',
    act: async (page) => {
      await atBeginning(page);
      await Promise.all([...LINES].map((letter) => page.keyboard.insertText(letter)));
    },
    // Monaco shows spaces as others.
    told: /line\s129\sof/,
  },
  {
    what: '100 letters, one after the other, before 620 lines of kernels',
    before: async (page) => {
      await atBeginning(page);
      await page.keyboard.insertText(`\n${LONG_TEXT}`);
      await page.keyboard.press('Control+Home');
      const reading = page.getByRole('button', { name: 'Cancel reading' }).first();
      await reading.waitFor();
      await reading.waitFor({ state: 'hidden' });
    },
    act: async (page) => {
      for (const letter of `int f(int x) {${' x = x * 3;'.repeat(6)} return x; } // y`.padEnd(
        100,
        'z',
      ))
        await page.keyboard.insertText(letter);
    },
    told: /yz+/,
  },
];

/** The longest that nothing else came to its turn. */
const watchTurns = (page: Page): Promise<void> =>
  page.evaluate(() => {
    let last = performance.now();
    let longest = 0;
    setInterval(() => {
      const now = performance.now();
      longest = Math.max(longest, now - last - 10);
      last = now;
      document.documentElement.dataset['longest'] = String(longest);
    }, 10);
  });

async function inChromium(
  site: Site,
  { what, before: prepare, act, told }: Hostile,
): Promise<void> {
  const context = await firstContext(site);
  const page = await openPage(site, context);
  await page.getByTestId('status').filter({ hasText: /./ }).first().waitFor();
  const cdp = await site.browser.newBrowserCDPSession();
  const renderers = async () => {
    const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
    return processInfo.filter(({ type }) => type === 'renderer');
  };
  const cpu = async (): Promise<number> =>
    (await renderers()).reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  await prepare?.(page);
  await watchTurns(page);
  const [before, began] = [await cpu(), performance.now()];
  await act(page);
  await page.getByText(told).first().waitFor({ timeout: 120_000 });
  const took = performance.now() - began;
  const used = (await cpu()) - before;
  const longest = Number(await page.evaluate(() => document.documentElement.dataset['longest']));
  const most = Math.max(...(await renderers()).map(({ id }) => mostMemory(id)));
  row(what, seconds(took), used.toFixed(2), seconds(longest), most);
  await context.close();
}

const REQUESTS: readonly (readonly [what: string, request: string])[] = [
  ['300 letters', `GET /${'a'.repeat(300)} HTTP/1.1\r\nHost: localhost\r\n`],
  ['60,000 letters', `GET /${'a'.repeat(60_000)} HTTP/1.1\r\nHost: localhost\r\n`],
  ['another host', 'GET / HTTP/1.1\r\nHost: evil.example\r\n'],
  ['no host', 'GET / HTTP/1.1\r\n'],
  ['a way out of the folder', 'GET /..%2f..%2f..%2fetc/passwd HTTP/1.1\r\nHost: localhost\r\n'],
  ['NUL', 'GET /a%00b HTTP/1.1\r\nHost: localhost\r\n'],
  ['broken letters', 'GET /%E0%A4 HTTP/1.1\r\nHost: localhost\r\n'],
  ['3,000 folders', `GET /${'x/'.repeat(3000)} HTTP/1.1\r\nHost: localhost\r\n`],
  ['a header of a MB', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'y'.repeat(2 ** 20)}\r\n`],
  ['no HTTP', `${'\0'.repeat(1000)}\r\n`],
];

async function againstServer(): Promise<void> {
  const server = await serveSite(filesIn(dist), { port: 0 });
  const { hostname, port } = new URL(server.address);
  for (const [what, request] of REQUESTS) {
    const began = performance.now();
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(Number(port), hostname, () =>
        socket.end(`${request}Connection: close\r\n\r\n`, 'latin1'),
      );
      socket.setEncoding('latin1');
      socket.on('data', (part: string) => (text += part));
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(text));
    });
    const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 'no answer';
    row(what, status, (performance.now() - began).toFixed(0));
  }
  const still = await fetch(server.address);
  row('the page, behind all of them', still.status, '');
  await server.close();
}

row('in Chromium', 's', 's of the processor', 'longest turn, s', 'MB at most');
row('---', '--:', '--:', '--:', '--:');
const site = await openSite();
for (const each of HOSTILE) await inChromium(site, each);
await site.close();
console.log('');
row('to the server', 'status', 'ms');
row('---', '--:', '--:');
await againstServer();
console.log(`\nthe server's process: ${mostMemory('self')} MB at most`);
console.log(`of ${join(dist, 'index.html')}`);
process.exit(0);
