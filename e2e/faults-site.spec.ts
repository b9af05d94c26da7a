import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import type { Route, Worker } from '@playwright/test';
import { filesIn, serveSite } from '../cli/site-server.ts';
import { newerSite } from './newer-site.ts';
import { ABSTRACT, asUsual, expect, LONG, test, Workbench } from './site.ts';

const DIST = resolve(process.env['OVERTIME_DIST'] ?? 'dist');

// A page that is used again asks on for what its server had.
test.use({ reuseContext: false });

const SIGN_IN = '<!doctype html><title>Sign in</title>';

test('a first part that does not come is told in place of a blank page, and why', async ({
  site,
  page,
  faults,
}) => {
  faults.expect(/Failed to (load|fetch)|net::ERR|Unexpected|MIME|SyntaxError|missing/);
  await site.writeKernel(`// is kept\n${ABSTRACT}`);
  const told = page.getByRole('alert').filter({ hasText: 'Overtime could not be loaded' });
  // The first script, one it imports, and the first style sheet.
  const tries: readonly [RegExp, (route: Route) => Promise<void>, string][] = [
    [/assets\/index-.*\.js/, (route) => route.abort(), 'the network is away'],
    [
      /assets\/index-.*\.js/,
      async (route) => {
        const body = await (await route.fetch()).text();
        await route.fulfill({ contentType: 'text/javascript', body: body.slice(0, 20_000) });
      },
      'damaged, or cut off',
    ],
    [
      /assets\/react-dom-.*\.js/,
      (route) => route.fulfill({ contentType: 'text/html', body: SIGN_IN }),
      'Something else came',
    ],
    [/assets\/index-.*\.css/, (route) => route.fulfill({ status: 404 }), 'newer version'],
  ];
  for (const [part, act, why] of tries) {
    await page.route(part, act);
    await page.reload();
    await expect(told).toContainText(why);
    await expect(told).toContainText('is kept in this browser');
    await page.unroute(part);
    await told.getByRole('button', { name: 'Load it again' }).click();
    await expect(told).toHaveCount(0);
    await expect.poll(() => site.kernelShown()).toContain('// is kept');
  }
});

/** So many loops are read beside the page. */
const NESTED = `__kernel void k(__global float *a) {
${'  for (int i = 0; i < 2; i++) {'.repeat(8)} a[get_global_id(0)] += 1; ${'}'.repeat(8)} }`;

/** Tries forbidden things in a worker; returns those that succeeded. */
const breakOut = (worker: Worker, address: string): Promise<string[]> =>
  worker.evaluate(async (foreign) => {
    const data = 'data:text/javascript,export default 1';
    const tries: Record<string, () => unknown> = {
      fetch: () => fetch(foreign, { mode: 'no-cors' }),
      'import of data': () => import(data),
      'import from elsewhere': () => import(`${foreign}script.js`),
      // Later: what a debugger evaluates is allowed to.
      eval: () =>
        new Promise((done, fail) => {
          setTimeout(() => {
            try {
              done(Reflect.get(globalThis, 'eval')('1'));
            } catch (error) {
              fail(error);
            }
          });
        }),
      // Its failure is an event.
      'a socket': () =>
        new Promise((open, fail) => {
          const socket = new WebSocket(foreign.replace('http', 'ws'));
          socket.addEventListener('open', open);
          socket.addEventListener('error', fail);
        }),
    };
    const done = Object.entries(tries).map(async ([name, attempt]) => {
      try {
        await attempt();
        return [name];
      } catch {
        return [];
      }
    });
    return (await Promise.all(done)).flat();
  }, address);

test('workers have the policy of the page, and markup no style, on a host that sends no headers', async ({
  page,
  faults,
}) => {
  faults.expect(
    /Content Security Policy|violates the following|Failed to fetch|WebSocket|request to|aborted|falling back/,
  );
  const asked: string[] = [];
  const foreign = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end('export default 1');
  });
  await new Promise<void>((listening) => foreign.listen(0, '127.0.0.1', listening));
  const port = Reflect.get(foreign.address() ?? {}, 'port') as number;
  const host = await serveSite(filesIn(DIST), { port: 0, isPlain: true });
  try {
    expect((await fetch(host.address)).headers.get('Content-Security-Policy')).toBeNull();
    await asUsual(page);
    await page.goto(host.address);
    const site = new Workbench(page);
    await site.ready();
    await site.tuneEight();
    // One more worker: it reads what takes long.
    await site.writeKernel(NESTED);
    await expect
      .poll(async () =>
        (
          await Promise.all(page.workers().map((worker) => worker.evaluate(() => self.name)))
        ).join(),
      )
      .toContain('reader');
    expect(page.workers().length).toBeGreaterThan(2);
    for (const worker of page.workers())
      expect(await breakOut(worker, `http://127.0.0.1:${port}/`)).toEqual([]);
    expect(asked).toEqual([]);

    const size = await page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<style>body { font-size: 99px }</style>');
      return getComputedStyle(document.body).fontSize;
    });
    expect(size).not.toBe('99px');
    // Markup inserted by the browser itself, not by a library.
    const place = await page.evaluate(() => {
      const range = document.createRange();
      range.selectNode(document.body);
      const styled = range.createContextualFragment('<p id="styled" style="z-index: 99">x</p>');
      document.body.append(styled);
      return getComputedStyle(document.querySelector('#styled') ?? document.body).zIndex;
    });
    expect(place).toBe('auto');
    // Styles of libraries count too.
    const editor = page.locator('[data-editor=opencl-c] .monaco-editor').first();
    await expect(editor).toHaveCSS('--vscode-editor-background', /#|rgb/);
    const lines = editor.locator('.view-line');
    const tops = await lines.evaluateAll((all) => all.map(({ style }) => style.top));
    expect(tops.length).toBeGreaterThan(1);
    expect(new Set(tops).size).toBe(tops.length);
  } finally {
    await host.close();
    foreign.close();
  }
});

test(
  'what is gone with an older version of the site comes with the newer one',
  LONG,
  async ({ page, faults }) => {
    faults.expect(/request to|could not show the|could not be fetched|Failed to (load|fetch)/);
    const newer = newerSite(DIST);
    let folder = DIST;
    const host = await serveSite((path) => filesIn(folder)(path), { port: 0, isPlain: true });
    try {
      await asUsual(page);
      // The page prepares for a run by itself, a moment later.
      const worker = page.waitForEvent('requestfinished', (request) =>
        /\/worker-[^/]*\.js$/.test(request.url()),
      );
      await page.goto(host.address);
      const site = new Workbench(page);
      await site.ready();
      await worker;
      // Its worker and verifiers are there, its charts are not.
      folder = newer;
      await site.tune.click();
      await site.expectProved('584', 'WG 16, TS 4 or 8');
      const failed = page.getByRole('alert').filter({ hasText: 'Could not show' });
      await failed.getByRole('button', { name: 'Try again' }).click();
      await expect(failed).toContainText('the site has a newer version');
      await failed.getByRole('button', { name: 'load the page again' }).click();
      await expect(page.locator('meta[name=newer]')).toHaveCount(1);
      await expect(page.locator('.recharts-wrapper').first()).toBeVisible();
      await site.expectProved('584', 'WG 16, TS 4 or 8');
    } finally {
      await host.close();
      rmSync(newer, { recursive: true });
    }
  },
);

test('with loops in loops the page keeps up with what is typed', async ({ site, page }) => {
  const name = (at: number): string => String.fromCodePoint(97 + at);
  const loops = Array.from({ length: 12 }, (_, at) => {
    const most = at === 0 ? '2' : `${name(at - 1)} + 2`;
    return `for (int ${name(at)} = 0; ${name(at)} < ${most}; ${name(at)}++) {`;
  });
  await site.writeKernel(
    `#pragma tuner param WG = pow2(4, size/2)\n__kernel void nest(__global float *x) {\n  ${loops.join(' ')} x[get_global_id(0)] += 1; ${'}'.repeat(12)}\n}`,
  );
  await expect(site.tune).toBeEnabled();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('// typed');
  await expect(page.getByTestId('obstacle')).toContainText('is being read');
  // Who types does not wait for that.
  expect(await site.kernelShown()).toContain('// typed');
  await expect(site.tune).toBeEnabled();
});
