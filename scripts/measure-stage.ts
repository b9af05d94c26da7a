/** Measures the stage of values in the system's Chromium on the built site: `npm run -s measure:stage`. 16 work-items
 * turn numbers about in local memory until one is wrong, over 3,000 steps. Times hold for this machine and moment. */
import { cpus, loadavg } from 'node:os';
import { begin, readOptions } from '../cli/command.ts';
import { recordSection } from './bench/record.ts';
import { rounded, target } from './bench/report.ts';
import { openPage, openSite, writeKernel } from './bench/site.ts';

begin('measure:stage');
const { record = false } = readOptions(
  'npm run -s measure:stage -- [--record]: how a run of 16 work-items and 3,000 steps is played on the stage\n\n  --record  puts the figures into docs/bench.json and docs/bench.md',
  { record: { type: 'boolean' } },
);
const KERNEL = `#pragma tuner param WG = {16}
#pragma tuner input a[i] = i * 5 % 7
#pragma tuner ensures forall i < size: out[i] == 0
__kernel void turn(__global const int *a, __global int *out) {
  __local int tile[16];
  int lid = get_local_id(0);
  int sum = 0;
  for (int k = 0; k < 24; k++) {
    tile[lid] = a[(lid + k) % 16];
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tile[15 - lid];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[lid] = sum;
}
`;
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of the thread. */
  readonly tdur: number;
}

/** Presses that are timed, one after the other. */
const PRESSES = 40;
const PLAYED = 8000;

const started = performance.now();
const loadBefore = loadavg()[0] ?? 0;
const site = await openSite();
const context = await site.browser.newContext({
  viewport: { width: 1440, height: 900 },
  serviceWorkers: 'block',
});
// esbuild wraps named functions in this; the page lacks it.
await context.addInitScript('globalThis.__name = (named) => named');
await context.addInitScript(() => localStorage.setItem('overtime.visited', 'yes'));
const page = await openPage(site, context);
await page.evaluate(() => {
  const times: number[] = [];
  Object.assign(window, { frameTimes: times });
  let last = performance.now();
  requestAnimationFrame(function next(now) {
    times.push(now - last);
    last = now;
    requestAnimationFrame(next);
  });
});

/** The frames that something takes, in ms. */
async function frames(during: () => Promise<void>): Promise<readonly number[]> {
  await page.evaluate(() => {
    (window as { frameTimes?: number[] }).frameTimes?.splice(0);
  });
  await during();
  return page.evaluate(() => (window as { frameTimes?: number[] }).frameTimes?.slice(1) ?? []);
}

/** Milliseconds from a press until what it changes has been drawn. */
const pressed = (name: string): Promise<number> =>
  page.getByRole('button', { name, exact: true }).evaluate(
    (button) =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        const place = document.querySelector('[data-testid=run-place]')?.textContent;
        const observer = new MutationObserver(() => {
          const now = document.querySelector('[data-testid=run-place]')?.textContent;
          if (now === undefined || now === place) return;
          observer.disconnect();
          // A task behind the frame that draws it.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        (button as HTMLElement).click();
      }),
  );

/** CPU time of each task of the page's main thread, in ms: what others run on the machine is not in it. */
async function tasksWhile(during: () => Promise<void>): Promise<readonly number[]> {
  const devtools = await site.browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => {
    for (const { name = '', pid, tid, tdur = 0 } of value)
      events.push({ name, pid: Number(pid), tid: Number(tid), tdur: Number(tdur) });
  });
  const categories = ['toplevel', 'blink.user_timing', '__metadata'];
  await devtools.send('Tracing.start', { traceConfig: { includedCategories: categories } });
  await page.evaluate(() => performance.mark('here'));
  await during();
  const ended = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
  await devtools.send('Tracing.end');
  await ended;
  const mark = events.find(({ name }) => name === 'here');
  return events
    .filter(
      ({ name, pid, tid }) => name.endsWith('RunTask') && pid === mark?.pid && tid === mark.tid,
    )
    .map(({ tdur }) => tdur / 1000);
}

await writeKernel(page, KERNEL);
await page
  .getByRole('textbox', { name: /^size\b/ })
  .first()
  .fill('16');
await page.getByRole('tab', { name: /^Right\?/ }).click();
await page.getByRole('button', { name: 'Show how' }).first().waitFor({ timeout: 120_000 });
// SPIN may still search; the page is at rest where nobody does.
await page.getByRole('button', { name: 'Cancel', exact: true }).waitFor({ state: 'detached' });
const opened = await pressed('Show how');
const steps = Number(
  ((await page.getByTestId('run-place').textContent()) ?? '').split(' of ')[1]?.replace(',', ''),
);
const items = await page.locator('.stage-column, .stage-slots .token').count();
await page.getByRole('button', { name: 'To the beginning' }).click();
const on: number[] = [];
const stepping = await tasksWhile(async () => {
  for (let step = 0; step < PRESSES; step += 1) on.push(await pressed('One step on'));
});
const back: number[] = [];
for (let step = 0; step < PRESSES; step += 1) back.push(await pressed('One step back'));
let tasks: readonly number[] = [];
const played = await frames(async () => {
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  tasks = await tasksWhile(() => page.waitForTimeout(PLAYED));
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
});
await site.close();

const most = (times: readonly number[]): number => Math.max(...times);
const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(share * (times.length - 1))] ?? Number.NaN;
const rows = (
  [
    ['a step on, until it is drawn', on],
    ['a step back, until it is drawn', back],
    ['a frame while it plays', played],
    ['CPU time of a main thread’s task while it is stepped', stepping],
    ['CPU time of a main thread’s task while it plays', tasks],
  ] as const
).map(([what, times]) => [
  what,
  rounded(at(times, 0.5), 1),
  rounded(at(times, 0.95), 1),
  rounded(most(times), 1),
  times.length,
]);
console.log(`load of the machine  ${loadavg()[0]?.toFixed(1)} on ${cpus().length} processors`);
console.log(`${items} work-items, ${steps.toLocaleString('en')} steps`);
console.log(`opened               ${opened.toFixed(0)} ms`);
for (const [what, median, slow, slowest, count] of rows)
  console.log(`${what}: ${median} ms, 95 % within ${slow}, all within ${slowest} (${count})`);
if (record)
  recordSection({
    name: 'stage',
    title: 'A run of values on the stage',
    method: `${items} work-items and ${steps.toLocaleString('en')} steps in a window of 1440 x 900. Made by \`npm run -s measure:stage -- --record\`.`,
    tables: [{ columns: ['ms of', 'median', '95 % within', 'all within', 'measured'], rows }],
    targets: [
      target('opened in under 1 s', `${opened.toFixed(0)} ms`, opened < 1000),
      target(
        'no frame over 33 ms while it plays',
        `${most(played).toFixed(0)} ms`,
        most(played) <= 33,
      ),
      target(
        'no task of the main thread over 33 ms of CPU time while it plays',
        `${most(tasks).toFixed(0)} ms`,
        most(tasks) <= 33,
      ),
      target('a step within a frame', `${at(on, 0.95).toFixed(0)} ms`, at(on, 0.95) <= 17),
      target(
        'no task of a step over a frame of CPU time',
        `${most(stepping).toFixed(0)} ms`,
        most(stepping) <= 17,
      ),
    ],
    seconds: rounded((performance.now() - started) / 1000, 1),
    quick: false,
    load: [rounded(loadBefore, 1), rounded(loadavg()[0] ?? 0, 1)],
  });
