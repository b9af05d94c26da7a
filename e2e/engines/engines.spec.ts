import { expect, test } from '@playwright/test';
import type { Driver } from './driver.ts';
import { firefoxPath, openFirefox } from './firefox.ts';
import { Visitor } from './visitor.ts';
import { openWebKit, webkitPaths } from './webkit.ts';

const testId = (id: string): string => `[data-testid="${id}"]`;

const [WIDTH, HEIGHT] = [1280, 720];

test('Firefox opens the site, tunes, verifies, and plays a run and a lesson', async ({
  baseURL,
}) => {
  const path = firefoxPath();
  test.skip(
    path === undefined,
    'Firefox is not installed: on Debian, apt-get install firefox-esr.',
  );
  await visit(await openFirefox(path ?? '', WIDTH, HEIGHT), baseURL);
});

test('WebKit opens the site, tunes, verifies, and plays a run and a lesson', async ({
  baseURL,
}) => {
  const paths = webkitPaths();
  test.skip(
    paths === undefined,
    'WebKitGTK is not installed: on Debian, apt-get install webkit2gtk-driver xvfb.',
  );
  if (paths) await visit(await openWebKit(paths, WIDTH, HEIGHT), baseURL);
});

async function visit(driver: Driver, address = ''): Promise<void> {
  test.info().annotations.push({ type: 'engine', description: driver.version });
  const visitor = new Visitor(driver);
  try {
    await test.step('a first visit has its proof and its verdict', async () => {
      await driver.open(address);
      await visitor.sees(testId('status'), /^proved$/);
      await visitor.sees(testId('minimum'), /^32ticks$/);
      await visitor.sees(testId('verdict-status'), /^right$/);
    });
    await test.step('another size is tuned', async () => {
      await visitor.press('size');
      await visitor.write('64');
      await visitor.press('Tune');
      await visitor.sees(testId('minimum'), /^48ticks$/);
      await visitor.sees(testId('status'), /^proved$/);
    });
    await test.step('the run is stepped and played', async () => {
      await visitor.press('Open the run');
      await visitor.sees(testId('trace-sentence'), /work-group/);
      await visitor.keys('End');
      await visitor.sees(testId('tick-readout'), 'tick 48 of 48');
      await visitor.keys('Home');
      await visitor.sees(testId('tick-readout'), 'tick 0 of 48');
      await visitor.press('Play');
      await visitor.sees(testId('tick-readout'), /tick [1-9]\d* of 48/);
      await visitor.press('Back to its place');
    });
    await test.step('a race is found', async () => {
      await visitor.press(/^Sum.* Kernel$/);
      await visitor.press(/^Data race/);
      await visitor.sees(testId('verdict-status'), /^wrong$/);
    });
    await test.step('a task of a lesson is solved', async () => {
      await visitor.press('Learn');
      await visitor.press(/^Work-item, group, unit, element/);
      await visitor.press('Begin');
      await visitor.press('Ticks');
      await visitor.keys(...'18', 'Enter');
      await visitor.sees('[data-task=four][data-state=right]', 'WG 4 takes 18 ticks');
    });
    expect(driver.faults).toEqual([]);
  } finally {
    await driver.close();
  }
}
