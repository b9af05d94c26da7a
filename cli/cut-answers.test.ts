import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CheckResult, checkModel, type ModelAnswer } from '../src/checker/index.ts';
import { createNodeToolchain } from '../src/spin/node-toolchain.ts';
import { parseProgress } from '../src/spin/pan-output.ts';
import type { Toolchain } from '../src/spin/toolchain.ts';
import { runCommand } from '../src/testing/commands.ts';
import { printNatively } from '../src/testing/native-verifier.ts';
import { answerInJson, answerInText, EXIT } from './model-report.ts';

/** Millions of states, and a claim to be checked after them. */
const LARGE = `byte a[3];
active [3] proctype p() { end: do :: a[_pid] < 140 -> a[_pid]++ od }
ltl small { [] (a[0] <= 140) }
`;
const SMALL = LARGE.replaceAll('140', '10');
/** Each state takes 20 kB. */
const WIDE = `byte wide[20000]; short n;
active proctype p() { end: do :: n < 20000 -> assert(wide[n] == 0); wide[n] = 1; n++ od }
`;
const NOT_BEGUN = 'The time limit was reached before the search began.';
const TIMED_OUT = new DOMException('late', 'TimeoutError');

let toolchain: Toolchain;
beforeAll(async () => {
  toolchain = await createNodeToolchain();
});
afterAll(() => toolchain.dispose());

/** An answer's searches in JSON, its text, and the exit status. */
function toldOf(answer: ModelAnswer) {
  const { status, checks } = JSON.parse(
    JSON.stringify(answerInJson(answer, null, 1)),
  ) as CheckResult & { readonly checks: readonly CheckResult[] };
  const text = answerInText(answer);
  return { status, checks, text, exit: EXIT[answer.status] };
}

/** pan's first progress, by states. */
function nativeProgress(model: string, defines: string): ReadonlyMap<number, object> {
  const [, , printed = ''] = printNatively({ 'model.pml': model }, [
    'spin -a model.pml',
    `gcc -O0 -w ${defines} -DFREQ=1000 -o pan pan.c`,
    './pan -m1000000 -w22 -n | head -600',
  ]);
  const told = printed.split('\n').flatMap((line) => parseProgress(line) ?? []);
  return new Map(told.map(({ states, transitions, depth }) => [states, { transitions, depth }]));
}

describe('a search that is cut', { timeout: 240_000 }, () => {
  it('says that nothing began where the limit falls before the model is read', () => {
    const command = ['--promela', 'src/testing/promela/lights.pml', '--timeout', '0.001'];
    const said = runCommand('verify', command);
    expect([said.status, said.stdout]).toEqual([3, expect.stringMatching(/^bounded \(/m)]);
    expect(said.stdout).toMatch(/The time limit was reached before /);
    expect(said.stderr).not.toMatch(/fault/);
    const { status, stdout } = runCommand('verify', [...command, '--json']);
    expect(status).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'bounded', states: 0, errors: 0 });
  });

  it('keeps what is finished where the limit falls between two searches', async () => {
    const limit = new AbortController();
    const answer = await checkModel(
      toolchain,
      { text: SMALL },
      {},
      { memoryMB: 500, signal: limit.signal, onResult: () => limit.abort(TIMED_OUT) },
    );
    const { status, checks, text, exit } = toldOf(answer);
    expect([status, exit]).toEqual(['bounded', 3]);
    // Ten times two steps of three processes.
    expect(checks[0]).toMatchObject({ status: 'holds', states: 21 ** 3, depth: 60 });
    expect(checks[1]).toMatchObject({ status: 'bounded', states: 0, reason: NOT_BEGUN });
    expect(text[0]).toBe('assertions and invalid end states: holds');
    expect(text[1]).toMatch(/^ {2}9261 states, \d+ transitions, depth 60, /);
    expect(text.slice(-2)).toEqual(['ltl small: bounded', `  ${NOT_BEGUN}`]);
  });

  it('keeps the figures so far where the limit falls within a search', async () => {
    const limit = new AbortController();
    const answer = await checkModel(
      toolchain,
      { text: LARGE },
      {},
      {
        memoryMB: 1000,
        signal: limit.signal,
        onProgress: ({ states }) => states > 0 && limit.abort(TIMED_OUT),
      },
    );
    const { status, checks, text, exit } = toldOf(answer);
    const [first, second] = checks;
    expect([status, exit, first?.reason]).toEqual(['bounded', 3, 'The time limit was reached.']);
    const known = nativeProgress(LARGE, '-DSAFETY -DNOCLAIM -DVECTORSZ=32768').get(
      first?.states ?? 0,
    );
    expect(known).toEqual({ transitions: first?.transitions, depth: first?.depth });
    expect(text[2]).toMatch(new RegExp(`^  ${first?.states} states, ${first?.transitions} trans`));
    expect(second).toMatchObject({ status: 'bounded', reason: NOT_BEGUN });
  });

  it('keeps the figures so far where the memory runs out', async () => {
    const answer = await checkModel(toolchain, { text: WIDE }, {}, { memoryMB: 64 });
    const { status, checks, text, exit } = toldOf(answer);
    expect([status, exit]).toEqual(['out-of-memory', 3]);
    expect(checks[0]?.states).toBeGreaterThan(100);
    expect(text).toContain('  The verifier ran out of memory.');
  });
});
