import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { preview } from 'vite';
import { makeSite } from '../../cli/command.ts';
import { UsageError } from '../../cli/usage-error.ts';
import { messageOf } from '../../src/base/message.ts';
import { CHROMIUM_ARGUMENTS, chromiumPath } from '../../e2e/chromium.ts';

export const project = fileURLToPath(new URL('../..', import.meta.url));

/** The folder of the built site. */
export const dist = process.env['OVERTIME_DIST'] ?? join(project, 'dist');

/** @throws {UsageError} where there is none. */
export function launchChromium(): Promise<Browser> {
  let executablePath: string;
  try {
    executablePath = chromiumPath();
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
  return chromium.launch({ executablePath, args: [...CHROMIUM_ARGUMENTS] });
}

/** The served built site, and a browser for it. */
export interface Site {
  readonly address: string;
  readonly browser: Browser;
  close(): Promise<void>;
}

/** @throws {UsageError} without a site that exists or can be built. */
export async function openSite(): Promise<Site> {
  if (process.env['OVERTIME_DIST'] === undefined) makeSite();
  else if (!existsSync(join(dist, 'index.html')))
    throw new UsageError(`OVERTIME_DIST names no built site: ${dist}`);
  const server = await preview({
    root: project,
    logLevel: 'error',
    build: { outDir: dist },
    preview: { host: '127.0.0.1', port: 0 },
  });
  const [address] = server.resolvedUrls?.local ?? [];
  if (address === undefined) throw new Error('the preview has no address');
  const browser = await launchChromium();
  return {
    address,
    browser,
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}

/** A context as of a first visitor. */
export const firstContext = (site: Site): Promise<BrowserContext> =>
  // Background caching must not disturb the measurement.
  site.browser.newContext({ viewport: { width: 1280, height: 720 }, serviceWorkers: 'block' });

/** Opens the site, ready once the kernel is readable. */
export async function openPage(site: Site, context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(site.address);
  await page.locator('[data-editor=opencl-c] .view-line').first().waitFor();
  return page;
}

/** Milliseconds from Tune to a proof of this minimum, measured in the page. */
export async function clickToProof(page: Page, minimum: string): Promise<number> {
  const button = page.getByRole('button', { name: 'Tune', exact: true });
  await button.waitFor();
  return button.evaluate(
    (element, wanted) =>
      new Promise<number>((resolve, reject) => {
        const began = performance.now();
        // No named functions here: tsx would call a helper missing in the page.
        const observer = new MutationObserver(() => {
          const [minimum, status] = ['minimum', 'status'].map(
            (id) => document.querySelector(`[data-testid=${id}]`)?.textContent ?? '',
          );
          if (!minimum?.startsWith(wanted) || !status?.includes('proved')) return;
          observer.disconnect();
          resolve(performance.now() - began);
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        setTimeout(() => reject(new Error(`no proof of ${wanted} within 60 s`)), 60_000);
        (element as HTMLElement).click();
      }),
    minimum,
  );
}

/** Writes another kernel into the editor. */
export async function writeKernel(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Kernel, OpenCL C' }).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
}

export const exampleText = (name: string): string =>
  readFileSync(join(project, 'examples', `${name}.cl`), 'utf8');
