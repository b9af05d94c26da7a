import { afterAll, describe, expect, it } from 'vitest';
import { allHold, type Check, kernelTime, promelaModel, recheck } from '../../checker/index.ts';
import { createNodeKernelParser } from '../../kernel/node.ts';
import type { Tuning } from '../../promela/index.ts';
import { createNodeToolchain } from '../../spin/node-toolchain.ts';
import { changes } from '../../testing/changed-fields.ts';
import { exampleText } from '../../testing/engine.ts';
import { type MethodId, methodOf } from '../../tuning/index.ts';
import { derive } from '../derive.ts';
import { EXAMPLE_LIST } from '../example-list.ts';
import { firstSettings, type Settings } from '../kept/settings.ts';
import { newModel, sourceOf } from '../promela/model-document.ts';
import { applyEvent, beginRun, type Run } from '../run/run.ts';
import { readClaim } from './claim.ts';
import { workbenchText } from './workbench-file.ts';
import { isLong } from '../../testing/amounts.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());
const parser = await createNodeKernelParser();
const { signal } = new AbortController();

/** One in so many changes is tried; all with `OVERTIME_RUNS`. */
const EVERY = isLong ? 1 : 7;

const shipped = (id: string): string | undefined =>
  EXAMPLE_LIST.some((entry) => entry.id === id) ? exampleText(id) : undefined;
const DEFAULTS = firstSettings(shipped);
const ABOUT = { name: 'mine', date: new Date(0), view: {} };
const OPTIONS = { memoryMB: 1024 };

/** What docs/proof.md names as remarks, or what another true claim may say. */
const REMARKS = [
  /^(date|name|version|state\.version)$/,
  /^state\.(view|settings)\./,
  /^evidence\.versions\.overtime$/,
  /(^|\.)(seconds|memoryMB)$/,
  // Beside a model: the kernel, and questions that the answer is not about.
  /^state\.model\.(name|defines|asked|tuning)/,
  // A search with another bound, or a trail found by one, may be just as true.
  /searches\.\d+\.bound$/,
];

async function ran(
  subject: Pick<ReturnType<typeof kernelTime>, 'open' | 'terms'>,
  method: MethodId,
): Promise<Run> {
  const checker = subject.open(toolchain, OPTIONS);
  await checker.ready?.(signal);
  let run = beginRun(0);
  const emit = (event: Parameters<typeof applyEvent>[1]): void => {
    run = applyEvent(run, subject.terms.event(event), 0);
  };
  const result = await methodOf(method).strategy(checker, emit, signal);
  const evidence = await checker.evidence?.(result, run.runs, '1.0.0');
  const ended: Run = { ...run, phase: 'ended', result: subject.terms.result(result) };
  return evidence ? { ...ended, evidence } : ended;
}

async function kernelFile(method: MethodId, setting: Partial<Settings>): Promise<string> {
  const settings = { ...DEFAULTS, ...setting };
  const { problem } = derive(settings, parser);
  if (!problem) throw new Error('there is nothing to tune');
  return workbenchText(
    { ...ABOUT, settings, run: await ran(kernelTime(problem), method) },
    shipped,
  );
}

async function modelFile(): Promise<string> {
  const text = 'int n; bool done; active proctype p() { select(n : 1 .. 4); done = true }';
  const tuning: Tuning = { parameters: ['n'], objective: 'n', when: 'done', goal: 'largest' };
  const model = newModel('small.pml', { text, tuning });
  const run = await ran(promelaModel('small.pml', sourceOf(model), tuning), 'branch-and-bound');
  return workbenchText({ ...ABOUT, settings: DEFAULTS, model, tuned: { tuning, run } }, shipped);
}

/** The first thing that does not hold; undefined where all does. */
async function faultIn(text: string): Promise<string | undefined> {
  const read = readClaim('f', text, shipped, parser);
  if (!read.ok) return read.message;
  const checks: Check[] = [];
  const thorough = read.claim.evidence?.build[0] === '-O2';
  const checker = read.subject.open(toolchain, { ...OPTIONS, thorough });
  try {
    for await (const check of recheck(read.subject, read.claim, checker, '1.0.0', signal))
      checks.push(check);
  } catch (error) {
    return String(error);
  }
  if (allHold(checks)) return undefined;
  return checks.find(({ holds }) => holds !== true)?.words ?? 'nothing was decided';
}

const isRemark = (path: string, value: unknown, isOfModel: boolean): boolean =>
  REMARKS.some((remark) => remark.test(path)) ||
  (path === 'state.kernel' && isOfModel) ||
  (path.startsWith('trail.words.') && /^(T|improve|prune|report)=/.test(String(value)));

describe('a workbench file in which one thing is changed', { timeout: 600_000 }, () => {
  const files = {
    'by bisection at level baton': () => kernelFile('bisection', {}),
    'by branch and bound, accelerated': () =>
      kernelFile('branch-and-bound', { semantics: 'opencl', level: 'accelerated' }),
    'by a sweep': () => kernelFile('sweep', { semantics: 'opencl', level: 'accelerated' }),
    'of a model': modelFile,
  };
  it.each(Object.entries(files))('is found out: %s', async (name, made) => {
    const text = await made();
    expect(await faultIn(text)).toBeUndefined();
    let tried = 0;
    const unnoticed: string[] = [];
    for (const [path, content, value] of changes(JSON.parse(text))) {
      if (isRemark(path, value, name === 'of a model')) continue;
      tried += 1;
      if (tried % EVERY !== 0) continue;
      if ((await faultIn(JSON.stringify(content))) === undefined) unnoticed.push(path);
    }
    expect(unnoticed).toEqual([]);
    expect(tried).toBeGreaterThan(10);
  });
});
