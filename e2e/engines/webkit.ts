import { mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import * as v from 'valibot';
import { type Driver, programPath, running } from './driver.ts';

/** WebKitGTK's driver with its own small browser, and an X server that shows nothing. */
export function webkitPaths(): Record<'driver' | 'browser' | 'display', string> | undefined {
  const driver = programPath('OVERTIME_WEBKIT_DRIVER', 'WebKitWebDriver');
  const display = programPath('OVERTIME_XVFB', 'Xvfb');
  const browser = programPath('OVERTIME_MINIBROWSER', ...MINI_BROWSERS);
  return driver && display && browser ? { driver, display, browser } : undefined;
}

/** Debian keeps it beside the library, out of the PATH, which begins its places with `/usr/bin`. */
const MINI_BROWSERS = ['x86_64', 'aarch64'].map(
  (processor) => `../lib/${processor}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
);

const answered = v.object({ value: v.unknown() });
const failed = v.object({ error: v.string(), message: v.string() });
const session = v.object({
  sessionId: v.string(),
  capabilities: v.object({ browserVersion: v.string() }),
});

/** WebKitGTK by WebDriver as it was before BiDi. Its console is not heard. */
export async function openWebKit(
  { driver, browser, display }: Record<'driver' | 'browser' | 'display', string>,
  width: number,
  height: number,
): Promise<Driver> {
  // Else it would keep what a visit left.
  const home = mkdtempSync(join(tmpdir(), 'overtime-webkit-'));
  const screen = ['-screen', '0', `${width + 100}x${height + 200}x24`, '-nolisten', 'tcp'];
  const shown = running(display, ['-displayfd', '1', ...screen]);
  const env = {
    ...process.env,
    DISPLAY: `:${await shown.says(/^(\d+)\n/)}`,
    XDG_DATA_HOME: home,
    XDG_CACHE_HOME: home,
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  };
  const port = await freePort();
  const served = running(driver, [`--port=${port}`], env);

  async function call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = v.parse(answered, await response.json());
    const failure = v.safeParse(failed, value);
    if (!failure.success) return value;
    throw new Error(`${path}: ${failure.output.error}: ${failure.output.message}`);
  }
  // It does not say when it listens.
  await expect.poll(() => call('GET', '/status').then(Boolean, () => false)).toBe(true);

  const options = { binary: browser, args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
  const begun = v.parse(session, await call('POST', '/session', { capabilities }));
  const at = `/session/${begun.sessionId}`;
  await call('POST', `${at}/window/rect`, { x: 0, y: 0, width, height: height + 100 });
  return {
    version: `WebKitGTK ${begun.capabilities.browserVersion}`,
    faults: [],
    async open(url) {
      await call('POST', `${at}/url`, { url });
    },
    async evaluate(expression) {
      const script = `return JSON.stringify(${expression})`;
      return v.parse(v.string(), await call('POST', `${at}/execute/sync`, { script, args: [] }));
    },
    async perform(actions) {
      await call('POST', `${at}/actions`, { actions });
    },
    async close() {
      await call('DELETE', at);
      await served.end();
      await shown.end();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The driver wants to be given one. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}
