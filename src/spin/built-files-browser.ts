import spinUrl from '../../wasm/build/spin.wasm?url';
import { keptResponse } from './kept-compiler.ts';

/** The compiler, and verifiers built with the site: files named by their key (see
 * scripts/build-verifiers.ts). */
const urls = import.meta.glob<string>(
  ['../../wasm/build/clang/*.{wasm,bin}', '../../wasm/build/verifiers/*.wasm'],
  { query: '?url', import: 'default', eager: true },
);
const ROOT = '../../wasm/build/';

/** Where the files of the compiler are, by their names. */
export const COMPILER_URLS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(urls).flatMap(([path, url]) =>
    path.startsWith(`${ROOT}clang/`) ? [[path.slice(`${ROOT}clang/`.length), url]] : [],
  ),
);

/** A file of wasm/build as the site has it. Those of the compiler are kept from then on. */
export async function fetchBuilt(path: string, anew: boolean): Promise<Response> {
  const url = path === 'spin.wasm' ? spinUrl : urls[`${ROOT}${path}`];
  if (url === undefined) throw new Error('there is no such file');
  const get = async (): Promise<Response> => {
    const response = await fetch(url, { cache: anew ? 'reload' : 'default' });
    if (!response.ok) throw new Error(`${url.replace(/^.*\//, '')}: status ${response.status}`);
    return response;
  };
  return path.startsWith('clang/') ? keptResponse(url, anew, get) : get();
}
