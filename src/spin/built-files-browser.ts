import spinUrl from '../../wasm/build/spin.wasm?url';
import { onDemand } from '../base/on-demand.ts';
import { fetchPart } from '../base/part.ts';
import { keptResponse } from './kept-compiler.ts';

const ROOT = '../../wasm/build/';
const compiler = import.meta.glob<string>('../../wasm/build/clang/*.{wasm,bin}', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** URLs of the compiler's files by name. */
export const COMPILER_URLS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(compiler).map(([path, url]) => [path.slice(`${ROOT}clang/`.length), url]),
);

/** Addresses and digests of the verifiers that the site brings along. */
export const shipped = onDemand(() => import('./shipped-browser.ts'));

async function addressOf(path: string): Promise<string | undefined> {
  if (path === 'spin.wasm') return spinUrl;
  const known = path.startsWith('verifiers/') ? (await shipped()).SHIPPED_URLS : compiler;
  return known[`${ROOT}${path}`];
}

/** A file of wasm/build on the site; compiler files are cached. */
export async function fetchBuilt(path: string, anew: boolean): Promise<Response> {
  const url = await addressOf(path);
  if (url === undefined) throw new Error('there is no such file');
  const get = (): Promise<Response> => fetchPart(url, { anew });
  return path.startsWith('clang/') ? keptResponse(url, anew, get) : get();
}
