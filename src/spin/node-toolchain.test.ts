import { Cancelled } from '../base/failure.ts';
import { packTrail, stepsOf, unpackTrail } from '../base/packed-trail.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { memoryStore } from '../testing/memory-store.ts';
import { EVENT } from './replay-columns.ts';
import { createNodeToolchain } from './node-toolchain.ts';
import { parsePanReport, type PanReport } from './pan-output.ts';
import { counters, failureOf, runNatively, sourcesOf } from '../testing/spin-tools.ts';
import type { CompiledVerifier, ToolchainEvent } from './toolchain.ts';

const cache = memoryStore();
const toolchain = await createNodeToolchain({ cache, shipped: memoryStore() });
afterAll(() => toolchain.dispose());

const compiled = new Map<string, Promise<CompiledVerifier>>();
/** -O0, so that tests spend their time searching. */
function verifierOf(model: string, defines: readonly string[] = ['SAFETY', 'NOREDUCE']) {
  const key = JSON.stringify([model, defines]);
  const make = async (): Promise<CompiledVerifier> =>
    await toolchain.compile({
      sources: await sourcesOf(toolchain, model),
      optimise: '-O0',
      defines,
    });
  const found = compiled.get(key) ?? make();
  compiled.set(key, found);
  return found;
}

const messages = `
mtype = { go, done };
chan c = [0] of { mtype, byte };
byte total;
proctype worker(byte id) { byte x; c ? go, x; atomic { total = total + x; printf("got %d\\n", x) } c ! done, id }
init {
  byte i, who;
  atomic { run worker(0); run worker(1) }
  c ! go, 3; c ! go, 4;
  do :: i < 2 -> c ? done, who; i++ :: else -> break od;
  assert(total != 7)
}`;

const parameterized = `
c_code {
  extern char o_cmdline[];
  static int parameter(char *name) {
    char *found = strstr(o_cmdline, name);
    return found ? atoi(found + strlen(name)) : -1;
  }
};
int n;
active proctype p() { c_code { now.n = parameter("n="); }; do :: n > 0 -> n-- :: else -> break od }`;

const reportOf = (lines: readonly string[]): PanReport => {
  const parsed = parsePanReport(lines);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.report;
};

describe('a verifier as WebAssembly', () => {
  // The parts of a report that do not depend on pointer size.
  const verdict = ({
    states,
    statesMatched,
    transitions,
    atomicSteps,
    depth,
    errors,
    problems,
  }: PanReport) => ({ states, statesMatched, transitions, atomicSteps, depth, errors, problems });

  it.each([
    ['a search that is exhausted', counters(20), ['SAFETY', 'NOREDUCE'], ['-w18']],
    ['partial order reduction', counters(20), ['SAFETY'], ['-w18']],
    ['an assertion', counters(9, 15), ['SAFETY', 'NOREDUCE'], ['-w18']],
    ['all violations', counters(5, 8), ['SAFETY', 'NOREDUCE'], ['-w18', '-c0', '-e']],
    ['rendezvous and atomic', messages, ['SAFETY'], []],
    ['a depth limit', counters(9), ['SAFETY', 'NOREDUCE'], ['-m20', '-w18']],
    [
      'an acceptance cycle',
      'byte x; active proctype p() { accept: do :: x = 1 - x od }',
      [],
      ['-a'],
    ],
    ['a parameter', parameterized, ['SAFETY'], ['-w18', 'n=1000']],
  ])('finds what a native one finds: %s', { timeout: 60_000 }, async (_, model, defines, args) => {
    const run = await toolchain.verify({ module: (await verifierOf(model, defines)).module, args });
    expect(run).toMatchObject({ outcome: 'done', exit: 0, stderrTail: [] });
    const native = reportOf(runNatively(model, defines, args));
    expect(verdict(reportOf(run.stdout))).toEqual(verdict(native));
    expect(run.trails).toHaveLength(native.trails.length);
  });

  it('reports progress, and each trail while it goes on', { timeout: 60_000 }, async () => {
    const events: ToolchainEvent[] = [];
    const onProgress = (event: ToolchainEvent) => void events.push(event);
    const verifier = await verifierOf(counters(31));
    const run = await toolchain.verify(
      { module: verifier.module, args: ['-w20', '-m2000'] },
      { onProgress },
    );
    const seen = events.flatMap((event) => (event.kind === 'search' ? event.progress.states : []));
    expect(seen[0]).toBe(100_000);
    expect(run.lastProgress?.states).toBeGreaterThanOrEqual(seen.at(-1) ?? 0);
    const failing = await verifierOf(counters(5, 8));
    events.length = 0;
    const found = await toolchain.verify(
      { module: failing.module, args: ['-c0', '-e', '-w16'] },
      { onProgress },
    );
    const trails = events.flatMap((event) => (event.kind === 'trail' ? event.trail : []));
    expect(trails).toEqual(found.trails);
    expect(trails.every(({ packed }) => /^(-?\d+:-?\d+:-?\d+\n)+$/.test(unpackTrail(packed)))).toBe(
      true,
    );
  });

  it('replays its own trail', async () => {
    const verifier = await verifierOf(messages, ['SAFETY']);
    const [trail] = (await toolchain.verify({ module: verifier.module, args: [] })).trails;
    const { replay } = await toolchain.replayTrail({
      module: verifier.module,
      trail: trail?.packed ?? packTrail(''),
      words: [],
    });
    if (!replay.ok) throw new Error(replay.reason);
    expect(replay.problems).toMatchObject([{ message: 'assertion violated (total!=7)' }]);
    expect(replay.globals).toMatchObject({ total: 7 });
    const { columns } = replay;
    // Four messages of two halves each, and three processes.
    expect(columns.kind.filter((kind) => kind === EVENT.message)).toHaveLength(4);
    const early = (
      await toolchain.replayTrail({
        module: verifier.module,
        trail: trail?.packed ?? packTrail(''),
        words: [],
        until: columns.steps - 1,
      })
    ).replay;
    expect(early.ok && early.globals['total']).toBeLessThanOrEqual(7);
    const wrong = await toolchain.replayTrail({
      module: verifier.module,
      trail: packTrail('1:7:9999\n'),
      words: [],
    });
    expect(wrong.replay.ok).toBe(false);
  });

  it('writes a long trail in a time in proportion', { timeout: 60_000 }, async () => {
    const verifier = await verifierOf(parameterized, ['SAFETY']);
    const args = ['-m700000', '-w16', 'n=200000'];
    const deadlocks = await verifierOf(
      parameterized.replace('else -> break', 'else -> assert(false)'),
      ['SAFETY'],
    );
    expect((await toolchain.verify({ module: verifier.module, args })).trails).toEqual([]);
    const run = await toolchain.verify({ module: deadlocks.module, args });
    expect(stepsOf(run.trails[0]?.packed ?? packTrail(''))).toBeGreaterThan(400_000);
    expect(run.seconds).toBeLessThan(10);
  });

  it('that runs out of memory says what is known', { timeout: 60_000 }, async () => {
    const verifier = await verifierOf(counters(31));
    const memory = { initialMB: 8, maxMB: 24 };
    const args = ['-w16', '-m2000'];
    const run = await toolchain.verify({ module: verifier.module, args, memory });
    expect(run).toMatchObject({
      outcome: 'out-of-memory',
      report: { ok: true, report: { outOfMemory: true, exhaustive: false, completed: false } },
    });
    expect(run.lastProgress?.states).toBeGreaterThan(100_000);
    // Less than the module's own data and stack.
    const tiny = await toolchain.verify({
      module: verifier.module,
      args: [],
      memory: { initialMB: 1, maxMB: 1 },
    });
    expect(tiny).toMatchObject({ exit: undefined, report: { ok: false } });
    expect(tiny.outcome).toBe('out-of-memory');
  });

  it('that traps says so', async () => {
    const model = 'int z; active proctype p() { int x = 1; z = z; x = x / z; assert(x == 0) }';
    const run = await toolchain.verify({ module: (await verifierOf(model)).module, args: [] });
    expect(run).toMatchObject({ outcome: 'trapped', exit: undefined, report: { ok: false } });
    expect(run.trap).toMatch(/divide by zero/);
    const many = await toolchain.verify({
      module: (await verifierOf(model)).module,
      args: ['x'.repeat(600)],
    });
    expect(many.trap).toMatch(/longer than/);
  });
});

describe('the toolchain', () => {
  it('keeps what it has compiled', { timeout: 60_000 }, async () => {
    const verifier = await verifierOf(messages, ['SAFETY']);
    expect(verifier).toMatchObject({ origin: 'compiled' });
    const sources = await sourcesOf(toolchain, messages);
    const options = { optimise: '-O0', defines: ['SAFETY'] } as const;
    expect(await toolchain.compile({ sources, ...options })).toMatchObject({
      origin: 'cached',
      key: verifier.key,
    });
    // A damaged one is compiled again.
    await cache.put(verifier.key ?? '', new Uint8Array([1, 2, 3]));
    expect(await toolchain.compile({ sources, ...options })).toMatchObject({ origin: 'compiled' });
  });

  it('passes on what clang says of C that is wrong', { timeout: 60_000 }, async () => {
    const sources = await sourcesOf(
      toolchain,
      'active proctype p() { c_code { nothing_here = 1; } }',
    );
    const failure = await failureOf(toolchain.compile({ sources, optimise: '-O0', defines: [] }));
    expect(failure.place).toBe('compiler');
    expect(failure.message).toMatch(/rejects the verifier: .*nothing_here/);
    expect(failure.detail?.split('\n')[0]).toMatch(/error:/);
  });

  it('ends a search when asked, and goes on with the next call', { timeout: 60_000 }, async () => {
    const verifier = await verifierOf(counters(250));
    const controller = new AbortController();
    const began = performance.now();
    const running = toolchain.verify(
      { module: verifier.module, args: ['-w22', '-m100000'] },
      {
        signal: controller.signal,
        onProgress: (event) => event.kind === 'search' && controller.abort(),
      },
    );
    const waiting = toolchain.generate({ model: 'active proctype p() { skip }' });
    await expect(running).rejects.toThrow(Cancelled);
    expect(await waiting).toMatchObject({ kind: 'generated' });
    expect(performance.now() - began).toBeLessThan(20_000);
    const before = toolchain.generate({ model: 'skip' }, { signal: AbortSignal.abort() });
    await expect(before).rejects.toThrow(Cancelled);
  });

  it('generates and simulates', async () => {
    const model = 'active proctype p( { skip }';
    expect(await failureOf(toolchain.generate({ model }))).toMatchObject({ place: 'spin' });
    expect(await toolchain.simulate({ model: messages, seed: 1 })).toMatchObject({
      kind: 'simulated',
    });
  });

  it('checks OpenCL C', { timeout: 60_000 }, async () => {
    const kernel = `__kernel void k(__global float *a, __local float *b) {
      int i = get_global_id(0);
      b[get_local_id(0)] = sqrt(a[i]);
      barrier(CLK_LOCAL_MEM_FENCE);
    }`;
    expect(await toolchain.checkKernel({ text: kernel })).toEqual([]);
    const wrong = kernel.replace('a[i]', 'a[j]');
    expect(await toolchain.checkKernel({ text: wrong })).toMatchObject([
      { severity: 'error', line: 3, message: "use of undeclared identifier 'j'" },
    ]);
  });
});
