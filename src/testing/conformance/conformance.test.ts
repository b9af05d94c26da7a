import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNodeToolchain } from '../../spin/node-toolchain.ts';
import type { SpinProblem } from '../../spin/spin-problems.ts';
import type { Toolchain } from '../../spin/toolchain.ts';
import { tokensOf } from '../../promela/any/tokens.ts';
import { linesIn, searchLine } from './case.ts';
import { sameProblems, sameRejectedLine, sameReport, sameText } from './compare.ts';
import { conform } from './conform.ts';
import { CONSTRUCTS, KEYWORDS } from './constructs.ts';
import { type Engine, engineOf } from './ours.ts';
import { OWN_MODELS } from './own-models.ts';
import { RUNS } from '../amounts.ts';

/** Comments are no part of a text. */
const bare = (text: string): string => text.replaceAll(/\/\*[^]*?\*\/|\/\/[^\n]*/g, '');

describe('the models of our own', () => {
  it('are sixty at least, each with a search unless SPIN rejects it', () => {
    expect(OWN_MODELS.length).toBeGreaterThanOrEqual(60);
    for (const { name, searches } of OWN_MODELS)
      expect([name, searches.length > 0]).toEqual([name, !name.startsWith('rejected')]);
  });

  it.each(Object.entries(CONSTRUCTS))('use %s', (_, pattern) => {
    const isUsed = OWN_MODELS.some(
      ({ name, text }) => !name.startsWith('rejected') && pattern.test(bare(text)),
    );
    expect(isUsed).toBe(true);
  });

  it('use each word that is kept', () => {
    const used = new Set(
      OWN_MODELS.flatMap(({ text }) => tokensOf(bare(text)).map((token) => token.text)),
    );
    expect(KEYWORDS.filter((word) => !used.has(word))).toEqual([]);
  });
});

describe('comparing', () => {
  const report = (errors: number): string =>
    `State-vector 28 byte, depth reached 4, errors: ${errors}\n  2.5\tmemory usage (Mbyte)\nhash conflicts: 3 (resolved)`;

  it('reads what a model says of its searches', () => {
    expect(linesIn('/* $ spin -a -m; cc -DNP -DX=2; pan -l -f */\n// $ pan')).toEqual([
      { spin: ['-m'], defines: ['NP', 'X=2'], pan: ['-l', '-f'] },
      { spin: [], defines: [], pan: [] },
    ]);
    expect(() => searchLine('make all')).toThrow(/make/);
  });

  it('finds a number that differs, and not the memory', () => {
    expect(sameReport(report(1), report(1).replace('2.5', '9.5').split('\n'))).toEqual({
      reasons: [],
    });
    expect(sameReport(report(1), report(0).split('\n')).difference).toMatch(/errors: 1.*errors: 0/);
    expect(sameReport(report(1), report(1).replace('28', '32').split('\n')).reasons).toEqual([
      'words',
    ]);
    expect(sameText('a\nb', 'a').difference).toMatch(/line 2/);
  });
});

describe('what SPIN and a preprocessor say', () => {
  it('is compared without the warnings of the preprocessor, and with what a model prints like them', () => {
    const warning = 'model.pml:3:1: warning: missing\n    3 | a\n      | ^\n';
    expect(sameText(`${warning}x`, 'x').difference).toBeUndefined();
    expect(sameText('x\n   | y', 'x\n   | y').difference).toBeUndefined();
    expect(sameText('x\n   | y', 'x').difference).toMatch(/line 2/);
  });

  it('is compared by place and words where a model is rejected', () => {
    const said = "spin: model.pml:7, Error: syntax error\tsaw 'operator: &&'";
    const problem: SpinProblem = {
      severity: 'error',
      message: 'Unexpected.',
      line: 7,
      original: "syntax error\tsaw 'operator: &&'",
    };
    expect(sameProblems(said, [problem]).difference).toBeUndefined();
    expect(sameProblems(said, [{ ...problem, line: 8 }]).difference).toMatch(/:7.*:8/);
    expect(sameProblems(said, []).difference).toMatch(/nothing more/);
    const native = 'model.pml:7:8: error: operator has no right operand';
    expect(sameRejectedLine(native, [problem]).difference).toBeUndefined();
    expect(sameRejectedLine(native, [{ ...problem, line: 6 }]).difference).toMatch(
      /line 7.*line 6/,
    );
  });
});

/** Searches one in so many models, and quick rejected ones; more with OVERTIME_RUNS. */
const EVERY = Math.max(1, Math.round(36 / RUNS));
/** Reads and simulates one in so many of the others. */
const READ = Math.max(1, Math.round(EVERY / 4));
/** Debian's SPIN lacks X in formulas; `npm run -s conformance` builds one with it. */
const chosen = OWN_MODELS.filter(
  ({ text, searches }, index) =>
    (index % EVERY === 0 || searches.length === 0) && !CONSTRUCTS['X']?.test(bare(text)),
);

let toolchain: Toolchain;
let engine: Engine;
beforeAll(async () => {
  toolchain = await createNodeToolchain();
  engine = await engineOf(toolchain);
});
afterAll(() => toolchain.dispose());

describe('SPIN here and native SPIN', { timeout: 240_000 }, () => {
  it.each(chosen)('do the same with $name', async (one) => {
    const { comparisons } = await conform(engine, one);
    expect(comparisons.filter(({ difference }) => difference !== undefined)).toEqual([]);
    expect(comparisons.length).toBeGreaterThan(0);
  });

  it.each(OWN_MODELS.filter((one, index) => !chosen.includes(one) && index % READ === 1 % READ))(
    'read and simulate $name alike',
    async (one) => {
      if (CONSTRUCTS['X']?.test(bare(one.text))) return;
      const { comparisons } = await conform(engine, { ...one, searches: [], seeds: [3] });
      expect(comparisons.filter(({ difference }) => difference !== undefined)).toEqual([]);
    },
  );
});
