import type { Page } from '@playwright/test';
import { seriousProblems, STRUCTURE } from './axe.ts';
import { layoutFaults, smallTexts } from './layout.ts';
import { ABSTRACT, expect, LONG, test, type Workbench } from './site.ts';
import { openText, openView, RESULT_VIEWS, TEXTS } from './views.ts';

/** A laptop, a projector, a small screen, a half window, one at 200 %, a phone. */
const ALL_SIZES = [
  [1440, 900],
  [1280, 720],
  [1024, 768],
  [900, 700],
  [640, 360],
  [390, 844],
] as const;
/** One of two alike, and both with `OVERTIME_SCREENS=all`. */
const SIZES = ALL_SIZES.filter(
  ([width]) => process.env['OVERTIME_SCREENS'] === 'all' || (width !== 1440 && width !== 900),
);

/** Shows each tab in turn and returns to the first. */
async function eachTab(
  page: Page,
  look: (name: string, pane: string) => Promise<void>,
): Promise<void> {
  for (const name of [...RESULT_VIEWS.slice(1), RESULT_VIEWS[0]]) {
    await openView(page, name);
    await look(name, 'section[aria-label=Results]');
  }
  for (const name of [...TEXTS.slice(1), TEXTS[0]]) {
    await openText(page, name);
    await look(name, 'section[aria-label=Texts]');
  }
}

/** Panes follow the window a frame or two later. */
const expectNoFaults = (page: Page, name: unknown, within?: string): Promise<void> =>
  expect.poll(async () => [name, ...(await layoutFaults(page, within))]).toEqual([name]);

async function tuned(site: Workbench, page: Page): Promise<void> {
  await site.tune.click();
  await site.expectProved('584', 'WG 16, TS 4 or 8');
  await expect(page.getByTestId('trace-sentence')).not.toBeEmpty();
}

const chooseLook = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Theme and text size' }).click();
  await page.getByRole('menuitemradio', { name, exact: true }).click();
  await page.keyboard.press('Escape');
  // What the pointer comes to rest on would open.
  await page.mouse.move(0, 0);
};

test('nothing is cut, covered or out of the window at any size', async ({ site, page }) => {
  await tuned(site, page);
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await expectNoFaults(page, width);
    await eachTab(page, (name, pane) => expectNoFaults(page, [width, name], pane));
    if (height !== 720) continue;
    const trace = await page.getByRole('region', { name: 'Counterexample' }).boundingBox();
    expect(trace?.height).toBeGreaterThan(height / 3);
  }
});

test('long names and large numbers have room', LONG, async ({ site, page }) => {
  await site.writeKernel(
    ABSTRACT.replaceAll('abstract_kernel', `abstract${'_and_more'.repeat(12)}`),
  );
  await site.constant('size').fill(String(2 ** 28));
  await site.prove();
  for (const [width, height] of SIZES.filter(([each]) => each > 1000)) {
    await page.setViewportSize({ width, height });
    await expectNoFaults(page, width);
    await eachTab(page, (name, pane) => expectNoFaults(page, [width, name], pane));
  }
  // The map's legend is short; hovering tells the whole.
  const legend = page.locator('.map-legend span[title$=ticks]').first();
  await expect(legend).toHaveText(/^[\d.]+\u00a0[GTPE]$/);
  await expect(legend).toHaveAttribute('title', /^\d{1,3}(,\d{3}){4,} ticks$/);
});

test('no text is smaller than 13 pixels, and all of it grows', async ({ site, page }) => {
  await tuned(site, page);
  await eachTab(page, async (name) => {
    expect([name, ...(await smallTexts(page, 13))]).toEqual([name]);
  });
  await chooseLook(page, '150 %');
  await expect.poll(() => smallTexts(page, 19.4)).toEqual([]);
  await expectNoFaults(page, '150 %');
  await page.reload();
  await site.ready();
  await expect.poll(() => smallTexts(page, 19.4)).toEqual([]);
});

/** Looks that axe judges, besides the usual light theme; those of a test follow each other. */
const MODES: readonly Readonly<Record<string, (page: Page) => Promise<void>>>[] = [
  {
    light: (page) => chooseLook(page, 'Light'),
    'more contrast': (page) => page.emulateMedia({ contrast: 'more' }),
    narrow: async (page) => {
      await page.emulateMedia({ contrast: null });
      await page.setViewportSize({ width: 390, height: 844 });
    },
  },
  {
    dark: (page) => chooseLook(page, 'Dark'),
    'forced colours': (page) => page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' }),
  },
  {
    presentation: async (page) => {
      await page.keyboard.press('Shift+F9');
      await page.getByRole('button', { name: 'Kernel and platform' }).click();
    },
  },
  { 'text at 150 %': (page) => chooseLook(page, '150 %') },
];

for (const modes of MODES) {
  const names = Object.keys(modes).join(', ');
  test(
    `axe finds nothing serious in any view: ${names}`,
    names.startsWith('dark') ? {} : LONG,
    async ({ site, page }) => {
      await tuned(site, page);
      for (const [mode, enter] of Object.entries(modes))
        await test.step(mode, async () => {
          await enter(page);
          expect(await seriousProblems(page, 'html', STRUCTURE)).toEqual([]);
          await eachTab(page, async (name, pane) => {
            expect([name, ...(await seriousProblems(page, pane))]).toEqual([name]);
          });
          await page.keyboard.press('F1');
          const palette = page.getByRole('dialog', { name: 'Commands' });
          await expect(palette).toBeVisible();
          const found = await seriousProblems(page, '[role=dialog]');
          expect(['Commands', ...found]).toEqual(['Commands']);
          await page.keyboard.press('Escape');
          await expect(palette).toHaveCount(0);
        });
    },
  );
}

test('a presentation has larger text, map and trace in front, and two ways out', async ({
  site,
  page,
}) => {
  await tuned(site, page);
  for (const [width, height] of [
    [1024, 768],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.keyboard.press('Shift+F9');
    await expect(site.kernel).toBeHidden();
    await expect(page.getByRole('region', { name: 'Work in hand' })).toContainText(
      'abstract_kernel',
    );
    await expect(page.getByTestId('verdict-status')).toBeInViewport();
    // All of the reason is seen.
    const why = page.getByTestId('why');
    await expect(why).toContainText('with any value tried');
    const hidden = () => why.evaluate((node) => node.scrollHeight - node.clientHeight);
    await expect.poll(hidden).toBeLessThanOrEqual(1);
    await expect.poll(() => smallTexts(page, 17.5)).toEqual([]);
    await expectNoFaults(page, [width, 'presented']);
    await page.getByRole('button', { name: 'Kernel and platform' }).click();
    await expect(site.kernel).toBeVisible();
    await page.getByRole('button', { name: 'Kernel and platform' }).click();
    if (width === 1024) await page.getByRole('button', { name: 'End presentation' }).click();
    else await page.keyboard.press('Escape');
    await expect(site.kernel).toBeVisible();
    await expect(page.getByRole('button', { name: 'End presentation' })).toHaveCount(0);
  }
});

test(
  "charts take the system's colours, and nothing travels where motion is unwanted",
  LONG,
  async ({ site, page }) => {
    await page.emulateMedia({
      forcedColors: 'active',
      colorScheme: 'dark',
      reducedMotion: 'reduce',
    });
    await tuned(site, page);
    /** The chart's ground colour, and the surrounding page's. */
    const grounds = (): Promise<string[]> =>
      page.evaluate(() => {
        const canvas = document.querySelector<HTMLCanvasElement>('.sequence canvas');
        const pixel = canvas?.getContext('2d')?.getImageData(4, canvas.height - 4, 1, 1).data;
        return [
          `rgb(${[...(pixel ?? [])].slice(0, 3).join(', ')})`,
          getComputedStyle(document.body).backgroundColor,
        ];
      });
    const different = async (): Promise<string[]> => [...new Set(await grounds())];
    await expect.poll(different).toHaveLength(1);
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' });
    await expect.poll(different).toHaveLength(1);

    // Read first: on a slow machine much is played before it is asked for.
    const words = page.getByTestId('trace-sentence');
    const first = await words.textContent();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(words).not.toHaveText(first ?? '');
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 50)
        .map(({ effect }) => String((effect as KeyframeEffect | null)?.target?.className)),
    );
    expect(moving).toEqual([]);
  },
);
