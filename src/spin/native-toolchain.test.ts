import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { perform, promelaModel } from '../checker/index.ts';
import { searchFigures } from '../testing/search-figures.ts';
import type { TuningEvent } from '../tuning/index.ts';
import { createNativeToolchain } from './native-toolchain.ts';
import { ofThisMachine } from './native-verifier.ts';
import { createNodeToolchain } from './node-toolchain.ts';
import type { Toolchain } from './toolchain.ts';

const CHANNEL = `byte n;
chan c = [2] of { byte };
proctype p(byte k) { byte i; do :: i < 12 -> i++; c!k :: else -> break od; n++ }
proctype q() { byte x, s; do :: c?x -> s = s + x; assert(s < 200) od }
init { run p(1); run p(3); run q(); n == 2 }
ltl done { <> (n == 2) }
`;
const LARGE = `int a, b, c, room[200];
active [2] proctype p() { do :: a = (a + 1) % 401 :: b = (b + 3) % 409 :: c = (c + 7) % 419 od }
`;

let native: Toolchain;
let wasm: Toolchain;
beforeAll(async () => {
  native = await createNativeToolchain();
  wasm = await createNodeToolchain();
});
afterAll(() => {
  native.dispose();
  wasm.dispose();
});

test('what is compiled is what the machine’s own SPIN writes', async () => {
  const { files } = await wasm.generate({ model: CHANNEL });
  const folder = mkdtempSync(join(tmpdir(), 'native-'));
  try {
    writeFileSync(join(folder, 'model.pml'), CHANNEL);
    execFileSync('spin', ['-a', 'model.pml'], { cwd: folder });
    for (const [name, text] of Object.entries(ofThisMachine(files)))
      expect(text, name).toBe(readFileSync(join(folder, name), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a native search has the states, transitions, depth, errors and trails of one in WebAssembly', async () => {
  const flags = { shortest: true, fair: true, collapse: true };
  const found = await searchFigures(native, CHANNEL, flags);
  expect(found).toEqual(await searchFigures(wasm, CHANNEL, flags));
  expect(found.map(({ status }) => status)).toEqual(['violated', 'holds']);
  expect(found[0]?.trail?.length).toBeGreaterThan(0);
});

test('a tuning makes the same searches natively, and follows their trails', async () => {
  const text = `byte size, time;
active proctype p() { select (size : 1 .. 6); time = (size - 4) * (size - 4) + 3 }
`;
  const tuned = async (toolchain: Toolchain) => {
    const subject = promelaModel(
      'model.pml',
      { text },
      { parameters: ['size'], objective: 'time', when: 'time > 0', goal: 'smallest' },
    );
    const runs: unknown[] = [];
    const see = (event: TuningEvent): void => {
      if (event.type !== 'run') return;
      const { bound, verdict, states, transitions } = event.run;
      runs.push([bound, verdict, states, transitions]);
    };
    const { signal } = new AbortController();
    const further = { toolchain: createNativeToolchain, workers: 1, seed: 1, seconds: undefined };
    const checker = subject.open(toolchain, { memoryMB: 1000 });
    const { status, minTime, optima } = await perform('bisection', checker, see, signal, further);
    return { status, minTime, optima, runs };
  };
  const found = await tuned(native);
  expect(found).toEqual(await tuned(wasm));
  expect(found).toMatchObject({ status: 'proved', optima: [{ size: 4 }] });
});

const options = { reduction: false, depth: 20_000 };

test('a native search keeps to its memory', async () => {
  // A search that is compressed already is not tried again.
  const asked = { ...options, collapse: true, memoryMB: 60 };
  const [short] = await searchFigures(native, LARGE, asked);
  expect(short).toMatchObject({ status: 'out-of-memory' });
  expect(short?.states).toBeGreaterThan(10_000);
});

test('a native search ends when it is cancelled, and says what it knew', async () => {
  const limit = new AbortController();
  const [cut] = await searchFigures(native, LARGE, {
    ...options,
    memoryMB: 1000,
    signal: limit.signal,
    onProgress: ({ states }) => states > 20_000 && limit.abort(),
  });
  expect(cut).toMatchObject({ status: 'bounded' });
  expect(cut?.states).toBeGreaterThan(20_000);
});

test('a division by zero is the model’s fault natively too', async () => {
  const model = 'int x, y; active proctype p() { x = 1 / y }\n';
  await expect(searchFigures(native, model)).rejects.toMatchObject({
    place: 'model',
    message: expect.stringContaining('divides by zero'),
  });
});
