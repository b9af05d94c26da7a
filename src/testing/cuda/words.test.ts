import { expect, test } from 'vitest';
import { pose } from '../../checker/index.ts';
import { poseValues, verifyPrograms } from '../../checker/values.ts';
import { createNodeKernelParser } from '../../kernel/node.ts';
import { usualConstants } from '../../platform/index.ts';
import { checkByRunning } from '../../values/run/check.ts';
import { traceByRunning } from '../../values/run/trace-by-running.ts';
import { playedValues } from '../../trace/index.ts';
import { VERDICT_CASES } from '../verdicts/index.ts';
import { CUDA_CASES, CUDA_PROGRAMS } from './index.ts';
import { oneIn } from '../amounts.ts';

const parser = await createNodeKernelParser();

const OPENCL = /\b(work-?items?|(work-?|sub-?)?groups?|items?|local memory|NDRange|OpenCL)\b/i;
const CUDA = /\b(threads?|blocks?|shared memory|__sync\w+|CUDA)\b/i;

/** Strings of a verdict and its like, without what they quote of the text and its pragmas. */
function stringsOf(value: unknown): readonly string[] {
  if (typeof value === 'string')
    return [value.replaceAll(/#pragma tuner .*|\b[A-Za-z_]\w*(\([^)]*\)|\[[^\]]*\])|'[^']*'/g, '')];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    ['kind', 'code', 'language', 'fixes', 'so', 'otherwise', 'text'].includes(key)
      ? []
      : stringsOf(each),
  );
}

/** All that is said of a text's values and costs, and of the way to what is wrong with it. */
async function saidOf(text: string, size: number, given: Readonly<Record<string, number>> = {}) {
  const constants = { ...usualConstants(), size };
  const posed = poseValues(parser, text, { constants, given });
  const { signal } = new AbortController();
  const about = { text, constants, budget: 200_000 };
  const verdict = await verifyPrograms(posed.programs.slice(0, 1), posed.unposed.slice(0, 1), {
    run: (program) => checkByRunning(program, about),
    signal,
  });
  const [program] = posed.programs;
  const trace = verdict.findings.length > 0 && program && traceByRunning(program, 0, about);
  const steps = trace ? playedValues(trace, '').run : undefined;
  const told =
    steps && Array.from({ length: Math.min(steps.count, 200) }, (_, at) => steps.wordsAt(at));
  const costs = pose(parser, text, { semantics: 'opencl', level: 'auto', constants });
  return stringsOf([verdict, posed.diagnostics, costs.diagnostics, told]);
}

const PROGRAMS = CUDA_PROGRAMS.map(({ name, text }) => ({ name, text, values: {} }));

test.each(oneIn(3, [...CUDA_CASES, ...PROGRAMS]))('of $name', async ({ text, values }) => {
  expect((await saidOf(text, 64, values)).filter((one) => OPENCL.test(one))).toEqual([]);
});

test.each(oneIn(3, VERDICT_CASES))('of $name in OpenCL C', async ({ text, groups }) => {
  expect((await saidOf(text, 8 * groups, { WG: 8 })).filter((one) => CUDA.test(one))).toEqual([]);
});
