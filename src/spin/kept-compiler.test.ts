import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  type CacheHome,
  forgetCompiler,
  keepCompiler,
  keptBytes,
  keptResponse,
} from './kept-compiler.ts';

const SITE = 'https://example.org/a/';
const FILES = [
  { url: `${SITE}one.wasm`, bytes: 4 },
  { url: `${SITE}two.bin`, bytes: 6 },
];

/** Stands in for the browser's cache. */
function home(): CacheHome & { readonly names: () => string[] } {
  let files = new Map<string, Response>();
  const cache = {
    match: async (url: string) => files.get(url)?.clone(),
    put: async (url: string, response: Response) => {
      const body = await response.arrayBuffer();
      files.set(url, new Response(body, { headers: response.headers }));
    },
    keys: async () => [...files.keys()].map((url) => new Request(url)),
    delete: async (request: Request) => files.delete(request.url),
  };
  return {
    open: async () => cache as unknown as Cache,
    delete: async () => {
      files = new Map();
      return true;
    },
    names: () => [...files.keys()].map((url) => url.slice(SITE.length)),
  };
}

const get = vi.fn(async () => new Response('body'));

beforeEach(() => {
  vi.stubGlobal('location', { href: SITE });
  vi.stubGlobal('fetch', async (url: string) =>
    url.endsWith('gone')
      ? new Response('', { status: 404 })
      : new Response('x'.repeat(url.endsWith('wasm') ? 4 : 6)),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  get.mockClear();
});

it('fetches what is used once, and anew where it is not good', async () => {
  const kept = home();
  const url = `${SITE}one.wasm`;
  for (let time = 0; time < 2; time += 1) {
    const response = await keptResponse(url, false, get, kept);
    expect(await response.text()).toBe('body');
    await vi.waitFor(() => expect(kept.names()).toEqual(['one.wasm']));
  }
  expect(get).toHaveBeenCalledTimes(1);
  await keptResponse(url, true, get, kept);
  expect(get).toHaveBeenCalledTimes(2);
});

it('does without where nothing can be kept', async () => {
  const full: CacheHome = {
    open: () => Promise.reject(new Error('forbidden')),
    delete: () => Promise.reject(new Error('forbidden')),
  };
  expect(await (await keptResponse('u', false, get, full)).text()).toBe('body');
  expect(await (await keptResponse('u', false, get, undefined)).text()).toBe('body');
  expect(await keptBytes(FILES, full)).toBe(0);
});

it('keeps all on request, says how far it is, lets go of older files, and of all', async () => {
  const kept = home();
  await keptResponse(`${SITE}old.wasm`, false, get, kept);
  await vi.waitFor(() => expect(kept.names()).toEqual(['old.wasm']));
  const heard: number[] = [];
  await keepCompiler(FILES, (bytes) => heard.push(bytes), new AbortController().signal, kept);
  expect(heard.at(-1)).toBe(10);
  expect(heard).toEqual(heard.toSorted((a, b) => a - b));
  expect(kept.names()).toEqual(['one.wasm', 'two.bin']);
  expect(await keptBytes(FILES, kept)).toBe(10);
  await forgetCompiler(kept);
  expect(await keptBytes(FILES, kept)).toBe(0);
});

it('says that a file is not to be had, and keeps what has come', async () => {
  const kept = home();
  const files = [...FILES.slice(0, 1), { url: `${SITE}gone`, bytes: 1 }];
  const { signal } = new AbortController();
  await expect(keepCompiler(files, () => undefined, signal, kept)).rejects.toThrow(
    'gone: status 404',
  );
  expect(kept.names()).toEqual(['one.wasm']);
});
