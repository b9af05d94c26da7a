import {
  crashing,
  devtools,
  isKilled,
  kill,
  killable,
  setClock,
  spoilt,
  withClock,
} from './injected.ts';
import { ABSTRACT, expect, LONG, test, Workbench } from './site.ts';
import { openView } from './views.ts';
import { isLong, RUNS } from '../src/testing/amounts.ts';

/** Unlike any example, so its verifier must be compiled. */
const OWN = ABSTRACT.replace('R_g[h(idx_g, size)] = result;', '$& barrier(CLK_LOCAL_MEM_FENCE);');
const KILLED = 'The worker stopped unexpectedly: it has ended';

test('a worker that is killed in any phase is told, and nothing is lost', async ({
  unopened: site,
  page,
}) => {
  await killable(page);
  await site.open();
  await site.constant('size').fill('8');
  await site.prove();

  // Its searches would be killed in place of those that are meant.
  const why = page.getByText('Looking for a platform');
  await expect(why).toBeVisible();
  await expect(why).toHaveCount(0);

  // The verifier is prepared before Tune is pressed; pressing remakes it.
  await kill(page, 'generate');
  await site.writeKernel(OWN);
  await expect.poll(() => isKilled(page)).toBe(true);
  await kill(page, 'compile');
  await site.tune.click();
  await expect.poll(() => isKilled(page)).toBe(true);
  const keepsBest = async (): Promise<void> => {
    await expect(site.conclusion).toContainText(`${KILLED}. The minimum lies`);
    await expect(site.conclusion).toContainText('Press Tune again');
    await expect(site.status).toHaveText('bounded');
    await expect(site.minimum).toHaveText(/^[\d,]+ticks$/);
    await expect(site.tune).toBeEnabled();
  };
  await keepsBest();

  await kill(page, 'verify');
  await site.tune.click();
  await expect.poll(() => isKilled(page)).toBe(true);
  await keepsBest();

  await site.prove();
});

test(
  'a worker that is killed while it shows a run, or simulates, costs no answer',
  LONG,
  async ({ unopened: site, page }) => {
    await killable(page);
    await site.open();
    await site.constant('size').fill('8');
    await site.writeKernel(OWN);

    // The answer stays; its run can be searched for again.
    await kill(page, 'replayTrail');
    await site.prove();
    const trace = page.getByText('The run could not be shown').locator('..');
    await expect(trace).toContainText(KILLED);
    await trace.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByTestId('tick-readout')).toHaveText(/^tick 0 of \d+$/);

    // The map keeps its times, and the answer stays.
    await kill(page, 'simulate');
    await site.constant('GMT').fill('5');
    await site.prove();
    await expect.poll(() => isKilled(page)).toBe(true);
    await site.prove();
    await expect.poll(() => site.kernelShown()).toContain('result; barrier');
    await expect(site.constant('GMT')).toHaveValue('5');
  },
);

test('a trail that does not fit its verifier is told in place of the charts', async ({
  unopened: site,
  page,
}) => {
  await spoilt(page);
  await site.open();
  await site.tuneEight();
  const told = page.getByText('The run could not be shown').locator('..');
  await expect(told).toContainText('The trail cannot be replayed');
  await site.expectProved('44', 'WG 4, TS 2 or 4');
});

test('a verifier that crashes is told with its words', async ({ unopened: site, page }) => {
  await crashing(page);
  await site.open();
  await site.constant('size').fill('8');
  await site.constant('GMT').fill('5');
  await site.tune.click();
  await expect(site.failure).toContainText('The verifier stopped: RuntimeError: unreachable');
  await page.evaluate(() => sessionStorage.setItem('sound', 'yes'));
  await page.reload();
  await site.ready();
  await expect(site.constant('GMT')).toHaveValue('5');
  await site.tune.click();
  await site.expectProved('53', 'WG 4, TS 2 or 4');
});

/** All sizes with OVERTIME_RUNS above 1. */
const MEMORY = isLong ? [64, 512, 4096] : [64];

for (const megabytes of MEMORY)
  test(`a search that needs more than ${megabytes} MB says so, and keeps what it has found`, async ({
    site,
    page,
  }) => {
    test.setTimeout(900_000);
    await site.choose('Level', 'Free');
    await site.constant('size').fill('64');
    await site.how.click();
    await page.getByRole('textbox', { name: /^Memory/ }).fill(String(megabytes));
    await page.keyboard.press('Escape');
    await site.tune.click();
    await expect(site.status).toHaveText('out of memory', { timeout: 800_000 });
    await expect(site.conclusion).toContainText(/memory/i);
    await expect(site.minimum).toHaveText(/^[\d,]+ticks$/);
    await site.choose('Level', 'Accelerated');
    await site.prove();
  });

test('a storage that is denied, or cleared while the page is open, costs no letter', async ({
  site,
  page,
  context,
}) => {
  await site.writeKernel(`// typed before\n${ABSTRACT}`);
  await site.tuneEight();
  const tools = await devtools(page);
  const { origin } = new URL(page.url());
  await tools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await page.evaluate(() => sessionStorage.clear());
  // Later results are kept again.
  await site.constant('GMT').fill('5');
  await site.tune.click();
  await site.expectProved('53', 'WG 4, TS 2 or 4');
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.reload();
  await site.ready();
  await expect.poll(() => site.kernelShown()).toContain('// typed before');
  await expect(site.constant('GMT')).toHaveValue('5');
  await openView(page, 'Runs');
  await expect(page.getByTestId('runs').getByRole('row')).toContainText([/name/, /53/]);

  const denied = await context.newPage();
  await denied.addInitScript(() => {
    const refuse = (): never => {
      throw new DOMException('denied', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, { get: refuse });
  });
  await denied.goto('./');
  const other = new Workbench(denied);
  await other.ready();
  // A first visit, whose kernel is tuned at once.
  await expect(other.status).toHaveText('proved');
  await other.choose('Example', 'Abstract kernel');
  await other.writeKernel(ABSTRACT);
  await expect(denied.getByTestId('unsaved')).toContainText('Not saved');
  // A fault does not say otherwise.
  await denied.evaluate(() => void Promise.reject(new Error('a fault of the test')));
  const fault = denied.getByRole('alert').filter({ hasText: 'a fault of the test' });
  await expect(fault).toContainText('save your kernel as a file');
  await expect(fault).not.toContainText('is kept');
  await fault.getByRole('button', { name: 'Dismiss' }).click();
  await other.tune.click();
  await other.expectProved('584', 'WG 16, TS 4 or 8');
});

test('kernels that are deleted elsewhere while the page is open are kept again, and it says so', async ({
  site,
  page,
}) => {
  await site.writeKernel(`// typed before\n${ABSTRACT}`);
  await page.waitForTimeout(500);
  // Another tab, or the browser's own tools: it ends once the page lets go.
  await page.evaluate(
    async () =>
      new Promise<void>((done, failed) => {
        const asked = indexedDB.deleteDatabase('overtime-kernels');
        asked.addEventListener('success', () => done());
        asked.addEventListener('blocked', () => failed(new Error('the page holds on to it')));
      }),
  );
  await expect(page.getByText('Those of this tab are kept again')).toBeVisible();
  const kept = await page.evaluate(
    async () =>
      new Promise<string>((done, failed) => {
        const opened = indexedDB.open('overtime-kernels');
        opened.addEventListener('error', failed);
        opened.addEventListener('success', () => {
          const all = opened.result.transaction('values').objectStore('values').getAll();
          all.addEventListener('success', () => done(JSON.stringify(all.result)));
          all.addEventListener('error', failed);
        });
      }),
  );
  expect(kept).toContain('// typed before');
});

test(
  'a tab that is frozen for long goes on, whatever the clock says',
  LONG,
  async ({ unopened: site, page }) => {
    await withClock(page);
    await site.open();
    await site.tuneEight();
    await site.choose('Level', 'Free');
    await site.tune.click();
    await expect(page.getByTestId('readiness')).toContainText('Running');
    const tools = await devtools(page);
    await tools.send('Page.setWebLifecycleState', { state: 'frozen' });
    await tools.send('Page.setWebLifecycleState', { state: 'active' });
    // The page's clock: half an hour ahead, then a year back.
    await setClock(page, 1_800_000);
    await expect(site.status).toHaveText('proved');
    await setClock(page, -31_536_000_000);
    await site.choose('Level', 'Accelerated');
    await site.constant('GMT').fill('5');
    await site.prove();
    await openView(page, 'Runs');
    const rows = page.getByTestId('runs').getByRole('row');
    await expect(rows).toHaveCount(4);
    // The last one comes first, despite the oldest date.
    await expect(rows.nth(1)).toContainText('2025');
  },
);

test('two tabs that tune at once both have both runs', LONG, async ({ site, page, context }) => {
  const tab = await context.newPage();
  await tab.goto('./');
  const other = new Workbench(tab);
  await other.ready();
  await site.constant('size').fill('8');
  await other.constant('size').fill('16');
  await Promise.all([site.tune.click(), other.tune.click()]);
  for (const each of [site, other]) await expect(each.status).toHaveText('proved');
  for (const each of [page, tab]) {
    await openView(each, 'Runs');
    await expect(each.getByTestId('runs').getByRole('row')).toHaveCount(3);
  }
  // A deletion in one tab shows in the other.
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  await expect(tab.getByTestId('runs').getByRole('row')).toHaveCount(2);
  await page.reload();
  await site.ready();
  await expect(site.constant('size')).toHaveValue('8');
  await openView(page, 'Runs');
  await expect(page.getByTestId('runs').getByRole('row')).toHaveCount(2);
});

test(
  'a page that is loaded again in any phase of a run goes on with what it had',
  LONG,
  async ({ site, page }) => {
    await site.writeKernel(`// typed\n${ABSTRACT}`);
    const again = async (): Promise<void> => {
      await page.reload();
      await site.ready();
      await expect.poll(() => site.kernelShown()).toContain('// typed');
      await expect(page.getByTestId('unsaved')).toHaveCount(0);
    };
    await again();
    await site.constant('size').fill('8');
    await site.tune.click();
    await again();
    await expect(site.constant('size')).toHaveValue('8');
    await site.tune.click();
    await site.expectProved('44', 'WG 4, TS 2 or 4');
    await again();
    // In the midst of a search.
    await site.choose('Level', 'Free');
    await site.constant('size').fill('64');
    await site.tune.click();
    await expect(page.getByTestId('readiness')).toContainText('Running');
    await again();
    await openView(page, 'Runs');
    // The first may have been done before the page was loaded again; the last was not.
    const rows = page.getByTestId('runs').getByRole('row');
    await expect(rows.nth(1)).toContainText('44');
    expect(await rows.filter({ hasText: '44' }).count()).toBe((await rows.count()) - 1);
  },
);

test(
  'a compiler that comes cut or altered is not used, and fetched again',
  LONG,
  async ({ site, page }) => {
    let comes: 'cut' | 'altered' | 'whole' = 'cut';
    await page.route(/\/resources-.*\.bin$/, async (route) => {
      if (comes === 'whole') return route.continue();
      const response = await route.fetch();
      const body = await response.body();
      body[body.length >> 1] = 255 - (body[body.length >> 1] ?? 0);
      return route.fulfill({
        response,
        body: comes === 'cut' ? body.subarray(0, body.length >> 1) : body,
      });
    });
    // This page or the last test's may have fetched a whole one, and kept it.
    await page.evaluate(() => caches.delete('overtime-compiler'));
    await page.reload();
    await site.ready();
    await site.constant('size').fill('8');
    // A kernel of this test's own: another's verifier may be kept, and needs no compiler.
    await site.writeKernel(OWN.replace(/ barrier\([A-Z_]*\);/, '$&$&'));
    for (const [how, why] of [
      ['cut', /has \d+ of \d+ bytes/],
      ['altered', /is not as it was published/],
    ] as const) {
      comes = how;
      await site.tune.click();
      await expect(site.failure).toContainText(why);
    }
    comes = 'whole';
    await site.prove();
    await expect.poll(() => site.kernelShown()).toContain('result; barrier');
  },
);

/** Successive runs; docs/faults.md has the figures of 200. */
const VISITS = Math.max(4, RUNS);

test(
  `after ${VISITS} runs the page holds no more than after the first`,
  LONG,
  async ({ site, page }) => {
    test.setTimeout(120_000 + VISITS * 15_000);
    const tools = await devtools(page);
    await site.constant('size').fill('8');
    const held: { readonly megabytes: number; readonly nodes: number; readonly workers: number }[] =
      [];
    for (let run = 0; run <= VISITS; run += 1) {
      const minimum = (8 + 9 * (4 + run)).toLocaleString('en');
      await site.constant('GMT').fill(String(4 + run));
      await site.tune.click();
      // This run's answer, not the previous one's.
      await expect(page.getByTestId('stale')).toBeHidden();
      await site.expectProved(minimum, 'WG 4, TS 2 or 4');
      await expect(page.getByTestId('tick-readout')).toContainText(`of ${minimum}`);
      await tools.send('HeapProfiler.collectGarbage');
      const [heap, { nodes }] = [
        await tools.send('Runtime.getHeapUsage'),
        await tools.send('Memory.getDOMCounters'),
      ];
      const workers = page.workers().length;
      held.push({ megabytes: heap.usedSize / 2 ** 20, nodes, workers });
    }
    const told = held.filter((_, run) => run % Math.ceil(VISITS / 10) === 0 || run === VISITS);
    console.log(
      told
        .map((at) => `${at.megabytes.toFixed(1)} MB, ${at.nodes} nodes, ${at.workers} workers`)
        .join('; '),
    );
    const [second, last] = [held[1], held.at(-1)];
    if (!second || !last) throw new Error('nothing was measured');
    // The list of runs grows by 50 entries at most.
    expect(last.megabytes).toBeLessThan(second.megabytes * 1.2 + 5);
    expect(last.nodes).toBeLessThan(second.nodes * 1.3 + 500);
    expect(last.workers).toBeLessThanOrEqual(second.workers + 1);
  },
);
