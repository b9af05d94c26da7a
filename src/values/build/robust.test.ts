import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { tokenize } from '../../front/lexer.ts';
import { parser } from '../../testing/kernels.ts';
import { type Draw, drawing } from '../../testing/random-c.ts';
import { VERDICT_CASES } from '../../testing/verdicts/index.ts';
import { buildValues } from './build.ts';
import { RUNS } from '../../testing/amounts.ts';

const TRIES = 300 * RUNS;
const SEED = Number(process.env['OVERTIME_SEED'] ?? 1);

const folder = new URL('../../../examples/', import.meta.url);
const names = (await readdir(folder)).filter((name) => name.endsWith('.cl'));
const examples = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
const TEXTS = [...examples, ...VERDICT_CASES.map(({ text }) => text)];

/** A text with some tokens dropped or swapped for others of it. */
function broken(draw: Draw): string {
  let text = TEXTS[draw(TEXTS.length)] ?? '';
  for (let change = 0; change <= draw(2); change += 1) {
    const tokens = tokenize(text);
    const token = tokens[draw(tokens.length)];
    const other = draw(3) === 0 ? '' : (tokens[draw(tokens.length)]?.text ?? '');
    if (token !== undefined) text = text.slice(0, token.start) + other + text.slice(token.end);
  }
  return text;
}

test(
  'any text is understood or refused, and code leads nowhere outside',
  { timeout: 600_000 },
  () => {
    const values = { ...usualConstants(), size: 16, WG: 4, TS: 2, ROWS: 2, TM: 2, TN: 2 };
    let understood = 0;
    for (let i = 0; i < TRIES; i += 1) {
      const text = broken(drawing(SEED * 100_000 + i));
      const result = buildValues(parser, text, { values });
      for (const { span } of result.diagnostics) {
        expect(span.start, text).toBeGreaterThanOrEqual(0);
        expect(span.end, text).toBeGreaterThanOrEqual(span.start);
        expect(span.end, text).toBeLessThanOrEqual(text.length);
      }
      if (!result.ok) {
        expect(
          result.diagnostics.some(({ severity }) => severity === 'error'),
          text,
        ).toBe(true);
        continue;
      }
      understood += 1;
      const { code } = result.value;
      for (const step of code) {
        const next =
          step.kind === 'jump'
            ? [step.to]
            : step.kind === 'branch'
              ? [step.then, step.otherwise]
              : [];
        for (const to of next) expect(code[to], text).toBeDefined();
      }
      const last = code.at(-1);
      if (last !== undefined) expect(last.kind, text).toMatch(/^(end|jump|branch)$/);
    }
    expect(understood).toBeGreaterThan(TRIES / 50);
  },
);
