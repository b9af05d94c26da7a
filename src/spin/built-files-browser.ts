import spinUrl from '../../wasm/build/spin.wasm?url';
import { fetchPart } from '../base/part.ts';
import { keptResponse } from './kept-compiler.ts';

/** Compiler and shipped verifiers, named by key (see scripts/build-verifiers.ts). */
const urls = import.meta.glob<string>(
  ['../../wasm/build/clang/*.{wasm,bin}', '../../wasm/build/verifiers/*.wasm'],
  { query: '?url', import: 'default', eager: true },
);
const ROOT = '../../wasm/build/';

/** URLs of the compiler's files by name. */
export const COMPILER_URLS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(urls).flatMap(([path, url]) =>
    path.startsWith(`${ROOT}clang/`) ? [[path.slice(`${ROOT}clang/`.length), url]] : [],
  ),
);

/** A file of wasm/build on the site; compiler files are cached. */
export async function fetchBuilt(path: string, anew: boolean): Promise<Response> {
  const url = path === 'spin.wasm' ? spinUrl : urls[`${ROOT}${path}`];
  if (url === undefined) throw new Error('there is no such file');
  const get = (): Promise<Response> => fetchPart(url, { anew });
  return path.startsWith('clang/') ? keptResponse(url, anew, get) : get();
}
