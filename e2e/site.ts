import { readFileSync } from 'node:fs';
import {
  expect,
  type Locator,
  type Page,
  type Request,
  type Route,
  test as base,
  type Worker,
} from '@playwright/test';
import { bareClasses } from './style-sheets.ts';

/** Forbidden things that the page did. */
interface Faults {
  /** Lets matching messages pass, for tests that break the site on purpose. */
  expect(pattern: RegExp): void;
}

interface Fixtures {
  readonly faults: Faults;
  /** Before it is opened: what a test breaks, it breaks first. */
  readonly unopened: Workbench;
  readonly site: Workbench;
}

/** Details of tests that run with `OVERTIME_RUNS` above 1 alone: others go most of their way. */
export const LONG = { tag: '@long' };

/** Fails on console errors, page errors, and requests to other sites. */
export const test = base.extend<Fixtures>({
  faults: async ({ context, page, baseURL }, use) => {
    const found: string[] = [];
    const expected: RegExp[] = [];
    const origin = new URL(baseURL ?? '').origin;
    const isElsewhere = (address: string): boolean =>
      /^(https?|wss?):/.test(address) && new URL(address).origin !== origin;
    // Seen and not held up, for which the browser would ask about each; only this machine can be reached anyhow.
    const sent = new Set<Request>();
    context.on('request', (request) => {
      if (isElsewhere(request.url())) sent.add(request);
    });
    context.on('requestfailed', (request) => {
      // The page's own policy kept it back.
      if (request.failure()?.errorText === 'csp') sent.delete(request);
    });
    page.on('websocket', (socket) => {
      if (isElsewhere(socket.url())) found.push(`request to ${socket.url()}`);
    });
    page.on('console', (message) => {
      if (message.type() === 'error') found.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => found.push(`page: ${error.message}`));
    await use({ expect: (pattern) => void expected.push(pattern) });
    // All else is reset for the next test.
    await context.clearPermissions();
    found.push(...[...sent].map((request) => `request to ${request.url()}`));
    if (!page.isClosed() && page.url().startsWith(origin))
      found.push(...(await bareClasses(page)).map((name) => `no style sheet for .${name}`));
    expect(found.filter((fault) => !expected.some((pattern) => pattern.test(fault)))).toEqual([]);
  },
  unopened: async ({ page, faults: _faults }, use) => {
    await asUsual(page);
    await use(new Workbench(page));
  },
  site: async ({ unopened }, use) => {
    await unopened.open();
    await use(unopened);
  },
});

export { expect };

/** The paper's kernel, as the tests' page opens with it. */
export const ABSTRACT = readFileSync(new URL('../examples/abstract.cl', import.meta.url), 'utf8');

/** The first example, with which the page opens for everybody else. */
export const SUM = readFileSync(new URL('../examples/sum.cl', import.meta.url), 'utf8');

/** Somebody who was here before, with the paper's kernel open and every part in view. */
export async function asUsual(pages: Pick<Page, 'addInitScript'>): Promise<void> {
  await pages.addInitScript((text) => {
    // A page that is still empty has no storage.
    if (!location.protocol.startsWith('http')) return;
    // Skips the first visit, which begins with its own run.
    localStorage.setItem('overtime.visited', 'yes');
    const keep = (name: string, value: object): void => {
      if (localStorage.getItem(name) === null) localStorage.setItem(name, JSON.stringify(value));
    };
    keep('overtime-layout', { state: { machine: true, run: true }, version: 0 });
    keep('overtime-map-lines', { state: { isOn: true }, version: 0 });
    keep('overtime-cost-hints', { state: { shown: true, inWords: true }, version: 0 });
    keep('overtime-pragmas', { state: { isOpen: true }, version: 0 });
    keep('overtime-problems', { state: { isOpen: true }, version: 0 });
    const constants = { size: '32', ND: '1', NU: '2', NP: '4', NS: '2', WR: '2' };
    const ticks = { GMT: '4', LMT: '1', AT: '0', BT: '1', DT: '1', LM: '12288' };
    const settings = { kernelText: text, example: 'abstract', semantics: 'published' };
    const how = { constants: { ...constants, ...ticks }, level: 'auto', method: 'bisection' };
    keep('overtime.settings.1', {
      state: { ...settings, ...how, document: { bases: [] } },
      version: 1,
    });
  }, ABSTRACT);
}

/** The workers of a page whose names match. */
export async function workersNamed(page: Page, pattern: RegExp): Promise<readonly Worker[]> {
  const named = page.workers().map(async (worker) => {
    // One that is ending has no name any more.
    const name = await worker.evaluate(() => self.name).catch(() => '');
    return pattern.test(name) ? [worker] : [];
  });
  return (await Promise.all(named)).flat();
}

/** Drops a file on the editor. */
export const drop = (page: Page, name: string, text: string | readonly number[]) =>
  page.evaluate(
    ([called, content]) => {
      const dataTransfer = new DataTransfer();
      const part = typeof content === 'string' ? content : new Uint8Array(content);
      dataTransfer.items.add(new File([part], called));
      const target = document.querySelector('.monaco-editor') ?? document.body;
      const options = { dataTransfer, bubbles: true, cancelable: true };
      target.dispatchEvent(new DragEvent('dragenter', options));
      target.dispatchEvent(new DragEvent('drop', options));
    },
    [name, text] as const,
  );

/** Fields behind one button. */
const HOW: readonly string[] = ['Method', 'Semantics', 'Level'];

/** The page, in its users' words. */
export class Workbench {
  readonly page: Page;
  readonly kernel: Locator;
  readonly tune: Locator;
  readonly cancel: Locator;
  readonly status: Locator;
  readonly minimum: Locator;
  readonly optima: Locator;
  readonly conclusion: Locator;
  readonly failure: Locator;
  readonly chart: Locator;
  /** Names the tuning fields and opens them. */
  readonly how: Locator;

  constructor(page: Page) {
    this.page = page;
    this.kernel = page.getByRole('textbox', { name: 'Kernel, OpenCL C' });
    this.tune = page.getByRole('button', { name: 'Tune', exact: true });
    this.cancel = page.getByRole('button', { name: 'Cancel', exact: true });
    this.status = page.getByTestId('status');
    this.minimum = page.getByTestId('minimum');
    this.optima = page.getByTestId('optima');
    this.conclusion = page.getByTestId('conclusion');
    this.failure = page.getByTestId('failure');
    this.how = page.getByRole('button', { name: /^How to tune/ });
    this.chart = page.getByRole('group', { name: 'Messages of the run, in order of time' });
  }

  constant(name: string): Locator {
    return this.page
      .getByRole('group', { name: 'Constants of the platform' })
      .getByRole('textbox', { name: new RegExp(`^${name}\\b`) });
  }

  /** Tunes until the minimum is proved. */
  async prove(): Promise<void> {
    await this.tune.click();
    await expect(this.status).toHaveText('proved');
  }

  /** Replaces the whole kernel, as pasting over it does. */
  async writeKernel(text: string): Promise<void> {
    await this.kernel.focus();
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.insertText(text);
  }

  async choose(field: string, option: string): Promise<void> {
    // Examples are chosen where own kernels are.
    const name = field === 'Example' ? 'Kernel' : field;
    const button = this.page.getByRole('button', { name: new RegExp(`${name}$`) });
    const isFolded = HOW.includes(field) && !(await button.isVisible());
    if (isFolded) await this.how.click();
    await button.click();
    // An own kernel may share its example's name.
    await this.page.getByRole('option', { name: option, exact: name === 'Kernel' }).click();
    if (isFolded) await this.page.keyboard.press('Escape');
  }

  /** Goes to a place of the site. */
  async goTo(place: 'Tune a kernel' | 'Learn' | 'Check a model'): Promise<void> {
    const link = this.page
      .getByRole('navigation', { name: 'Places' })
      .getByRole('link', { name: place });
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
  }

  /** Opens the page, or opens it again. */
  async open(): Promise<void> {
    await this.page.goto('./');
    await this.ready();
  }

  /** Waits for the editor and the page's session. */
  async ready(): Promise<void> {
    await expect(this.page.locator('[data-editor=opencl-c] .view-line').first()).toBeVisible();
    await expect(this.tune).toBeEnabled();
  }

  /** The kernel editor's visible lines, with plain blanks. */
  async kernelShown(): Promise<string> {
    // All at once, since lines may be redrawn between reads.
    const lines = await this.page.evaluate(() =>
      [...document.querySelectorAll('[data-editor=opencl-c] .view-line')]
        .map((node) => ({ top: node.getBoundingClientRect().top, text: node.textContent }))
        .sort((a, b) => a.top - b.top)
        .map(({ text }) => text),
    );
    return lines.join('\n').replaceAll('\u00a0', ' ');
  }

  /** The first example, tuned for 8 elements. */
  async tuneEight(): Promise<void> {
    await this.constant('size').fill('8');
    await this.tune.click();
    await this.expectProved('44', 'WG 4, TS 2 or 4');
  }

  async expectProved(minimum: string, optima: string): Promise<void> {
    await expect(this.status).toHaveText('proved');
    await expect(this.minimum).toHaveText(`${minimum}ticks`);
    await expect(this.optima).toHaveText(optima);
  }
}

/** Sends a script that runs as well and is not the one that was published. */
export async function altered(route: Route): Promise<void> {
  const answer = await route.fetch();
  const body = `${await answer.text()}\n;`;
  // One that came at the end of its test went on unaltered.
  await route.fulfill({ response: answer, body }).catch(() => undefined);
}
