/** Measures the counterexample explorer on over a million events, in the system's Chromium on the
 * built site: `npm run -s measure:trace`. The run is the abstract kernel's at level baton: 1,024
 * elements, 32 groups of 32 items, tiles of 2. Times hold for this machine and moment. */
import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import type { Page } from '@playwright/test';
import { begin, readOptions } from '../cli/command.ts';
import { UsageError } from '../cli/usage-error.ts';
import { recordSection } from './bench/record.ts';
import { rounded, target } from './bench/report.ts';
import { exampleText, openSite, writeKernel } from './bench/site.ts';

begin('measure:trace');
const { record = false } = readOptions(
  'npm run -s measure:trace -- [--record]: how a trace of a million events is explored\n\n  --record  puts the figures into docs/bench.json and docs/bench.md',
  { record: { type: 'boolean' } },
);
const settle = Number(process.env['OVERTIME_SETTLE'] ?? 20);
if (!(settle >= 0)) throw new UsageError('OVERTIME_SETTLE is a number of seconds');
const started = performance.now();
const loadBefore = loadavg()[0] ?? 0;
const site = await openSite();
const { browser } = site;
const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
// esbuild wraps named functions in this; the page lacks it.
await page.addInitScript('globalThis.__name = (named) => named');
// Opening starts when the page sends a trail to its worker.
await page.addInitScript(() => {
  const send = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function postMessage(message: unknown, ...rest: unknown[]): void {
    const call = message as { path?: readonly string[]; argumentList?: readonly unknown[] };
    const [job, request] = (call.argumentList ?? []) as { value?: unknown }[];
    // Look-ups of variables follow a trail only part of the way.
    const whole = (request?.value as { until?: number } | undefined)?.until === undefined;
    if (call.path?.[0] === 'run' && job?.value === 'replayTrail' && whole) {
      Object.assign(window, { replayBegan: performance.now() });
    }
    Reflect.apply(send, this, [message, ...rest]);
  };
});
await page.goto(site.address);
await page.locator('[data-editor=opencl-c] .view-line').first().waitFor();

/** The machine's mean load over the last minute, which slows the measurement. */
console.log(
  `load of the machine             ${loadavg()[0]?.toFixed(1)} on ${cpus().length} processors`,
);

interface Memory {
  /** All that is in memory, Chromium's own files included. */
  readonly resident: number;
  /** The page's private memory: Chromium's "memory footprint". */
  readonly own: number;
}

const devtools = await browser.newBrowserCDPSession();

/** The page process's memory with its workers, in MB (10^6 bytes). */
async function memory(): Promise<Memory> {
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => {
      const status = readFileSync(`/proc/${id}/status`, 'utf8');
      const field = (name: string): number =>
        (Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1024) / 1e6;
      return { resident: field('VmRSS'), own: field('RssAnon') };
    });
  return sizes.reduce((most, size) => (size.resident > most.resident ? size : most));
}

const inWords = ({ resident, own }: Memory): string =>
  `${own.toFixed(0)} MB of its own, ${resident.toFixed(0)} MB resident`;

/** The most memory while something goes on. */
function watched(): { readonly end: () => Promise<Memory> } {
  let most: Memory = { resident: 0, own: 0 };
  const ending = new AbortController();
  const loop = (async () => {
    while (!ending.signal.aborted) {
      const now = await memory();
      if (now.own > most.own) most = now;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  return {
    end: async () => {
      ending.abort();
      await loop;
      return most;
    },
  };
}

async function choose(field: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${field}$`) }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** A gesture's frames per second: median and slowest twentieth. */
const rates: [what: string, median: number, slow: number, frames: number][] = [];

/** Frames a second while something goes on, in words. */
async function frames(what: string, during: (page: Page) => Promise<void>): Promise<string> {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { frameTimes: times });
    let last = performance.now();
    requestAnimationFrame(function next(now) {
      times.push(now - last);
      last = now;
      if ((window as { frameTimes?: unknown }).frameTimes === times) requestAnimationFrame(next);
    });
  });
  await during(page);
  const times = await page.evaluate(() => {
    const holder = window as { frameTimes?: number[] };
    const found = holder.frameTimes ?? [];
    delete holder.frameTimes;
    return found.slice(2).sort((a, b) => a - b);
  });
  const at = (share: number): number =>
    Math.round(1000 / (times[Math.floor(share * (times.length - 1))] ?? Infinity));
  rates.push([what, at(0.5), at(0.95), times.length]);
  return `${what.padEnd(32)}${at(0.5)} frames/s at the median, ${at(0.95)} at the 95th percentile (${times.length} frames)`;
}

await choose('Semantics', 'OpenCL');
await choose('Method', 'Branch and bound');
// The page would choose a level with fewer steps.
await choose('Level', 'Baton');
const text = exampleText('abstract')
  .replace('WG = pow2(4, size/2)', 'WG = pow2(32, 32)')
  .replace('TS = pow2(2, size/2)', 'TS = pow2(2, 2)');
await writeKernel(page, text);
const constants = page.getByRole('group', { name: 'Constants of the platform' });
await constants.getByRole('textbox', { name: /^size\b/ }).fill('1024');
const before = await memory();
await page.evaluate(() => {
  const marks: Record<string, number> = {};
  Object.assign(window, { marks });
  new MutationObserver(() => {
    const field = document.querySelector<HTMLInputElement>('.playback .slider');
    if (Number(field?.max ?? 0) < 500_000) return;
    marks['began'] ??= (window as { replayBegan?: number }).replayBegan ?? NaN;
    // Two frames later it has been drawn.
    if (marks['opened'] === undefined) {
      marks['opened'] = Infinity;
      requestAnimationFrame(() =>
        requestAnimationFrame(() => (marks['opened'] = performance.now())),
      );
    }
  }).observe(document.body, { childList: true, subtree: true, attributes: true });
});
const begun = performance.now();
const searching = watched();
await page.getByRole('button', { name: 'Tune', exact: true }).click();
await page.waitForFunction(
  () => Number(document.querySelector<HTMLInputElement>('.playback .slider')?.max ?? 0) > 500_000,
  undefined,
  { timeout: 120_000 },
);
const searched = await searching.end();
await page.waitForTimeout(1000);
const marks = await page.evaluate(() => (window as { marks?: Record<string, number> }).marks ?? {});
const slider = page.getByRole('slider', { name: 'Step of the run' });
const stops = Number(await slider.getAttribute('max')) + 1;
console.log(`search and replay               ${((performance.now() - begun) / 1000).toFixed(1)} s`);
console.log(
  `opening (replay to picture)     ${(((marks['opened'] ?? NaN) - (marks['began'] ?? NaN)) / 1000).toFixed(2)} s, ${stops.toLocaleString('en')} steps of the cursor`,
);
console.log(`memory before                   ${inWords(before)}`);
console.log(`most memory of the search       ${inWords(searched)}`);
console.log(`memory with the trace           ${inWords(await memory())}`);
// The configurations' chart may still simulate, which would count too.
await page.waitForTimeout(settle * 1000);
console.log(`memory at rest                  ${inWords(await memory())}`);
const viewing = watched();

const chart = page.getByRole('group', { name: 'Messages of the run, in order of time' });
await chart.focus();
await choose('Speed', '1,024 steps/s');
await chart.focus();
console.log(
  await frames('playing', async () => {
    await page.keyboard.press('Space');
    await page.waitForTimeout(6000);
    await page.keyboard.press('Space');
  }),
);
const track = await slider.boundingBox();
if (!track) throw new Error('there is no slider');
console.log(
  await frames('scrubbing', async () => {
    const y = track.y + track.height / 2;
    await page.mouse.move(track.x + 10, y);
    await page.mouse.down();
    for (let at = 0; at <= 200; at += 1) {
      await page.mouse.move(track.x + 10 + ((track.width - 20) * at) / 200, y);
      await page.waitForTimeout(16);
    }
    await page.mouse.up();
  }),
);
const gantt = await page.locator('.gantt').boundingBox();
if (!gantt) throw new Error('there is no chart over time');
console.log(
  await frames('zooming and panning', async () => {
    await page.mouse.move(gantt.x + gantt.width * 0.6, gantt.y + gantt.height * 0.6);
    for (let at = 0; at < 240; at += 1) {
      await page.mouse.wheel(at % 3 === 2 ? 40 : 0, at < 120 ? -90 : 90);
      await page.waitForTimeout(16);
    }
  }),
);
const scrolled = (what: string): Promise<string> =>
  frames(what, async () => {
    const box = await chart.boundingBox();
    if (!box) throw new Error('there is no chart');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    for (let at = 0; at < 240; at += 1) {
      await page.mouse.wheel(0, 700);
      await page.waitForTimeout(16);
    }
  });
console.log(await scrolled('scrolling messages'));
/** From the first step on, for some seconds. */
const played = (what: string): Promise<string> =>
  frames(what, async () => {
    await chart.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await page.waitForTimeout(6000);
    await page.keyboard.press('Space');
  });
await page.getByRole('radio', { name: 'By time' }).click();
console.log(await played('playing, messages by time'));
console.log(await scrolled('scrolling messages by time'));
// The platform alone: nothing but the stage is drawn.
await page
  .getByRole('region', { name: 'Platform', exact: true })
  .getByRole('button', { name: 'Fill the window' })
  .click();
const stage = page.getByRole('region', { name: 'Platform', exact: true });
await stage.getByRole('button', { name: 'First step' }).click();
console.log(
  await frames('playing on the stage alone', async () => {
    await stage.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForTimeout(6000);
  }),
);
console.log(`most memory of all this         ${inWords(await viewing.end())}`);
await site.close();
if (record)
  recordSection({
    name: 'trace',
    title: 'A long trace in the explorer',
    method: `The abstract kernel at level baton with 1,024 elements in groups of 32 and tiles of 2: ${stops.toLocaleString('en')} steps, in a window of 1920 x 1080 with all charts and the stage. Frames a second while it is played at 1,024 steps a second, dragged, zoomed and scrolled; 60 is the most that the browser draws. Made by \`npm run -s measure:trace -- --record\`.`,
    tables: [
      {
        columns: ['what is done', 'median', 'slowest twentieth', 'frames'],
        rows: rates.map((row) => [...row]),
      },
    ],
    targets: [
      target(
        'at least 30 frames a second at the median',
        `${Math.min(...rates.map(([, median]) => median))} at worst`,
        rates.every(([, median]) => median >= 30),
      ),
    ],
    seconds: rounded((performance.now() - started) / 1000, 1),
    quick: false,
    load: [rounded(loadBefore, 1), rounded(loadavg()[0] ?? 0, 1)],
  });
