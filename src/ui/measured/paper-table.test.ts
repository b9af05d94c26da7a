import { expect, test } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { pose, problemConfigurations } from '../../checker/index.ts';
import { createNodeKernelParser } from '../../kernel/node.ts';
import { ON_GPU } from '../../session/jobs/on-gpu.ts';
import { IDLE } from '../../session/run/run.ts';
import { ResultsTable, ResultsView } from '../../session/run/results-table.ts';
import { firstSettings } from '../../session/kept/settings.ts';
import { questionOf } from '../../session/question.ts';
import { exampleText } from '../../testing/engine.ts';
import {
  PAPER_CONFIGURATIONS,
  PAPER_KERNEL,
  PAPER_SIZE,
  paperInWords,
  paperRows,
} from './paper-table.ts';

const parser = await createNodeKernelParser();

const settings = firstSettings(exampleText);
const question = questionOf({
  ...settings,
  kernelText: PAPER_KERNEL,
  constants: { ...settings.constants, size: String(PAPER_SIZE) },
});

test('the kernel has the launches of the table, and no other, each with an equal share', () => {
  const constants = { ...usualConstants(), size: PAPER_SIZE };
  const { problem } = pose(parser, PAPER_KERNEL, { semantics: 'opencl', level: 'auto', constants });
  if (!problem) throw new Error('it is not posed');
  const valid = [...problemConfigurations(problem)].filter(({ reason }) => reason === undefined);
  const key = ({ G, WG }: Readonly<Record<string, number>>) => `${G} ${WG}`;
  expect(valid.map(({ values }) => key(values)).toSorted()).toEqual(
    PAPER_CONFIGURATIONS.map(key).toSorted(),
  );
  for (const { G = 0, WG = 1 } of PAPER_CONFIGURATIONS) {
    expect(PAPER_SIZE % G).toBe(0);
    expect(G % WG).toBe(0);
  }
});

test('times of this kernel stand in their rows, and orders are compared', () => {
  const table = new ResultsTable();
  table.add(
    PAPER_CONFIGURATIONS.map((values, at) => ({ values, time: 1000 - at, status: 'proved' })),
  );
  const configurations = new ResultsView(table);
  const onGpu = {
    ...ON_GPU.none,
    question,
    configurations: PAPER_CONFIGURATIONS,
    measured: PAPER_CONFIGURATIONS.map((_, at) => ({
      state: 'timed' as const,
      times: Array.from({ length: 20 }, () => 1e6 * (at + 1)),
    })),
  };
  const rows = paperRows({ ...IDLE, question, configurations }, onGpu);
  expect(rows[11]).toEqual({
    launch: { G: 7680, WG: 512 },
    step: 64,
    paper: 93,
    model: 992,
    here: expect.closeTo(9e6),
  });
  expect(paperInWords(rows)).toMatch(/^The model .* rho 0\.\d\d\. This GPU .* rho -0\.\d\d\.$/);
});

test('times of another kernel do not', () => {
  const other = { ...question, kernelText: 'other' };
  const rows = paperRows(
    { ...IDLE, question: other },
    { ...ON_GPU.none, question: other, configurations: PAPER_CONFIGURATIONS },
  );
  expect(rows.every(({ model, here }) => model === undefined && here === undefined)).toBe(true);
  expect(paperInWords(rows)).toBe('');
});
