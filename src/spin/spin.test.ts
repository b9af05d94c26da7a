import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSpin } from './spin-instance.ts';
import { loadSpinFromFolder } from '../testing/spin-tools.ts';
import { generateVerifier, simulate, verifierFiles, type SpinLoader } from './spin.ts';

const fixture = (name: string) =>
  readFileSync(new URL(`fixtures/spin-${name}`, import.meta.url), 'utf8');

/** Rendezvous, buffered channel, mtypes, structure; its assertion fails. */
const messages = fixture('replay-rendezvous.pml');

/** Many choices, and the values reveal the schedule. */
const race = `
byte order[6]; byte next; int sum;
chan done = [0] of { byte };
proctype Racer(byte id) {
  byte i;
  for (i : 1 .. 3) { sum = sum * 2 + id }
  atomic { order[next] = id; next++ }
  done!id
}
init {
  byte i;
  atomic { run Racer(1); run Racer(2); run Racer(3) };
  do :: done?_; i++; if :: i == 3 -> break :: else fi od
}
`;

/** Random choices nested in atomic and d_step. */
const choices = `
int total; bool flag[3];
active [3] proctype P() {
  byte v;
  do
  :: total < 40 -> select(v : 1 .. 5); d_step { total = total + v; flag[_pid] = !flag[_pid] }
  :: total >= 40 -> break
  :: atomic { total < 40 -> total++; printf("%d adds, now %d\\n", _pid, total) }
  od
}
`;

const models = { messages, race, choices };

let spin: SpinLoader;
beforeAll(async () => {
  spin = await loadSpinFromFolder(fileURLToPath(new URL('../../wasm/build', import.meta.url)));
});

describe('a model', () => {
  it('accepts a good model', async () => {
    expect(await generateVerifier(spin, messages)).toMatchObject({
      kind: 'generated',
      warnings: [],
    });
  });

  it('gives the line of an error, and the next model is not affected', async () => {
    const bad = 'byte x;\nactive proctype P() {\n  x = 1;\n  y = 2\n}\n';
    expect(await generateVerifier(spin, bad)).toEqual({
      kind: 'rejected',
      problems: [
        {
          severity: 'error',
          line: 4,
          message: '`y` is not declared before this line.',
          original: "undeclared variable: y\tsaw 'operator: ='",
        },
      ],
    });
    expect((await generateVerifier(spin, messages)).kind).toBe('generated');
  });

  it.each([
    ['an empty text', ''],
    ['no model', 'hello'],
    ['a preprocessor line', '#define N 3\nactive proctype P() { skip }'],
    ['an open string', 'active proctype P() { printf("hi) }'],
    ['an open C fragment', 'c_code { int x;\nactive proctype P() { skip }'],
    ['an open inline', 'inline f() { x = 1;\nactive proctype P() { skip }'],
    ['binary', '\u0001\u0002ÿ\0'],
    ['very deep nesting', `active proctype P() { byte x; x = ${'('.repeat(20_000)}1 }`],
  ])('gives a problem for %s', async (_name, text) => {
    const result = await generateVerifier(spin, text);
    expect(result.kind).not.toBe('generated');
    if (result.kind === 'rejected') expect(result.problems.length).toBeGreaterThan(0);
    if (result.kind === 'failed') expect(result.message.length).toBeLessThan(600);
  });

  it('takes quotes, braces and both kinds of comment as a preprocessor would', async () => {
    const text = `
      // it's "half a string
      inline f() { /* } */ x = 1 }
      byte x; /* don't */
      active proctype P() { f(); c_code { now.x = 2; /* } */ } }`;
    expect(await generateVerifier(spin, text)).toMatchObject({ kind: 'generated' });
  });
});

describe('generateVerifier', () => {
  it('gives all parts, the same each time', async () => {
    const first = await generateVerifier(spin, messages);
    const second = await generateVerifier(spin, messages);
    if (first.kind !== 'generated') throw new Error(first.kind);
    expect(Object.keys(first.files).sort()).toEqual([...verifierFiles].sort());
    expect(first.files['pan.h']).toContain('#define WS\t\t4');
    expect(second).toEqual(first);
  });
});

describe('simulate', () => {
  it('gives the final values of processes that wait at end labels', async () => {
    const model = messages.replace('assert(x != 3)', 'skip');
    const result = await simulate(spin, model, { seed: 3 });
    expect(result).toMatchObject({
      kind: 'simulated',
      outcome: { kind: 'finished' },
      steps: 33,
      variables: { x: 3, y: 3, 's.b[1]': 5 },
      output: ['got 0', 'got 1', 'got 2'],
    });
  });

  it('gives the final values of processes that have all ended', async () => {
    const result = await simulate(spin, race, { seed: 7 });
    if (result.kind !== 'simulated') throw new Error(result.kind);
    expect(result.outcome).toEqual({ kind: 'finished' });
    expect(result.steps).toBeGreaterThan(20);
    expect(result.variables['next']).toBe(3);
    const order = [0, 1, 2].map((i) => result.variables[`order[${i}]`]);
    expect([...order].sort()).toEqual([1, 2, 3]);
  });

  it('has final values of structures too, though all processes have ended', async () => {
    const model =
      'typedef S { byte a[2] }; S s; byte x;\nactive proctype P() { s.a[1] = 4; x = 1 }';
    expect(await simulate(spin, model, { seed: 1 })).toMatchObject({
      steps: 2,
      variables: { 's.a[0]': 0, 's.a[1]': 4, x: 1 },
    });
  });

  it('has final values after timeouts, in what SPIN skips of a run', async () => {
    const model =
      'byte x; active [2] proctype P() { byte i; do :: i < 3 -> i++ :: timeout -> break od; x++ }';
    expect(await simulate(spin, model, { seed: 1 })).toMatchObject({
      outcome: { kind: 'finished' },
      variables: { x: 2 },
    });
  });

  it('stops at an assertion and at the limit', async () => {
    expect(await simulate(spin, messages, { seed: 3 })).toMatchObject({
      outcome: { kind: 'assertion-violated', line: 6 },
    });
    const endless = 'byte x; active proctype P() { do :: x++ od }';
    expect(await simulate(spin, endless, { seed: 1, maxSteps: 1000 })).toMatchObject({
      outcome: { kind: 'step-limit' },
      steps: 1000,
    });
  });

  it('rejects what SPIN rejects, though SPIN would simulate the part it has read', async () => {
    const model = 'active proctype P() { printf("ran\\n") } }';
    expect((await simulate(spin, model, { seed: 1 })).kind).toBe('rejected');
  });

  it('does the same with a model that is known to be accepted', async () => {
    for (const model of [race, messages]) {
      const judged = await simulate(spin, model, { seed: 3 });
      expect(await simulate(spin, model, { seed: 3, isAccepted: true })).toEqual(judged);
    }
  });

  it('says that C fragments are not run', async () => {
    const model = 'byte x; active proctype P() { c_code { now.x = 3; } }';
    const result = await simulate(spin, model, { seed: 1 });
    if (result.kind !== 'simulated') throw new Error(result.kind);
    expect(result.problems[0]?.message).toContain('does not run C fragments');
  });

  it('refuses seeds and limits that are not whole numbers', async () => {
    for (const seed of [-1, 0.5, Number.NaN, 2 ** 31]) {
      expect((await simulate(spin, race, { seed })).kind).toBe('failed');
    }
    expect((await simulate(spin, race, { seed: 1, maxSteps: 0 })).kind).toBe('failed');
  });
});

describe('runSpin', () => {
  it('says why there is no instance', async () => {
    // An empty module imports nothing.
    const module = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
    const none = { factory: spin.factory, module: Object.create(module) as WebAssembly.Module };
    const run = await runSpin(none, ['-V'], {});
    expect(run.status).toBeUndefined();
    expect(run.crash).toMatch(/WebAssembly\.Instance/);
  });

  it('settles when SPIN prints too much', async () => {
    const model = 'active proctype P() { do :: printf("hello\\n") od }';
    const run = await runSpin(spin, ['-n1', '-u100000', 'm.pml'], { 'm.pml': model }, 10_000);
    expect(run.status).toBeUndefined();
    expect(run.crash).toContain('more than 10000 bytes');
  });

  it('leaves the process alone', async () => {
    const before = process.exitCode;
    const run = await runSpin(spin, ['-nonsense'], {});
    expect(run.status).toBe(1);
    expect(process.exitCode).toBe(before);
  });
});

// Installed by the set-up; OVERTIME_SPIN overrides it.
const native = process.env['OVERTIME_SPIN'] ?? '/usr/bin/spin';

describe.skipIf(!existsSync(native))('native SPIN', () => {
  const folder = mkdtempSync(join(tmpdir(), 'overtime-spin-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  function nativeSpin(model: string, args: readonly string[]): string {
    writeFileSync(join(folder, 'model.pml'), model);
    try {
      return execFileSync(native, [...args, 'model.pml'], { cwd: folder, encoding: 'utf8' });
    } catch (error) {
      // A violated assertion gives exit status 1.
      if (error instanceof Error && 'stdout' in error) return String(error.stdout);
      throw error;
    }
  }

  /** The lines that depend on the machine's word size. */
  const wordSize = [
    ['#define G_long\t8', '#define G_long\t4'],
    ['#define WS\t\t8 /* word size in bytes */', '#define WS\t\t4 /* word size in bytes */'],
  ];

  it.each(Object.entries(models))('prints the same simulation of %s', async (_name, model) => {
    for (const seed of [1, 2, 3, 12345, 2_000_000_000]) {
      const args = [`-n${seed}`, '-g', '-l', '-p', '-s', '-r'];
      const run = await runSpin(spin, [...args, 'model.pml'], { 'model.pml': model });
      expect(run.stdout).toBe(nativeSpin(model, args));
    }
  });

  it.each(Object.entries(models))('writes the same verifier for %s', async (_name, model) => {
    const generated = await generateVerifier(spin, model);
    if (generated.kind !== 'generated') throw new Error(generated.kind);
    nativeSpin(model, ['-a']);
    for (const name of verifierFiles) {
      const ours = generated.files[name].split('\n');
      const theirs = readFileSync(join(folder, name), 'utf8').split('\n');
      const different = theirs.flatMap((line, i) => (line === ours[i] ? [] : [[line, ours[i]]]));
      expect(ours).toHaveLength(theirs.length);
      expect(different).toEqual(name === 'pan.h' ? wordSize : []);
    }
  });
});
