import { expect, test } from 'vitest';
import { lineSplitter } from './verifier-reader.ts';

test('a line without an end comes in parts, and fills no memory', () => {
  const lines: string[] = [];
  const splitter = lineSplitter((line) => lines.push(line));
  const part = new TextEncoder().encode('x'.repeat(300_000));
  for (let at = 0; at < 9; at += 1) splitter.write(part);
  expect(lines.length).toBeGreaterThan(0);
  splitter.end();
  expect(lines.join('').length).toBe(2_700_000);
  for (const line of lines) expect(line.length).toBeLessThan(2 ** 20 + 300_000);
});
