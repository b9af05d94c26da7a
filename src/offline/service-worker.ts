/// <reference lib="webworker" />
import * as v from 'valibot';
import { PrecacheController } from 'workbox-precaching';
import { type Kept, toWorkerSchema } from './messages.ts';

/*
 * Keeps the built site, all but the compiler, and answers from it. A new version is fetched beside the old
 * one and waits: it takes over when no page is open any more, or when somebody asks for it. Even then what
 * older pages need stays until they are gone, so that none of them misses a part that it has not shown yet.
 */

declare const self: ServiceWorkerGlobalScope;

const PAGE = 'index.html';

/** Files of this version that are installed. */
let arrived = 0;
const precache = new PrecacheController({
  plugins: [
    {
      // In sequence; files from an interrupted install count.
      handlerDidComplete: async () => {
        arrived += 1;
        await tell();
      },
    },
  ],
});
precache.addToCacheList(self.__WB_MANIFEST);

const opened = (): Promise<Cache> => caches.open(precache.strategy.cacheName);

/** All of its files: some may be listed twice. */
const files = precache.getURLsToCacheKeys();

const amount = (kept: number): Kept => ({ type: 'KEPT', kept, files: files.size });

/** Reports install progress; completion is reported elsewhere. */
async function tell(): Promise<void> {
  const pages = await self.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  for (const page of pages) page.postMessage(amount(Math.min(arrived, files.size - 1)), []);
}

self.addEventListener('install', (event) => void precache.install(event));

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await self.clients.claim();
      const pages = await self.clients.matchAll({ type: 'window' });
      if (pages.length === 0) await precache.activate(event);
    })(),
  );
});

self.addEventListener('message', (event) => {
  const message = v.safeParse(toWorkerSchema, event.data);
  if (!message.success) return;
  const { output } = message;
  if (output.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  if (output.type === 'KEPT') event.waitUntil(answer(event));
  if (output.type === 'BEGUN') event.waitUntil(tidy(event, output.script));
});

async function answer(event: ExtendableMessageEvent): Promise<void> {
  const [port] = event.ports;
  port?.postMessage(amount(await completed()));
}

/** Fetches missing files; returns the number present. */
async function completed(): Promise<number> {
  const cache = await opened();
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  let count = 0;
  for (const key of files.values()) {
    const isThere = kept.has(key) || (await cache.add(key).then(yes, no));
    if (isThere) count += 1;
  }
  return count;
}

const yes = (): boolean => true;
const no = (): boolean => false;

/** Deletes other versions' files if the only open page is current. */
async function tidy(event: ExtendableMessageEvent, script: string): Promise<void> {
  const pages = await self.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  if (pages.length === 1 && precache.getCacheKeyForURL(script) !== undefined) {
    await precache.activate(event);
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  // Altered files are requested anew.
  if (request.method !== 'GET' || request.cache === 'reload') return;
  const url = new URL(request.url);
  if (!url.href.startsWith(self.registration.scope)) return;
  const path = url.pathname.slice(new URL(self.registration.scope).pathname.length);
  if (request.mode === 'navigate') {
    if (path === '' || path === PAGE) event.respondWith(kept(request, PAGE));
    return;
  }
  event.respondWith(kept(request, path));
});

/** A site file: this version's, else an older one's, else fetched. */
async function kept(request: Request, path: string): Promise<Response> {
  const cache = await opened();
  const key = precache.getCacheKeyForURL(path);
  const own = key === undefined ? undefined : await cache.match(key);
  const found = own ?? (await cache.match(request, { ignoreSearch: true }));
  return found ?? fetch(request);
}
