import { readdir, readFile } from 'node:fs/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { frontEndSays } from '../testing/opencl-front-end.ts';
import { configurations } from '../front/configurations.ts';
import { evaluate } from '../front/expr.ts';
import { declaredNames } from '../front/declared-names.ts';
import { outline, parser } from '../testing/kernels.ts';

const folder = new URL('../../examples/', import.meta.url);
const names = (await readdir(folder)).filter((name) => name.endsWith('.cl')).toSorted();
const texts = new Map(
  await Promise.all(
    names.map(async (name) => [name, await readFile(new URL(name, folder), 'utf8')] as const),
  ),
);

const CONSTANTS = { ND: 1, NU: 1, NP: 4, GMT: 4, LMT: 1, BT: 1, DT: 1, LM: 4096, size: 64 };

describe.each(names)('%s', (name) => {
  const text = texts.get(name) ?? '';

  test('lowers without errors, and warns of its race alone', () => {
    const result = parser.lower(text);
    expect(result.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const warnings = result.diagnostics.filter(({ severity }) => severity === 'warning');
    expect(warnings.map(({ code }) => code)).toEqual(name === 'racy.cl' ? ['local-race'] : []);
    expect(result.ok && outline(result.value).length).toBeGreaterThan(1);
  });

  test('has valid configurations that divide the work-items', () => {
    const result = parser.lower(text);
    if (!result.ok) throw new Error('does not lower');
    const kernel = result.value;
    const valid = [...configurations(kernel, CONSTANTS)].filter(
      ({ reason }) => reason === undefined,
    );
    expect(valid.length).toBeGreaterThan(2);
    for (const { values } of valid) {
      const environment = { ...CONSTANTS, ...values };
      expect(evaluate(kernel.items, environment) % evaluate(kernel.localSize, environment)).toBe(0);
    }
  });

  test('opens with a comment of one to four lines', () => {
    const lines = text.split('\n');
    const comment = lines.findIndex((line) => !line.startsWith('//'));
    expect(comment).toBeGreaterThanOrEqual(1);
    expect(comment).toBeLessThanOrEqual(4);
  });
});

afterEach(() => void vi.restoreAllMocks());

test('a real front end takes every example as OpenCL C', { timeout: 180_000 }, async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {}); // progress of loading it
  for (const [name, text] of texts) {
    // Others are the kernel's arguments.
    const isMacro = (parameter: string): boolean => !text.includes(`int ${parameter}`);
    const parameters = [...declaredNames(text)].filter(isMacro);
    expect(await frontEndSays(name, text, 'CL1.2', parameters)).toBe('');
  }
  expect(await frontEndSays('broken.cl', '__kernel int k() { return x; }')).toContain('undeclared');
});
