import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { readArchive } from './clang-archive.ts';
import { clangManifestSchema, createClangLoader } from './clang-assets.ts';
import { compilePan, parseMessages, type ClangRuntime } from './clang.ts';
import { loadSpinFromFolder, counters } from '../testing/spin-tools.ts';
import { generateVerifier } from './spin.ts';

const build = fileURLToPath(new URL('../../wasm/build', import.meta.url));
const script = new URL('../../scripts/prepare-clang.mjs', import.meta.url);

describe('the archive of resources', () => {
  const pack = async (files: Record<string, string>): Promise<Uint8Array> => {
    const { archiveOf } = (await import(script.href)) as {
      archiveOf(files: { name: string; bytes: Buffer }[]): Uint8Array;
    };
    const entries = Object.entries(files);
    return archiveOf(entries.map(([name, text]) => ({ name, bytes: Buffer.from(text) })));
  };
  const text = (entry: unknown): string =>
    entry instanceof Uint8Array ? new TextDecoder().decode(entry) : 'no file';

  it('is read as it was packed', async () => {
    const tree = readArchive(await pack({ 'a/b/c.h': 'one', 'a/d.h': '', e: 'two' }));
    const folder = tree['a'];
    if (!folder || folder instanceof Uint8Array) throw new Error('no folder');
    expect(text(tree['e'])).toBe('two');
    expect(text(folder['d.h'])).toBe('');
    expect(Object.keys(folder['b'] ?? {})).toEqual(['c.h']);
    const merged = readArchive(await pack({ 'a/d.h': 'A' }), tree);
    expect(text((merged['a'] as typeof tree)['d.h'])).toBe('A');
    expect(Object.keys(merged['a'] ?? {})).toEqual(['b', 'd.h']);
  });

  it('that is damaged is refused', async () => {
    const whole = await pack({ 'a/b': 'one', c: 'two' });
    for (let n = 0; n < whole.length; n += 1) {
      expect(() => readArchive(whole.subarray(0, n))).toThrow();
    }
  });
});

it('the cut-down resources give the same object as all of them', { timeout: 120_000 }, async () => {
  const { packageFolder, tarFiles, archiveOf } = (await import(script.href)) as {
    packageFolder(): string;
    tarFiles(tar: Buffer): Iterable<{ name: string; bytes: Uint8Array }>;
    archiveOf(files: { name: string; bytes: Uint8Array }[]): Uint8Array;
  };
  const folder = join(build, 'clang');
  const loader = createClangLoader(
    v.parse(clangManifestSchema, JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))),
    async (name) => new Response(new Uint8Array(readFileSync(join(folder, name)))),
  );
  const downloads: [number, number][] = [];
  const assets = await loader.load((loaded, total) => void downloads.push([loaded, total]));
  expect(downloads.at(-1)?.[0]).toBe(downloads.at(-1)?.[1]);
  const runtime = (await import(
    pathToFileURL(join(folder, 'runtime.js')).href
  )) as unknown as ClangRuntime;
  const spin = await loadSpinFromFolder(build);
  const generated = await generateVerifier(spin, counters(3));
  if (generated.kind !== 'generated') throw new Error(generated.kind);
  const tar = readFileSync(join(packageFolder(), 'gen', 'llvm-resources.tar'));
  const all = new Uint8Array(archiveOf([...tarFiles(tar)]));
  expect(assets.resources.length).toBeLessThan(2_000_000);
  for (const defines of [['SAFETY'], ['BITSTATE', 'NOFAIR'], []]) {
    const options = { optimise: '-O0', defines } as const;
    const small = compilePan({ runtime, assets }, generated.files, options);
    const large = compilePan(
      { runtime, assets: { ...assets, resources: all } },
      generated.files,
      options,
    );
    if (!small.ok || !large.ok) throw new Error('not compiled');
    expect(Buffer.compare(small.bytes, large.bytes)).toBe(0);
  }
});

it('messages of clang and the linker are taken apart', () => {
  const lines = [
    'In file included from verifier.c:1:',
    "./pan.c:51:26: error: use of undeclared identifier 'o_cmdline'",
    '   51 |     char *found = strstr(o_cmdline, name);',
    '      |                          ^~~~~~~~~',
    "pan.h:3:1: fatal error: 'no.h' file not found",
    'text:1:2: warning: unused',
    'wasm-ld: error: pan.o: undefined symbol: nothing_here',
    "clang: error: unknown argument: '-x'",
    '2 errors generated.',
  ];
  expect(
    parseMessages(lines).map((m) => [m.file, m.line, m.column, m.severity, m.message]),
  ).toEqual([
    ['./pan.c', 51, 26, 'error', "use of undeclared identifier 'o_cmdline'"],
    ['pan.h', 3, 1, 'error', "'no.h' file not found"],
    ['text', 1, 2, 'warning', 'unused'],
    ['wasm-ld', 0, 0, 'error', 'pan.o: undefined symbol: nothing_here'],
    ['clang', 0, 0, 'error', "unknown argument: '-x'"],
  ]);
});

describe('the download', () => {
  it('is shared, and begun again after a failure', async () => {
    const empty = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
    let fetched = 0;
    let broken = true;
    const loader = createClangLoader({ version: '1', files: {} }, async () => {
      fetched += 1;
      if (broken) throw new Error('offline');
      return new Response(empty);
    });
    await expect(loader.load()).rejects.toThrow('offline');
    broken = false;
    fetched = 0;
    const [one, two] = await Promise.all([loader.load(), loader.load()]);
    expect(one).toBe(two);
    expect(fetched).toBe(5);
    expect(Object.keys(one.modules)).toHaveLength(4);
  });
});
