import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createNodeToolchain } from '../../spin/node-toolchain.ts';
import { exampleText } from '../../testing/engine.ts';
import { memoryHistory, storageOf, world } from '../../testing/session.ts';
import { caveatsOf } from '../caveats/caveats.ts';
import { createSessionWith, type Session } from '../core.ts';
import type { SessionEnvironment } from '../environment.ts';
import { EXAMPLE_LIST } from '../example-list.ts';
import { isWorkbench, readWorkbench } from './workbench-file.ts';
import { WHY } from '../jobs/why.ts';
import { jobOf } from '../jobs/job.ts';
import { RECHECK } from './recheck-view.ts';
import { TRACE } from '../views/trace-view.ts';
import { RUNS } from '../../testing/amounts.ts';

const WAIT = { timeout: 60_000 };

const toolchains = await Promise.all(Array.from({ length: 8 }, () => createNodeToolchain()));
afterAll(() => toolchains.forEach((each) => each.dispose()));

const shipped = (id: string): string | undefined =>
  EXAMPLE_LIST.some((entry) => entry.id === id) ? exampleText(id) : undefined;

const FOREIGN = `${exampleText('abstract')}// theirs\n`;

/** A page with the tools. */
async function page(given: Partial<SessionEnvironment> = {}): Promise<Session> {
  let next = 0;
  const session = createSessionWith(
    world({
      toolchain: () => {
        const found = toolchains[next % toolchains.length];
        next += 1;
        if (!found) throw new Error('no toolchain');
        return found;
      },
      pause: () => new Promise((resolve) => setTimeout(resolve, 1)),
      ...given,
    }),
  );
  // First visits begin with a run, later ones with the last run.
  await vi.waitFor(() => expect(session.store.getState().run.phase).toBe('ended'), 60_000);
  return session;
}

/** A proved answer's file, as a page writes it. */
async function written(): Promise<string> {
  const { store, commands } = await page();
  commands.setKernelText(FOREIGN);
  commands.tune();
  await vi.waitFor(() => {
    const { run } = store.getState();
    expect([run.question?.kernelText, run.evidence?.level]).toEqual([FOREIGN, 'baton']);
  }, 60_000);
  expect(store.getState().run.result).toMatchObject({ status: 'proved', minTime: 584 });
  const made = await commands.workbenchFile({ results: 'search', answered: true });
  if (!made.ok) throw new Error(made.message);
  expect(made.name).toMatch(/\.overtime\.json$/);
  return made.text;
}

let file = '';
beforeAll(async () => {
  file = await written();
}, 120_000);

describe('a workbench file', { timeout: 120_000 * RUNS }, () => {
  it('has the state, the answer, the evidence and the trail', () => {
    expect(isWorkbench(file)).toBe(true);
    expect(JSON.parse(file)).toMatchObject({
      format: 'overtime workbench',
      version: 1,
      state: { kernel: FOREIGN, view: { results: 'search' } },
      answer: { status: 'proved', minTime: '584', optima: [{ WG: 16 }, { WG: 16 }] },
      evidence: {
        versions: { overtime: '0.0.0-test', spin: '6.5.2' },
        proof: { bound: '583', figures: { depth: expect.any(Number) } },
      },
      trail: { text: expect.stringMatching(/^(-?\d+:-?\d+:-?\d+\n)+$/) },
    });
  });

  it('opens as what it is, not checked, and is checked again at a press', async () => {
    const storage = storageOf();
    const { store, commands } = await page({ storage, tabStorage: storage });
    expect(await commands.openWorkbench('theirs.overtime.json', file)).toBeUndefined();
    expect(jobOf(store.getState(), RECHECK).phase).toBe('none');
    const words = () => caveatsOf(store.getState()).map((caveat) => caveat.words);
    expect(store.getState()).toMatchObject({
      settings: { kernelText: FOREIGN },
      run: { phase: 'ended', result: { status: 'proved', minTime: 584 } },
      arrival: { view: { results: 'search' } },
    });
    expect(words()).toContain('from a file, not checked here');
    // Nothing of it runs before somebody presses a button.
    expect(jobOf(store.getState(), WHY).phase).toBe('none');
    expect(jobOf(store.getState(), TRACE).phase).toBe('none');
    expect(store.getState()).toMatchObject({ document: { brought: 'file' } });
    await commands.recheckProof();
    expect(store.getState().document.brought).toBeUndefined();
    const recheck = jobOf(store.getState(), RECHECK);
    expect(recheck.checks.map(({ about, holds }) => [about, holds])).toEqual([
      ['model', true],
      ['verifier', true],
      ['evidence', true],
      ['proof', true],
      ['optima', true],
      ['times', true],
      ['searches', true],
      ['run', true],
    ]);
    expect(words()).toContain('from a file, checked here');
    await expect.poll(() => jobOf(store.getState(), TRACE).phase, WAIT).toBe('ended');
    // Survives a reload, as long as the question is the same.
    const reloaded = await page({ storage, tabStorage: storage });
    const shown = () => reloaded.store.getState();
    expect(shown().run).toMatchObject({ origin: { name: 'theirs.overtime.json' } });
    expect(caveatsOf(shown()).map((caveat) => caveat.words)).toContain(
      'from a file, not checked here',
    );
    reloaded.commands.tune();
    await expect.poll(() => shown().run.origin, WAIT).toBeUndefined();
    // Another answer is nothing to it.
    commands.tune();
    await expect.poll(() => store.getState().run.phase, WAIT).toBe('ended');
    expect(jobOf(store.getState(), RECHECK).phase).toBe('none');
    expect(words().join()).not.toContain('from a file');
  });

  it('that lies is found out', async () => {
    const { store, commands } = await page();
    const lies = file
      .replace('"minTime": "584"', '"minTime": "400"')
      .replace(/"model": "[\da-f]{64}"/, `"model": "${'0'.repeat(64)}"`);
    expect(await commands.openWorkbench('lies.overtime.json', lies)).toBeUndefined();
    await commands.recheckProof();
    expect(
      jobOf(store.getState(), RECHECK).checks.map(({ about, holds }) => [about, holds]),
    ).toEqual([
      ['model', false],
      ['verifier', true],
      ['evidence', false],
      ['proof', true],
      ['optima', false],
      ['times', true],
      ['searches', true],
      ['run', false],
    ]);
    const words = caveatsOf(store.getState()).map((caveat) => caveat.words);
    expect(words).toContain('from a file, and does not hold here');
  });

  it('of a run of an earlier visit has its evidence and its trail all the same', async () => {
    const kept = { history: memoryHistory(), storage: storageOf(), tabStorage: storageOf() };
    const first = await page(kept);
    await vi.waitFor(() => expect(first.store.getState().history).toHaveLength(1));
    const { store, commands } = await page(kept);
    expect(store.getState().run.evidence).toBeUndefined();
    const made = await commands.workbenchFile({});
    const read = readWorkbench('f', made.ok ? made.text : '', shipped);
    expect(read.ok && read.value.run).toMatchObject({
      result: { status: 'proved', trail: { words: expect.any(Array) } },
      evidence: { proof: { pan: expect.any(Array) }, sha256: { model: expect.any(String) } },
    });
  });

  it('says why it does not open', () => {
    const said = (text: string): string => {
      const read = readWorkbench('f', text, shipped);
      return read.ok ? 'opened' : read.message;
    };
    expect(said(file)).toBe('opened');
    expect(said(file.slice(0, 900))).toMatch(/ends early/);
    expect(said('{}')).toMatch(/no workbench|damaged/);
    expect(said(file.replace('"version": 1', '"version": 2'))).toMatch(/later version/);
    expect(said(file.replace('"584"', '"584e9"'))).toMatch(/damaged.*answer\.minTime/);
    expect(said(`${file}${' '.repeat(6_000_000)}`)).toMatch(/more than 5 MB/);
    expect(said(file.replace(/"WG",/, '"__proto__",'))).toMatch(/opened|damaged/);
    expect(said(file.replace(/"kernel": "/, '"kernel": 7, "k": "'))).toMatch(/no kernel|read/);
  });

  it('may be anything', () => {
    const letters = '{}[]",:0123456789-.eE\\nultruefals_WGTS\u0000\u{1f600}';
    const change = fc.record({
      at: fc.nat(file.length),
      gone: fc.oneof(fc.nat(6), fc.nat(400)),
      put: fc.string({ unit: fc.constantFrom(...letters), maxLength: 8 }),
    });
    const mutated = fc
      .array(change, { minLength: 1, maxLength: 4 })
      .map((changes) =>
        changes.reduce(
          (text, { at, gone, put }) => text.slice(0, at) + put + text.slice(at + gone),
          file,
        ),
      );
    // Well-formed files may say anything: here a part is wrong.
    const content = JSON.parse(file);
    const paths = pathsIn(content);
    const swapped = fc
      .tuple(fc.constantFrom(...paths), fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.integer()))
      .map(([path, value]) => JSON.stringify(withPart(content, path, value)));
    fc.assert(
      fc.property(fc.oneof(mutated, swapped), (text) => {
        const read = readWorkbench('f', text, shipped);
        if (read.ok) expect(typeof read.value.carried.settings.kernelText).toBe('string');
        else expect(read.message).toMatch(/^[A-Z].*\.$/s);
      }),
      { numRuns: 200 * RUNS },
    );
  });
});

type Path = readonly (string | number)[];

/** The places in plain data. */
function pathsIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([name, part]) => pathsIn(part, [...at, name]))];
}

/** The same with something else in one place. */
function withPart(value: unknown, [name, ...rest]: Path, part: unknown): unknown {
  if (name === undefined) return part;
  if (Array.isArray(value))
    return value.map((one: unknown, index) =>
      String(index) === name ? withPart(one, rest, part) : one,
    );
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      key === name ? withPart(one, rest, part) : one,
    ]),
  );
}
