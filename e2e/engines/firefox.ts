import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { WebSocket } from 'ws';
import { type Driver, programPath, running } from './driver.ts';

export const firefoxPath = (): string | undefined =>
  programPath('OVERTIME_FIREFOX', 'firefox-esr', 'firefox');

/** Nothing is fetched but the site. */
const PREFERENCES = `user_pref("app.update.enabled", false);
user_pref("browser.safebrowsing.malware.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,");
`;

const message = v.object({
  id: v.nullish(v.number()),
  result: v.optional(v.unknown()),
  error: v.optional(v.string()),
  message: v.optional(v.string()),
  method: v.optional(v.string()),
  params: v.optional(v.unknown()),
});
const logged = v.object({ level: v.string(), text: v.nullish(v.string()) });
const session = v.object({ capabilities: v.object({ browserVersion: v.string() }) });
const tree = v.object({ contexts: v.tupleWithRest([v.object({ context: v.string() })], v.any()) });
const evaluated = v.object({
  result: v.optional(v.object({ value: v.string() })),
  exceptionDetails: v.optional(v.object({ text: v.string() })),
});

/** Firefox by WebDriver BiDi, which it speaks without a driver beside it. */
export async function openFirefox(path: string, width: number, height: number): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), 'overtime-firefox-'));
  writeFileSync(join(profile, 'user.js'), PREFERENCES);
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'];
  const browser = running(path, args);
  const address = await browser.says(/WebDriver BiDi listening on (ws:\S+)/);
  const socket = new WebSocket(`${address}/session`);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));

  const faults: string[] = [];
  const waiting = new Map<number, (answer: v.InferOutput<typeof message>) => void>();
  socket.on('message', (data) => {
    const heard = v.parse(message, JSON.parse(String(data)));
    if (heard.method === 'log.entryAdded') {
      const { level, text } = v.parse(logged, heard.params);
      if (level === 'error') faults.push(text ?? '');
    }
    if (typeof heard.id === 'number') waiting.get(heard.id)?.(heard);
  });
  let sent = 0;
  async function send(method: string, params: object = {}): Promise<unknown> {
    const id = ++sent;
    socket.send(JSON.stringify({ id, method, params }));
    const answer = await new Promise<v.InferOutput<typeof message>>((resolve) =>
      waiting.set(id, resolve),
    );
    waiting.delete(id);
    if (answer.error !== undefined)
      throw new Error(`${method}: ${answer.error}: ${answer.message ?? ''}`);
    return answer.result;
  }

  const { capabilities } = v.parse(session, await send('session.new', { capabilities: {} }));
  const { contexts } = v.parse(tree, await send('browsingContext.getTree'));
  const [{ context }] = contexts;
  await send('session.subscribe', { events: ['log.entryAdded'] });
  await send('browsingContext.setViewport', { context, viewport: { width, height } });
  return {
    version: `Firefox ${capabilities.browserVersion}`,
    faults,
    async open(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async evaluate(expression) {
      const { result, exceptionDetails } = v.parse(
        evaluated,
        await send('script.evaluate', {
          expression: `JSON.stringify(${expression})`,
          target: { context },
          awaitPromise: false,
        }),
      );
      if (!result) throw new Error(exceptionDetails?.text);
      return result.value;
    },
    async perform(actions) {
      await send('input.performActions', { context, actions });
    },
    async close() {
      await send('browser.close');
      socket.close();
      await browser.end();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
