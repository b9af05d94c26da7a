import { readFileSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNodeToolchain } from '../../spin/node-toolchain.ts';
import { unreachedIn } from '../../spin/pan-unreached.ts';
import type { Toolchain } from '../../spin/toolchain.ts';
import { runCommands } from '../../testing/native-verifier.ts';
import {
  type CheckModelOptions,
  checkModel,
  type CheckResult,
  type CheckStatus,
  type ModelAnswer,
} from './check.ts';
import type { Asked } from './search-plan.ts';
import { RUNS } from '../../testing/amounts.ts';

const FOLDER = new URL('../../testing/promela/', import.meta.url);
const FILES = Object.fromEntries(
  readdirSync(FOLDER).map((name) => [name, readFileSync(new URL(name, FOLDER), 'utf8')]),
);

interface Row {
  readonly model: string;
  readonly defines?: readonly string[];
  readonly asked?: Asked;
  readonly search?: Partial<CheckModelOptions>;
  /** By search, in order. */
  readonly statuses: readonly CheckStatus[];
  /** Reduction of each search; default all. */
  readonly reduces?: readonly boolean[];
  /** Repeats another case with a different model; runs only with OVERTIME_RUNS. */
  readonly isMore?: true;
}

/** Classics, each with what is known of it. */
const ROWS: readonly Row[] = [
  // Without fairness the other process may loop forever.
  { model: 'peterson', statuses: ['holds', 'holds', 'violated'] },
  {
    model: 'peterson',
    asked: { ltl: 'served' },
    search: { fair: true },
    isMore: true,
    statuses: ['holds'],
  },
  { model: 'philosophers', statuses: ['violated'] },
  { model: 'philosophers', defines: ['LEFTY', 'N=4'], statuses: ['holds'] },
  { model: 'leader', statuses: ['holds', 'holds', 'holds'] },
  { model: 'leader', defines: ['N=2'], asked: { ltl: '[] (leader != 1)' }, statuses: ['holds'] },
  { model: 'alternating-bit', statuses: ['holds', 'violated'] },
  { model: 'lights', statuses: ['holds', 'holds', 'violated'], isMore: true },
  { model: 'spinlock', asked: { cycles: 'non-progress' }, statuses: ['violated'] },
  {
    model: 'spinlock',
    asked: { cycles: 'non-progress' },
    search: { fair: true },
    statuses: ['holds'],
  },
  { model: 'idle', asked: { ltl: 'finishes' }, statuses: ['violated'], isMore: true },
  { model: 'idle', asked: { ltl: 'finishes' }, search: { fair: true }, statuses: ['holds'] },
  {
    model: 'handshake',
    asked: { ltl: 'seven' },
    search: { fair: true },
    statuses: ['holds'],
    reduces: [false],
  },
  { model: 'never', statuses: ['holds', 'violated'], reduces: [true, false] },
  { model: 'labels', asked: { cycles: 'acceptance' }, statuses: ['violated'] },
  { model: 'labels', asked: { safety: true }, statuses: ['holds'], isMore: true },
  { model: 'exclusive', statuses: ['violated'] },
  { model: 'embedded', statuses: ['violated'], reduces: [false] },
  { model: 'remote', statuses: ['violated'], reduces: [false] },
  { model: 'last', statuses: ['holds', 'violated'], reduces: [false, false] },
  { model: 'polls', statuses: ['violated'], reduces: [false] },
  { model: 'philosophers', search: { errors: 0 }, statuses: ['violated'] },
  { model: 'philosophers', search: { shortest: true }, statuses: ['violated'] },
  { model: 'leader', search: { collapse: true }, asked: { safety: true }, statuses: ['holds'] },
  { model: 'leader', search: { breadthFirst: true }, asked: { safety: true }, statuses: ['holds'] },
  { model: 'philosophers', search: { breadthFirst: true }, statuses: ['violated'], isMore: true },
  {
    model: 'peterson',
    search: { contextSwitches: 2 },
    statuses: ['bounded', 'bounded', 'violated'],
  },
  {
    model: 'leader',
    search: { hashCompact: true },
    asked: { safety: true },
    statuses: ['bounded'],
  },
  {
    model: 'leader',
    search: { reversed: true, emptyChannels: true, bitstate: true },
    asked: { safety: true },
    statuses: ['bounded'],
  },
  { model: 'minimum', defines: ['NP=2'], statuses: ['holds'] },
  {
    model: 'alternating-bit',
    search: { lossy: true },
    asked: { safety: true },
    isMore: true,
    statuses: ['holds'],
  },
  { model: 'philosophers', search: { ignoreEnds: true }, isMore: true, statuses: ['holds'] },
  {
    model: 'embedded',
    search: { ignoreAssertions: true },
    isMore: true,
    statuses: ['holds'],
    reduces: [false],
  },
  {
    model: 'leader',
    search: { reduction: false },
    asked: { safety: true },
    isMore: true,
    statuses: ['holds'],
    reduces: [false],
  },
  {
    model: 'leader',
    search: { depth: 30 },
    asked: { safety: true },
    isMore: true,
    statuses: ['bounded'],
  },
];

/** Words of native lines that gave the same. */
const compared = new Set<string>();

let toolchain: Toolchain;
beforeAll(async () => {
  toolchain = await createNodeToolchain();
});
afterAll(() => toolchain.dispose());

function check({
  model,
  defines = [],
  asked = {},
  search,
}: Omit<Row, 'statuses'>): Promise<ModelAnswer> {
  const text = FILES[`${model}.pml`] ?? '';
  const preprocessing = defines.map((define) => `-D${define}`);
  return checkModel(toolchain, { text, defines, files: FILES }, asked, {
    memoryMB: 1024,
    name: `${model}.pml`,
    preprocessing,
    ...search,
  });
}

describe('xr and xs on a rendezvous channel', { timeout: 120_000 }, () => {
  it('make the reduction of native SPIN miss the error that is found without them', () => {
    const errors = (...defines: string[]): number => {
      const flags = defines.map((define) => `-D${define}`).join(' ');
      const compile = `gcc -O0 -w -DSAFETY ${flags} -o pan pan.c`;
      return runCommands(FILES, ['spin -a exclusive.pml', compile, './pan -n']).errors;
    };
    expect(errors('XUSAFE')).toBe(0);
    expect(errors('XUSAFE', 'NOREDUCE')).toBe(1);
  });
});

describe('C of a model', { timeout: 120_000 }, () => {
  it('has the headers of the C library, and what it does is done natively too', async () => {
    const model = `#define LEAST 2
c_decl {
#include <limits.h>
#include <stdlib.h>
}
c_state "int n" "Global" "0"
active proctype p() { c_code { now.n = INT_MAX > 3 ? abs(-LEAST) : 0; }; assert(c_expr { now.n == 2 }) }
`;
    const options = { memoryMB: 256, name: 'model.pml' };
    const { results } = await checkModel(toolchain, { text: model }, {}, options);
    const [{ native, states, status }] = results as [CheckResult];
    const lines = native.map((line) => line.replace(/^gcc -O2 /, 'gcc -O0 '));
    expect(status).toBe('holds');
    expect(states).toBe(runCommands({ 'model.pml': model }, lines).states);
  });
});

describe('statements that no run reaches', { timeout: 120_000 }, () => {
  it('are those that pan lists', async () => {
    const text = `byte x;
active proctype p() {
  do :: x < 3 -> x++ :: x > 5 -> x = 0; printf("a b") :: x == 3 -> break od;
  goto end; x = 9;
end: skip
}
ltl low { [] (x < 4) }
`;
    const options = { memoryMB: 256, name: 'model.pml', unreached: true };
    const { results } = await checkModel(toolchain, { text }, {}, options);
    expect(results.map(({ unreached }) => unreached)).toEqual(
      results.map(({ native }) => {
        const lines = native.map((line) => line.replace(/^gcc -O2 /, 'gcc -O0 '));
        return unreachedIn(runCommands({ 'model.pml': text }, lines).lines);
      }),
    );
    expect(results[0]?.unreached).toEqual([
      { of: 'proctype p', file: 'model.pml', line: 3, statement: 'x = 0' },
      { of: 'proctype p', file: 'model.pml', line: 3, statement: "printf('a b')" },
      { of: 'proctype p', file: 'model.pml', line: 4, statement: 'x = 9' },
    ]);
  });
});

describe('a name that the verifier has for itself', { timeout: 120_000 }, () => {
  it.each(['now', 'register'])('is told: %s', async (name) => {
    const text = `byte ${name}; active proctype p() { ${name} = 1 }`;
    const checking = checkModel(toolchain, { text }, {}, { memoryMB: 256 });
    await expect(checking).rejects.toMatchObject({
      place: 'model',
      message: expect.stringContaining(`The model's name \`${name}\` is one that C or SPIN`),
    });
    const lines = ['spin -a m.pml', 'gcc -w -o pan pan.c'];
    expect(() => runCommands({ 'm.pml': text }, lines)).toThrow(/pan/);
  });

  it('is not blamed for C of the model', async () => {
    const text = 'byte x; active proctype p() { c_code { x = 1; } }';
    const checking = checkModel(toolchain, { text }, {}, { memoryMB: 256 });
    await expect(checking).rejects.toMatchObject({ place: 'compiler' });
  });
});

describe('a line that goes on in the next one', () => {
  it('does so without a directive too, within a comment as well', async () => {
    const text = 'byte x; // and \\\nwhat is no Promela\nactive proctype p() { x = \\\n1 }\n';
    const { status } = await checkModel(toolchain, { text }, {}, { memoryMB: 256 });
    expect(status).toBe('holds');
  });
});

describe('a formula that SPIN does not take', { timeout: 120_000 }, () => {
  it.each([
    ['[] (turn == ', 'It ends too early.'],
    ['[] <> turn == 0)', 'Unexpected `)`: something is missing or misplaced here or just before.'],
    ['[] (nobody == 1)', '`nobody` is not declared.'],
  ])('is blamed itself, and no line of the model: %s', async (ltl, words) => {
    await expect(check({ model: 'peterson', asked: { ltl } })).rejects.toMatchObject({
      place: 'formula',
      message: `SPIN rejects the formula: ${words}`,
    });
  });

  it('is not blamed for the model', async () => {
    const failing = checkModel(
      toolchain,
      { text: 'active proctype p() { x = 1 }' },
      { ltl: '[] (y == 1)' },
      { memoryMB: 1024 },
    );
    await expect(failing).rejects.toMatchObject({ place: 'spin' });
  });
});

describe('a model of anybody', { timeout: 600_000 }, () => {
  it.each(ROWS.filter(({ isMore }) => !isMore || RUNS > 1))(
    '$model $defines $asked $search',
    async (row) => {
      const { results, status } = await check(row);
      expect(results.map((result) => result.status)).toEqual(row.statuses);
      expect(status).toBe(row.statuses.includes('violated') ? 'violated' : row.statuses[0]);
      const { reduces = results.map(() => true) } = row;
      expect(results.map(({ reduction }) => reduction.on)).toEqual(reduces);
      // The printed commands give the same natively; optimising would outlast these searches.
      for (const { native, states, transitions, depth, errors, problems, trail } of results) {
        const lines = native.map((line) => line.replace(/^gcc -O2 /, 'gcc -O0 '));
        expect(lines).not.toEqual(native);
        for (const word of lines.join(' ').split(/[\s;]+/)) compared.add(word.replace(/\d+$/, ''));
        const report = runCommands(FILES, lines);
        const { states: s, transitions: t, depth: d, errors: e } = report;
        expect({ states, transitions, depth, errors }).toEqual({
          states: s,
          transitions: t,
          depth: d,
          errors: e,
        });
        expect(problems).toEqual(report.problems);
        expect(trail !== undefined).toBe(errors > 0);
      }
    },
  );

  it.runIf(RUNS > 1)('is searched natively by each option and directive that is offered', () => {
    const table = readFileSync(new URL('../../../docs/spin-options.md', import.meta.url), 'utf8');
    const [, , ofPan = '', directives = ''] = table.split(/^## .*$/m);
    const offered = [...`${ofPan}${directives}`.matchAll(/^\| `([^`]+)` \| offered/gm)].flatMap(
      ([, option = '']) => (OTHERS.test(option) ? [] : [option.replace(/\d+$/, '')]),
    );
    expect(offered.length).toBeGreaterThan(20);
    expect(offered.filter((option) => !compared.has(option))).toEqual([]);
  });
});

/** Options left out: a swarm is random; limits and following a trail are no search. */
const OTHERS = /^-(?:Q|r|RS|DMEMLIM|DP_RAND|DT_RAND|DT_REVERSE)$/;
