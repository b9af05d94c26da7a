import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { openclAbstract, publishedAbstract, tilings } from '../src/testing/closed-forms.ts';
import { runCommand } from '../src/testing/commands.ts';
import { exampleText, platform } from '../src/testing/engine.ts';
import { temporaryFolder, writingInto } from '../src/testing/folder.ts';

const folder = temporaryFolder();

/** In a process of its own, as for a user. */
function tune(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return runCommand('tune', args);
}

const fileWith = writingInto(folder);

function folderWith(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}

const configuration = v.record(v.string(), v.union([v.number(), v.string()]));
/** The promised form of `--json`. */
const answerSchema = v.object({
  status: v.picklist([
    'proved',
    'bounded',
    'sampled',
    'cancelled',
    'out-of-memory',
    'deadlock',
    'invalid',
  ]),
  minTime: v.optional(v.number()),
  optima: v.array(v.record(v.string(), v.number())),
  configurations: v.array(configuration),
  runs: v.array(
    v.object({
      bound: v.nullable(v.number()),
      verdict: v.picklist(['violated', 'satisfied', 'incomplete']),
      states: v.number(),
      transitions: v.number(),
      depth: v.number(),
      seconds: v.number(),
      memoryMB: v.number(),
      worker: v.optional(v.number()),
      seed: v.optional(v.number()),
    }),
  ),
  runnerUp: v.optional(
    v.object({ time: v.number(), configurations: v.array(v.record(v.string(), v.number())) }),
  ),
  found: v.optional(v.array(v.record(v.string(), v.number()))),
  shortest: v.optional(v.number()),
  longest: v.optional(v.number()),
  reason: v.optional(v.string()),
  diagnostics: v.array(
    v.strictObject({
      severity: v.picklist(['error', 'warning', 'info']),
      code: v.string(),
      line: v.number(),
      column: v.number(),
      message: v.string(),
      hint: v.optional(v.string()),
    }),
  ),
  seconds: v.number(),
});

function answerTo(...args: string[]): v.InferOutput<typeof answerSchema> {
  return answerWith(0, ...args);
}

/** An answer that comes with an exit status. */
function answerWith(exit: number, ...args: string[]): v.InferOutput<typeof answerSchema> {
  const { status, stdout, stderr } = tune(...args, '--json');
  expect(stderr).toBe('');
  expect(status).toBe(exit);
  // One JSON object and nothing else.
  return v.parse(answerSchema, JSON.parse(stdout));
}

/** The answer that nothing can be tuned, and its line. */
function refusedWith(...args: string[]) {
  const { status, stdout, stderr } = tune(...args, '--json');
  expect(stderr).toMatch(/^tune: [^\n]+\n$/);
  expect(status).toBe(2);
  return { answer: v.parse(answerSchema, JSON.parse(stdout)), line: stderr };
}

const paper = '--semantics published --np 4 --nu 2 --nd 1 --gmt 4'.split(' ');

describe('tune --json', () => {
  it.each([
    { size: 8, level: 'baton', method: 'bisection', minTime: 44 },
    { size: 8, level: 'free', method: 'bisection', minTime: 44 },
    { size: 16, level: 'baton', method: 'branch-and-bound', minTime: 156 },
    { size: 32, level: 'baton', method: 'bisection', minTime: 584 },
  ])(
    'proves $minTime ticks at size $size by $method at level $level',
    { timeout: 120_000 },
    ({ size, level, method, minTime }) => {
      const own = `--kernel abstract --size ${size} --level ${level} --method ${method}`.split(' ');
      const answer = answerTo(...own, ...paper);
      const times = tilings(size).map((tiling) => ({
        tiling,
        time: publishedAbstract(tiling, platform({ size })),
      }));
      expect(answer).toMatchObject({
        status: 'proved',
        minTime,
        optima: times.filter(({ time }) => time === minTime).map(({ tiling }) => tiling),
      });
      if (method === 'bisection') {
        expect(answer.runs).toContainEqual(
          expect.objectContaining({ bound: minTime - 1, verdict: 'satisfied' }),
        );
      }
    },
  );

  it('takes what a script of Kernel Tuner says', { timeout: 60_000 }, () => {
    const script = fileWith(
      'tune.py',
      'tune_params = dict(block_size_x=[16, 32])\ntune_kernel("k", "k.cu", 64, [], tune_params, restrictions=["block_size_x > 16"])\n',
    );
    const path = fileWith(
      'macro.cu',
      '__global__ void k(float *a) { a[blockIdx.x * block_size_x + threadIdx.x] = 1; }\n',
    );
    const { stdout } = tune('--kernel', path, '--kernel-tuner', script, '--size', '64', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ status: 'proved', optima: [{ block_size_x: 32 }] });
  });

  it('takes a launch where the text has none', { timeout: 60_000 }, () => {
    const path = fileWith(
      'block.cu',
      '#pragma tuner param BS = {32, 64}\n__global__ void k(float *a) { a[blockIdx.x * BS + threadIdx.x] = 1; }\n',
    );
    const asked = ['--kernel', path, '--size', '128', '--json'];
    expect(JSON.parse(tune(...asked, '--launch', 'size / BS, BS').stdout)).toMatchObject({
      status: 'proved',
      optima: [{ BS: expect.any(Number) }],
    });
    expect(tune(...asked).status).toBe(2);
  });

  it(
    'lists every configuration of a sweep, invalid ones with the reason',
    { timeout: 60_000 },
    () => {
      const constants = platform({ size: 24, NP: 3, NU: 1, BT: 2 });
      const answer = answerTo(
        ...'--method sweep --semantics opencl --size 24 --np 3 --nu 1 --bt 2'.split(' '),
      );
      expect(answer.configurations).toEqual(
        tilings(24).map((tiling) => ({
          ...tiling,
          status: 'sampled',
          time: openclAbstract(tiling, constants),
        })),
      );
      const odd = answerTo(...'--method sweep --semantics opencl --size 20'.split(' '));
      expect(odd.configurations).toContainEqual({
        WG: 8,
        TS: 2,
        status: 'invalid',
        reason: '20 work-items do not divide into groups of 8',
      });
    },
  );

  it('samples by a swarm, never as a proof', { timeout: 120_000 }, () => {
    const answer = answerTo(...'--method swarm --size 32 --workers 3 --seed 7'.split(' '));
    expect(answer).toMatchObject({ status: 'sampled', minTime: 584 });
    expect(answer.reason).toMatch(/by 3 workers found; nothing is proved/);
    expect(answer.found?.[0]).toMatchObject({ time: 584 });
    for (const { worker, seed, verdict } of answer.runs) {
      expect([0, 1, 2]).toContain(worker);
      expect(seed).toBeGreaterThan(0);
      expect(verdict).not.toBe('satisfied');
    }
  });

  it('names the runner-up', { timeout: 60_000 }, () => {
    expect(answerTo('--size', '16', ...paper).runnerUp).toEqual(
      answerTo('--size', '16', ...paper, '--method', 'sweep').runnerUp,
    );
  });

  it('finds the longest time over all schedules', { timeout: 120_000 }, () => {
    const answer = answerTo(...'--size 8 --longest WG=4,TS=2'.split(' '), ...paper);
    expect(answer).toMatchObject({ status: 'proved', shortest: 44, longest: 44 });
    const none = refusedWith(...'--semantics opencl --size 20 --longest WG=8,TS=2'.split(' '));
    expect(none.answer.status).toBe('invalid');
    expect(none.line).toMatch(/WG 8, TS 2: 20 work-items do not divide into groups of 8\./);
  });

  it('says what it knows when the memory is used up', { timeout: 120_000 }, () => {
    const free = '--level free --size 32 --memory 64 --method branch-and-bound'.split(' ');
    const answer = answerWith(1, ...free, ...paper);
    expect(answer.status).toBe('out-of-memory');
    expect(answer.optima).toHaveLength(1);
    // At least the minimum, and its configuration's time.
    const [values] = answer.optima;
    const { WG = 0, TS = 0 } = values ?? {};
    expect(answer.minTime).toBe(publishedAbstract({ WG, TS }, platform({ size: 32 })));
    expect(answer.reason).toMatch(/^The verifier ran out of memory\. The minimum lies at or below/);
  });

  it('says what it knows when the time is up', { timeout: 60_000 }, () => {
    const free = '--level free --size 64 --timeout 4'.split(' ');
    const answer = answerWith(1, ...free, ...paper);
    expect(answer.status).toBe('cancelled');
    expect(answer.reason).toMatch(/^The time limit of 4 s was reached\./);
  });

  it('names a deadlock', { timeout: 60_000 }, () => {
    const answer = answerTo(...'--kernel divergent --semantics opencl --size 8'.split(' '));
    expect(answer).toMatchObject({ status: 'deadlock', optima: [] });
    expect(answer.minTime).toBeUndefined();
  });

  it('says so when no configuration is valid', { timeout: 60_000 }, () => {
    const { answer, line } = refusedWith(...'--semantics opencl --size 9'.split(' '));
    expect(answer).toMatchObject({ status: 'invalid', optima: [], runs: [] });
    expect(line).toMatch(/^tune: abstract: No configuration is valid for size 9: /);
  });

  it.each(['representatives', 'baton'])(
    'refuses a kernel that divides by zero at level %s',
    { timeout: 60_000 },
    (level) => {
      const kernel = fileWith(
        `zero-${level}.cl`,
        `#pragma tuner param WG = {4}
__kernel void k(__global int *o) {
  for (int i = 0; i < get_local_id(0) % 0; i++) o[i] = 1;
}`,
      );
      const { answer, line } = refusedWith('--kernel', kernel, '--level', level);
      expect(answer).toMatchObject({ status: 'invalid', optima: [] });
      expect(line).toMatch(/Nothing can be proved: .*divides by zero/);
    },
  );

  it('has a result of its own for a kernel that never ends', { timeout: 60_000 }, () => {
    const path = fileWith(
      'endless.cl',
      '__kernel void k(__global int *a) { int g = 0; while (1) { g = g + 1; } a[0] = g; }',
    );
    const { status, stdout } = tune('--kernel', path, '--json');
    expect(status).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'non-termination', optima: [] });
  });

  it('tells what running the optimum showed to be wrong', { timeout: 60_000 }, () => {
    const { stdout } = tune('--kernel', 'racy', '--json');
    expect(JSON.parse(stdout).findings).toMatchObject([
      { kind: 'race-local', line: 12, configuration: { WG: 16 } },
      { kind: 'result', line: 6, configuration: { WG: 16 } },
    ]);
  });

  it('has what there is to say about the kernel', { timeout: 60_000 }, () => {
    const answer = answerTo('--kernel', 'racy');
    expect(answer).toMatchObject({ status: 'proved', minTime: 44 });
    expect(answer.diagnostics).toMatchObject([
      { severity: 'warning', code: 'local-race', line: 10, column: 3 },
    ]);
    const { status, stdout, stderr } = tune('--kernel', 'racy', '--strict', '--json');
    expect(stderr).toMatch(/^tune: racy:10:3: warning: [^\n]+--strict\.\n$/);
    expect(status).toBe(2);
    expect(v.parse(answerSchema, JSON.parse(stdout))).toMatchObject({
      status: 'invalid',
      diagnostics: answer.diagnostics,
    });
  });

  it("reads a kernel of one's own from a file", { timeout: 60_000 }, () => {
    const path = fileWith('dearer.cl', exampleText('abstract').replace('GMT * TS', '2 * GMT * TS'));
    const answer = answerTo('--kernel', path, '--size', '8', '--method', 'sweep', ...paper);
    // Doubling the cost of loads alone: the write stays.
    expect(answer.minTime).toBe(44 + 8 * 4);
  });
});

describe('tune', () => {
  it('says warnings on standard error before it begins', { timeout: 60_000 }, () => {
    const { status, stdout, stderr } = tune('--kernel', 'racy');
    expect(stderr).toMatch(/^racy:10:3: warning: Another work-item's [^\n]+\n/);
    expect(stdout).toMatch(/^proved: 44 ticks/);
    expect(status).toBe(0);
  });
});

describe('bad input', () => {
  const cases: [string, string[], RegExp][] = [
    ['an unknown option', ['--sise', '8'], /--sise/],
    ['two kernels', ['abstract', 'minimum'], /abstract and minimum are two/],
    ['a kernel beside its option', ['a.cl', '--kernel', 'twin'], /a\.cl and twin are two/],
    ['a model beside a kernel', ['a.pml', '--kernel', 'twin'], /exclude each other/],
    ['a missing value', ['--size'], /--size/],
    ['a constant that is no number', ['--size', 'many'], /--size must be a whole number.*many/],
    ['a constant out of range', ['--np', '0'], /NP must be from 1/],
    ['an unknown example', ['--kernel', 'abstrakt'], /no example abstrakt.*abstract/],
    ['a missing file', ['--kernel', 'nowhere.cl'], /no file nowhere\.cl/],
    ['a missing model', ['--promela', 'nowhere.pml'], /no file nowhere\.pml/],
    [
      'an unknown semantics',
      ['--semantics', 'cuda'],
      /--semantics must be one of published, opencl/,
    ],
    ['an unknown level', ['--level', 'fast'], /--level must be one of auto, free, baton/],
    ['an unknown method', ['--method', 'guess'], /--method must be one of/],
    ['a time limit of nothing', ['--timeout', '0'], /--timeout/],
    ['too much memory', ['--memory', '5000'], /4096/],
    ['no workers', ['--workers', '0'], /--workers must be a whole number from 1/],
    ['a seed that is no number', ['--seed', 'x'], /--seed must be a whole number/],
    ['a configuration without values', ['--longest', 'WG'], /--longest takes values such as/],
    ['a time limit that no timer counts', ['--timeout', '1e12'], /--timeout .* at most 2000000/],
    ['a time limit without end', ['--timeout', 'Infinity'], /--timeout/],
    ['a value that looks like an option', ['--size', '-5'], /--size/],
    ['a value where there is none', ['--json=1'], /--json/],
    ['a folder for a model', ['--promela', folder], /is a folder; name a file of text/],
    ['a folder for a kernel', ['--kernel', folderWith('x.cl')], /is a folder; name a file of text/],
    ['bytes for a model', ['--promela', process.execPath], /is not text in UTF-8/],
    ['bytes for a kernel', ['--kernel', fileWith('bytes.cl', 'a\0b')], /is not text in UTF-8/],
    ['a kernel and a model', ['--kernel', 'max', '--promela', 'x.pml'], /exclude each other/],
    [
      'a model that SPIN rejects',
      ['--promela', fileWith('bad.pml', 'int time, WG, TS; bool FIN; init { x = }')],
      /line 1 /,
    ],
    [
      'a model without the variables',
      ['--promela', fileWith('other.pml', 'active proctype p() { skip }')],
      /no global variables `WG`, `TS`, `time` and `FIN`.*verify -- --promela/,
    ],
  ];
  it.each(cases)(
    '%s is one line on stderr and status 2',
    { timeout: 30_000 },
    (_, args, message) => {
      const { status, stdout, stderr } = tune(...args, '--json');
      expect(stdout).toBe('');
      expect(stderr).toMatch(message);
      expect(stderr).toMatch(/^tune: [^\n]+\n$/);
      expect(status).toBe(2);
    },
  );

  it('an error in the kernel is named with its place', { timeout: 30_000 }, () => {
    const path = fileWith('broken.cl', '__kernel void k(__global int *a) {\n  a[0] = = 1;\n}\n');
    const { status, stderr } = tune('--kernel', path);
    expect(stderr).toMatch(/^tune: broken\.cl:2:\d+: [^\n]+\n$/);
    expect(status).toBe(2);
  });

  it('a model that never finishes is one line beside the answer', { timeout: 120_000 }, () => {
    const text = 'int time; bool FIN; int WG, TS; active proctype p() { time = 5 }';
    const { answer, line } = refusedWith('--promela', fileWith('endless.pml', text));
    expect(line).toMatch(/^tune: [^ ]*endless\.pml: No run of the model sets FIN/);
    expect(answer).toMatchObject({ status: 'deadlock', optima: [], diagnostics: [] });
  });

  it('a parameter without values is one line', { timeout: 30_000 }, () => {
    const path = fileWith(
      'empty.cl',
      '#pragma tuner param WG = pow2(0, size)\n__kernel void k(__global int *a) {\n  a[0] = 1;\n}\n',
    );
    const { status, stderr } = tune('--kernel', path, '--semantics', 'opencl');
    expect(stderr).toMatch(/^tune: [^\n]+\n$/);
    expect(status).toBe(2);
  });
});

it('leaves out what is not right, and says why', () => {
  const path = join(folder, 'space.T1.json');
  const words = ['--kernel', 'twin', '--size', '16', '--method', 'sweep', '--json'];
  const all = v.parse(answerSchema, JSON.parse(tune(...words).stdout));
  expect(all.optima.every(({ UNROLL }) => UNROLL === 3)).toBe(true);
  const { stdout } = tune(...words, '--only-right', '--export', path);
  const { optima, leftOut } = v.parse(
    v.object({
      ...answerSchema.entries,
      leftOut: v.array(v.object({ values: v.record(v.string(), v.number()), why: v.string() })),
    }),
    JSON.parse(stdout),
  );
  expect(optima.some(({ UNROLL }) => UNROLL === 3)).toBe(false);
  expect(leftOut.map(({ values }) => values)).toEqual([2, 4, 8].map((WG) => ({ WG, UNROLL: 3 })));
  expect(leftOut[0]?.why).toContain('wrong: result: This kernel leaves y[0] = 28, and plain 40');
  expect(readFileSync(path, 'utf8')).toContain('not (WG == 8 and UNROLL == 3)');
});

it('refuses where no configuration is right', () => {
  const { status, stderr } = tune('--kernel', 'racy', '--only-right');
  expect(status).toBe(2);
  expect(stderr).toContain('no configuration of racy is right: wrong: race-local');
});
