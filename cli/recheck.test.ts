import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ModelChecker } from '../src/checker/index.ts';
import { createNodeKernelParser } from '../src/kernel/node.ts';
import { derive } from '../src/session/derive.ts';
import { firstSettings } from '../src/session/kept/settings.ts';
import { newModel } from '../src/session/promela/model-document.ts';
import { IDLE } from '../src/session/run/run.ts';
import { workbenchText } from '../src/session/workbench/workbench-file.ts';
import { createNodeToolchain } from '../src/spin/node-toolchain.ts';
import { runCommand } from '../src/testing/commands.ts';
import { finish } from '../src/testing/engine.ts';
import { METHODS } from '../src/tuning/index.ts';
import { shippedText } from './input.ts';
import { hasTool } from './native-check.ts';
import { temporaryFolder } from '../src/testing/folder.ts';

const folder = temporaryFolder();

const recheck = (...args: string[]) => runCommand('recheck', args);

/** A proved answer's file, as the page writes it. */
async function written(): Promise<string> {
  const settings = firstSettings(shippedText, 'abstract');
  const { problem } = derive(settings, await createNodeKernelParser());
  const [bisection] = METHODS;
  if (!problem || !bisection) throw new Error('there is nothing to tune');
  const toolchain = await createNodeToolchain();
  try {
    const checker = new ModelChecker(toolchain, problem, { memoryMB: 1024 });
    const { result } = await finish(bisection.strategy, checker);
    const evidence = await checker.evidence(result, [], '1.0.0');
    const run = { ...IDLE, phase: 'ended' as const, result, evidence };
    const about = { name: 'mine', date: new Date(0), settings, view: {}, run };
    return workbenchText(about, shippedText);
  } finally {
    toolchain.dispose();
  }
}

it('checks the answer of a tuned model again', { timeout: 120_000 }, () => {
  const settings = firstSettings(shippedText);
  const text = 'int n; bool done; active proctype p() { select(n : 1 .. 4); done = true }';
  const tuning = { parameters: ['n'], objective: '3 - n', when: 'done', goal: 'smallest' } as const;
  const model = newModel('small.pml', { text, tuning });
  const run = (minTime: number) => ({
    ...IDLE,
    phase: 'ended' as const,
    result: { status: 'proved' as const, minTime, optima: [{ n: 4 }] },
  });
  const written = (minTime: number): string => {
    const about = { name: 'mine', date: new Date(0), settings, view: {}, model };
    const path = join(folder, `tuned${minTime}.overtime.json`);
    writeFileSync(
      path,
      workbenchText({ ...about, tuned: { tuning, run: run(minTime) } }, shippedText),
    );
    return path;
  };
  const { stdout, status } = recheck(written(-1));
  expect(stdout).toContain('small.pml, proved, smallest 3 - n when done: -1');
  expect(stdout).toContain('holds: No run has 3 - n at most -2: the search was exhausted again');
  expect([status, stdout.endsWith('It holds.\n')]).toEqual([0, true]);
  const lies = recheck(written(0), '--json');
  expect(JSON.parse(lies.stdout)).toMatchObject({ holds: false });
  expect([lies.status, recheck(written(0), '--native').status]).toEqual([1, 2]);
});

it('checks a workbench file again, natively too', { timeout: 180_000 }, async () => {
  const text = await written();
  const file = (name: string, content: string): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const isNative = hasTool('spin') && hasTool('gcc');
  const path = file('good.overtime.json', text);
  const good = recheck(path, ...(isNative ? ['--native'] : []));
  expect(good.stderr).toBe('');
  expect(good.stdout).toMatch(
    /^\S+, written 1970-01-01 by Overtime 1\.0\.0: abstract_kernel, proved, 584 ticks\n/,
  );
  expect(good.stdout).toContain('holds: No run finishes within 583 ticks');
  expect(good.stdout).toContain('holds: The trail was followed, and leads to 584 ticks at WG 16');
  if (isNative) expect(good.stdout).toContain('holds: Natively the trail leads to 584 ticks');
  expect([good.status, good.stdout.endsWith('It holds.\n')]).toEqual([0, true]);

  const lies = file('lies.overtime.json', text.replace('"minTime": "584"', '"minTime": "600"'));
  const { status, stdout } = recheck(lies, '--json');
  expect(JSON.parse(stdout)).toMatchObject({ holds: false });
  expect(status).toBe(1);

  for (const [args, said] of [
    [[], /name it/],
    [[file('none.json', '{}')], /none\.json: It is no workbench|damaged/],
    [[file('cut.json', text.slice(0, 400))], /ends early/],
    [[path, path], /one workbench file/],
  ] as const) {
    const bad = recheck(...args);
    expect([bad.status, bad.stderr]).toEqual([2, expect.stringMatching(said)]);
    expect(bad.stderr).toMatch(/^recheck: [^\n]+\n$/);
  }
});
