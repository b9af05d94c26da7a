import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { test as base, type BrowserContext, type Page } from '@playwright/test';
import { filesIn, serveSite, type SiteServer } from '../cli/site-server.ts';
import { newerSite } from './newer-site.ts';
import { ABSTRACT, asUsual, drop, expect, LONG, Workbench } from './site.ts';
import { openRun, openView } from './views.ts';
import { student } from './walks.ts';

const DIST = resolve(process.env['OVERTIME_DIST'] ?? 'dist');

/** A host that can update the site, and be cut off. */
interface Host extends SiteServer {
  /** The folder that it serves. */
  show(folder: string): void;
  /** Holds back matching requests until released. */
  hold(pattern: RegExp): () => void;
}

const test = base.extend<{ host: Host; faults: string[] }>({
  serviceWorkers: 'allow',
  host: async ({ browserName: _browser }, use) => {
    let folder = DIST;
    let held: { readonly pattern: RegExp; readonly until: Promise<void> } | undefined;
    const server = await serveSite((path) => filesIn(folder)(path), {
      port: 0,
      // Not the host's root: the site must not know its place.
      base: '/a/b/',
      before: (path) => (held?.pattern.test(path) === true ? held.until : undefined),
    });
    await use({
      ...server,
      show: (other) => {
        folder = other;
      },
      hold: (pattern) => {
        let letIn = (): void => undefined;
        const until = new Promise<void>((done) => {
          letIn = done;
        });
        held = { pattern, until };
        return letIn;
      },
    });
    await server.close();
  },
  faults: async ({ context }, use) => {
    const found: string[] = [];
    context.on('console', (message) => {
      if (message.type() === 'error') found.push(message.text());
    });
    context.on('weberror', (error) => found.push(error.error().message));
    await use(found);
    expect(found).toEqual([]);
  },
});

// A context that is used again is still cut off.
test.use({ reuseContext: false });

const offline = (page: Page) => page.getByTestId('offline');

async function cutOff(host: Host, context: BrowserContext): Promise<void> {
  await host.close();
  await context.setOffline(true);
}

test(
  'the walk of a student after a first visit, with the network cut',
  LONG,
  async ({ host, page, context, faults: _faults }) => {
    await page.goto(host.address);
    const site = new Workbench(page);
    await expect(site.status).toHaveText('proved');
    await expect(offline(page)).toHaveText('offline ok');
    // The page can be installed.
    const devtools = await context.newCDPSession(page);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // Each test has a private window, which allows no installing.
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);

    await cutOff(host, context);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.reload();
    await student(page, async () => undefined);
    await expect(offline(page)).toHaveText('offline ok');
  },
);

const CUDA = `#include <cuda_runtime.h>
#pragma tuner param B = {8, 16}
#pragma tuner ensures forall i < 32: out[i] == i / B * B + B - 1 - i % B

__global__ void turn(const int *in, int *out) {
  __shared__ int tile[B];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = tile[B - 1 - threadIdx.x];
}

int main() {
  const int n = 32;
  int values[n], *in, *out;
  for (int i = 0; i < n; i++) values[i] = i;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, values, n * sizeof(int), cudaMemcpyHostToDevice);
  turn<<<n / B, B>>>(in, out);
}
`;

test('a CUDA program is opened, tuned, verified, traced, edited and shared, and stays without a network', async ({
  host,
  page,
  context,
  faults: _faults,
}) => {
  await asUsual(page);
  await page.goto(host.address);
  const site = new Workbench(page);
  await site.ready();
  await drop(page, 'turn.cu', CUDA);
  const code = page.locator('.view-lines').first();
  await expect(code).toContainText(/__global__.void.turn/);
  await site.prove();
  await expect(site.optima).toHaveText('B 16');
  const verdict = page.getByTestId('verdict-status');
  await expect(verdict).toHaveText('right');
  await openRun(page);
  const words = page.getByTestId('trace-sentence');
  await words.click();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await expect(words).toContainText(/thread|block/);

  await site.writeKernel(CUDA.replace('  __syncthreads();\n', ''));
  await expect(verdict).toHaveText('wrong');
  await openView(page, 'Values');
  const finding = page.getByTestId('finding').first();
  await expect(finding).toContainText('race in shared memory');
  await finding.getByRole('button', { name: 'Show how' }).click();
  await expect(page.getByRole('region', { name: 'How it goes wrong' })).toContainText(/Thread/);
  await page.getByRole('button', { name: 'Close', exact: true }).click();

  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share what you see' });
  await expect(dialog.getByTestId('link-length')).toContainText('short enough');
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  await page.keyboard.press('Escape');

  await expect(offline(page)).toHaveText('offline ok');
  await cutOff(host, context);
  await page.reload();
  await expect(code).toContainText(/__global__.void.turn/);
  await expect(verdict).toHaveText('wrong');
  // Another page, which has nothing but the link.
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.locator('.view-lines').first()).toContainText(/void.turn.*tile\[B.-.1/);
});

test('a newer version is announced, loaded when asked for, and takes nothing from pages of the older one', async ({
  host,
  page,
  context,
  faults: _faults,
}) => {
  const isNewer = (of: Page) => of.locator('meta[name=newer]').count();
  await asUsual(context);
  await page.goto(host.address);
  await expect(offline(page)).toHaveText('offline ok');
  const newer = newerSite(DIST);
  try {
    host.show(newer);
    const other = await context.newPage();
    await other.goto(host.address);
    for (const each of [page, other])
      await expect(each.getByTestId('newer')).toContainText('A newer version');
    expect(await isNewer(other)).toBe(0);

    // Nothing is forced: this page keeps its own charts, now gone from the host.
    const site = new Workbench(page);
    await site.tune.click();
    await site.expectProved('584', 'WG 16, TS 4 or 8');
    await expect(page.locator('.recharts-wrapper').first()).toBeVisible();

    await page.getByRole('button', { name: 'Load it now' }).click();
    await expect.poll(() => isNewer(page)).toBe(1);
    await expect(page.getByTestId('newer')).toHaveCount(0);
    await expect(offline(page)).toHaveText('offline ok');

    // Not even now from the other page.
    const left = new Workbench(other);
    expect(await isNewer(other)).toBe(0);
    await left.tune.click();
    await left.expectProved('584', 'WG 16, TS 4 or 8');
    await expect(other.locator('.recharts-wrapper').first()).toBeVisible();
    await other.close();

    // Files that only it needed go with it.
    const oldFiles = () =>
      page.evaluate(async () => {
        const urls = await Promise.all(
          (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
        );
        const names = urls.flat().map(({ url }) => url);
        return names.filter((url) => /lines-chart/.test(url)).length;
      });
    expect(await oldFiles()).toBe(2);
    await page.reload();
    await expect.poll(oldFiles).toBe(1);
  } finally {
    rmSync(newer, { recursive: true });
  }
});

test(
  'the compiler is kept on request, can be stopped and removed, and works without a network',
  LONG,
  async ({ host, page, context, faults: _faults }) => {
    await page.addInitScript(() => localStorage.setItem('overtime.visited', 'yes'));
    await page.goto(host.address);
    await expect(offline(page)).toHaveText('offline ok');
    const letIn = host.hold(/llvm\.core-/);
    await offline(page).click();
    const dialog = page.getByRole('dialog', { name: 'Without a network' });
    const make = dialog.getByRole('button', { name: /^Make available offline \(\d+ MB\)$/ });
    await make.click();
    await expect(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuetext', /of \d+ MB/);
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await expect(make).toBeVisible();
    letIn();
    await make.click();
    await expect(dialog.getByTestId('compiler-kept')).toHaveText(/kept in this browser: \d+ MB/);
    await dialog.getByRole('button', { name: 'Remove it' }).click();
    await make.click();
    await expect(dialog.getByTestId('compiler-kept')).toBeVisible();
    await page.keyboard.press('Escape');

    await cutOff(host, context);
    await page.reload();
    const site = new Workbench(page);
    await site.ready();
    // Unlike any example.
    const own = ABSTRACT.replace(
      'R_g[h(idx_g, size)] = result;',
      '$& barrier(CLK_LOCAL_MEM_FENCE);',
    );
    expect(own).not.toBe(ABSTRACT);
    await site.writeKernel(own);
    await site.prove();
  },
);
