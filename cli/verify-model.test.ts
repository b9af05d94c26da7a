import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../src/testing/commands.ts';
import { temporaryFolder, writingInto } from '../src/testing/folder.ts';

const models = 'src/testing/promela';
const folder = temporaryFolder();
const answerSchema = v.object({
  status: v.string(),
  errors: v.number(),
  states: v.number(),
  transitions: v.number(),
  depth: v.number(),
  memoryMB: v.number(),
  seconds: v.number(),
  trail: v.nullable(
    v.object({
      length: v.number(),
      isCycle: v.boolean(),
      text: v.string(),
      cycleStart: v.optional(v.number()),
      steps: v.array(
        v.object({
          step: v.number(),
          process: v.string(),
          line: v.number(),
          statement: v.string(),
          message: v.optional(v.object({ kind: v.string(), channel: v.string() })),
          values: v.record(v.string(), v.string()),
        }),
      ),
    }),
  ),
  checks: v.array(v.object({ what: v.string(), status: v.string() })),
});

function verify(...args: string[]) {
  return runCommand('verify', args);
}

/** The first process's step in the run that breaks `served`. */
const FIRST_STEP = { step: 2, process: 'car', line: 15, statement: '(!(waits))', values: {} };

const answerOf = (stdout: string) => v.parse(answerSchema, JSON.parse(stdout));

const fileWith = writingInto(folder);

describe('verify --promela', { timeout: 240_000 }, () => {
  it('checks all that a model says of itself, and writes the trail of what does not hold', () => {
    const path = join(folder, 'lights.trail');
    const run = verify(`${models}/lights.pml`, '--trail', path, '--json');
    expect(run.status).toBe(1);
    const { status, errors, trail, checks } = answerOf(run.stdout);
    expect({ status, errors, isCycle: trail?.isCycle }).toEqual({
      status: 'violated',
      errors: 1,
      isCycle: true,
    });
    expect(checks.map(({ what, status: of }) => `${what}: ${of}`)).toEqual([
      'assertions and invalid end states: holds',
      'ltl apart: holds',
      'ltl served: violated',
    ]);
    expect(readFileSync(path, 'utf8')).toBe(trail?.text);
    const own = trail?.steps.filter(({ process }) => !process.startsWith('claim')) ?? [];
    expect(own[0]).toEqual(FIRST_STEP);
    expect(trail?.steps[trail.cycleStart ?? -1]?.step).toBeGreaterThan(0);
  });

  it('takes macros, folders of included files and a formula, and says what it did', () => {
    mkdirSync(join(folder, 'parts', 'deep'), { recursive: true });
    mkdirSync(join(folder, 'models'));
    fileWith('parts/deep/limit.h', '#define LIMIT 3\n');
    fileWith('parts/counter.h', '#include "deep/limit.h"\n#include "../type.h"\nTYPE n;\n');
    fileWith('type.h', '#define TYPE byte\n');
    const text =
      '#include "../type.h"\n#include "counter.h"\nactive proctype p() { do :: n < LIMIT + MORE -> n++ :: else -> break od }\n';
    const file = fileWith('models/main.pml', text);
    const run = verify(
      '--promela',
      file,
      '-D',
      'MORE=2',
      '-I',
      join(folder, 'parts'),
      '--ltl',
      '[] (n <= 5) && <> (n == 5)',
      '--fair',
    );
    expect(run.stdout).toMatch(/the formula \[\] \(n <= 5\) && <> \(n == 5\): holds/);
    expect(run.stdout).toMatch(
      /natively: .*spin -a -DMORE=2 '?-E-I.*parts'? checked\.pml; gcc -O2/,
    );
    expect(run.status).toBe(0);
  });

  it('has the C of a model include what lies beside it, as the compiler does natively', () => {
    mkdirSync(join(folder, 'c', 'parts'), { recursive: true });
    fileWith('c/twice.h', '#define TWO 2\nstatic int twice(int n) { return TWO * n; }\n');
    fileWith('c/parts/four.h', '#include <string.h>\n#include "../twice.h"\n#define FOUR 4\n');
    // The second begins no line; each keeps the numbers of those below.
    const text = String.raw`c_decl {
\#include "parts/four.h"
}
c_decl { \#include "last.h"
}
byte x;
active proctype p() { c_code { now.x = twice(FOUR) + strlen(last); }; assert(x == 8) }
`;
    fileWith('c/last.h', 'static char last[] = "four";\n');
    const run = verify('--promela', fileWith('c/main.pml', text));
    expect(run.stdout).toMatch(/assertion violated \(x==8\)/);
    expect(run.stdout).toMatch(/line 7 {2}assert.*x = 12|x = 12[^]*line 7 {2}assert/);
    const native = /natively: (.*)/.exec(run.stdout)?.[1] ?? '';
    const shell = spawnSync('sh', ['-c', native], { cwd: folder, encoding: 'utf8' });
    expect(shell.stdout).toMatch(/assertion violated \(x==8\) \(at depth 1\)/);
  });

  it.each([
    [
      'a file of its C that is not there',
      'c_decl {\n\\#include "gone.h"\n}\nactive proctype p() { skip }',
      /its C does not compile: it includes `gone\.h`, .* Put it beside the model/,
    ],
    [
      'a size that divides by zero',
      'byte a[1 / 0]; active proctype p() { skip }',
      /A constant of the model divides by zero, at which native SPIN ends as well/,
    ],
    [
      'a channel that nothing initialises',
      'chan q; active proctype p() { q!1,2 }',
      /line 1 of the model: Here 2 values are sent, but no channel has so many fields: the most is 0\. Declare/,
    ],
    [
      'no process of a type',
      'active [0] proctype p() { skip }',
      /Nothing would run: no process type is active \(`active \[0\]` starts none\)/,
    ],
    [
      'a file that is not there',
      '#include "gone.h"\nactive proctype p() { skip }',
      /Line 1 of the model includes `gone\.h`, which is not there\. Give .* -I/,
    ],
    ['no process', 'byte x;', /Nothing would run: the model has no process\. Add a process/],
    [
      'no process that is started',
      'byte x; proctype p() { x = 1 }',
      /the model declares `p`, but starts none of its processes\. Write `active` before/,
    ],
    ['nothing in it', '/* later */', /The model is empty\. Add a process/],
    ['a mistake', 'active proctype p() {\n  x = 1\n}', /line 2 of the model: `x` is not declared/],
  ])('says what is wrong with %s', (_what, text, message) => {
    const run = verify('--promela', fileWith('wrong.pml', text));
    const said = run.stderr.trim().split('\n');
    expect(said.at(-1)).toMatch(message);
    expect(said.filter((line) => !line.startsWith('Checking '))).toHaveLength(1);
    expect([run.status, run.stdout]).toEqual([2, '']);
  });

  it('answers in full when the time is over before anything was searched', () => {
    const model = ['--promela', fileWith('brief.pml', 'byte n;\nactive proctype p() { n = 1 }\n')];
    const run = verify(...model, '--timeout', '0.001', '--json');
    expect([run.status, run.stderr]).toEqual([3, '']);
    const { status, states, checks } = answerOf(run.stdout);
    expect({ status, states, checks }).toEqual({
      status: 'bounded',
      states: 0,
      checks: [{ what: 'assertions and invalid end states', status: 'bounded' }],
    });
    const said = verify(...model, '--timeout', '0.001');
    expect(said.stdout).toMatch(
      /: bounded\n  The time limit was reached before the search began\./,
    );
    expect(said.status).toBe(3);
  });

  it('refuses what does not go together before anything runs', () => {
    const model = ['--promela', `${models}/lights.pml`];
    expect(verify(...model, '--acceptance', '--progress').stderr).toMatch(/exclude each other/);
    expect(verify(...model, '--ltl', 'x }').stderr).toMatch(/--ltl takes a name or a formula/);
    expect(verify('--promela', 'nowhere.pml').stderr).toMatch(/no file nowhere\.pml/);
  });
});
