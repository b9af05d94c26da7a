import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { perform, promelaModel } from '../checker/index.ts';
import type { ModelSource } from '../checker/promela/opened-model.ts';
import { PAPERS_TUNING, type Tuning } from '../promela/index.ts';
import { searchFigures } from '../testing/search-figures.ts';
import type { MethodId, SearchRun, TuningEvent } from '../tuning/index.ts';
import { createNativeToolchain } from './native-toolchain.ts';
import { ofThisMachine } from './native-verifier.ts';
import { createNodeToolchain } from './node-toolchain.ts';
import type { Toolchain } from './toolchain.ts';
import { isLong } from '../testing/amounts.ts';

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

/** The best, and each search with its figures. */
async function tuned(toolchain: Toolchain, source: ModelSource, tuning: Tuning, method: MethodId) {
  const subject = promelaModel('model.pml', source, tuning);
  const runs: SearchRun[] = [];
  const see = (event: TuningEvent): void => void (event.type === 'run' && runs.push(event.run));
  const { signal } = new AbortController();
  const further = { toolchain: createNativeToolchain, workers: 1, seed: 1, seconds: undefined };
  const checker = subject.open(toolchain, { memoryMB: 2000 });
  const { status, minTime, optima } = await perform(method, checker, see, signal, further);
  return {
    status,
    minTime,
    optima,
    runs: runs.map(({ bound, verdict, states, transitions }) => ({
      bound,
      verdict,
      states,
      transitions,
    })),
  };
}

test('a tuning makes the same searches natively, and follows their trails', async () => {
  const text = `byte size, time;
active proctype p() { select (size : 1 .. 6); time = (size - 4) * (size - 4) + 3 }
`;
  const tuning = {
    parameters: ['size'],
    objective: 'time',
    when: 'time > 0',
    goal: 'smallest',
  } as const;
  const found = await tuned(native, { text }, tuning, 'bisection');
  expect(found).toEqual(await tuned(wasm, { text }, tuning, 'bisection'));
  expect(found).toMatchObject({ status: 'proved', optima: [{ size: 4 }] });
});

/** Rendezvous that interleave, with xr and xs. */
const TILES = readFileSync(new URL('../testing/promela/tiles.pml', import.meta.url), 'utf8');

test.runIf(isLong).each([
  ['N=3', 44, 233_237],
  ['N=4', 156, 3_195_958],
])(
  "the papers' structure, %s, is proved by at most two searches of everything, natively too",
  { timeout: 1_800_000 },
  async (size, minTime, states) => {
    const source = { text: TILES, defines: [size] };
    for (const toolchain of [native, wasm]) {
      const found = await tuned(toolchain, source, PAPERS_TUNING, 'branch-and-bound');
      expect(found).toMatchObject({ status: 'proved', minTime });
      // Others end early, but that in which the bound is lowered.
      const whole = found.runs.filter((run) => run.states > states / 2);
      expect(whole.length).toBeLessThanOrEqual(2);
      expect(whole.at(-1)?.states).toBeGreaterThanOrEqual(states);
    }
  },
);

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
