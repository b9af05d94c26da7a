import { describe, expect, it } from 'vitest';
import { sha256 } from '../base/digest.ts';
import { createClangLoader } from './clang-assets.ts';
import { bytesOf, wholeFiles } from './whole-files.ts';

const good = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
const altered = good.with(7, 1);
const digest = { bytes: good.length, sha256: (await sha256(good)) ?? '' };

/** Serves these contents in turn, the last one forever. */
function site(...contents: readonly Uint8Array<ArrayBuffer>[]) {
  const asked: boolean[] = [];
  const source = async (_: string, anew: boolean): Promise<Response> => {
    const content = contents[Math.min(asked.length, contents.length - 1)];
    asked.push(anew);
    return new Response(content);
  };
  return { asked, source };
}

describe('a file', () => {
  it.each([
    ['short', good.slice(0, 5), 'a.wasm has 5 of 8 bytes'],
    ['too long', new Uint8Array(20), 'a.wasm has 20 of 8 bytes'],
    ['altered', altered, 'a.wasm is not as it was published'],
  ])('that arrives %s is not taken, and the next call gets it anew', async (_, bad, words) => {
    const { asked, source } = site(bad, good);
    const whole = wholeFiles(source);
    await expect(whole('a.wasm', { use: bytesOf, digest })).rejects.toThrow(words);
    expect(await whole('a.wasm', { use: bytesOf, digest })).toEqual(good);
    expect(asked).toEqual([false, true]);
  });

  it('is counted as it comes, and taken as it is where nothing is known of it', async () => {
    let count = 0;
    const onBytes = (more: number): void => void (count += more);
    const whole = wholeFiles(site(altered).source);
    expect(await whole('a', { use: bytesOf, digest: undefined, onBytes })).toEqual(altered);
    expect(count).toBe(8);
  });

  it('that a reader does not understand says why it was not whole', async () => {
    const whole = wholeFiles(site(good.slice(0, 5)).source);
    const use = (response: Response) => WebAssembly.compileStreaming(response);
    await expect(whole('a.wasm', { use, digest })).rejects.toThrow('a.wasm has 5 of 8 bytes');
  });
});

it('a compiler that arrives altered is fetched again at the next call', async () => {
  const names = ['llvm.core.wasm', 'llvm.core2.wasm', 'llvm.core3.wasm', 'llvm.core4.wasm'];
  const files = Object.fromEntries([...names, 'resources.bin'].map((name) => [name, digest]));
  let isAltered = true;
  const loader = createClangLoader({ version: '1', files }, async (name) => {
    return new Response(isAltered && name === 'resources.bin' ? altered : good);
  });
  await expect(loader.load()).rejects.toThrow('resources.bin is not as it was published');
  expect(loader.loaded).toBe(false);
  isAltered = false;
  expect((await loader.load()).resources).toEqual(good);
  expect(loader.loaded).toBe(true);
});
