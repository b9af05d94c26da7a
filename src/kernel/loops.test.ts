import { describe, expect, test } from 'vitest';
import { kernel, lowered, outline, parser } from '../testing/kernels.ts';

describe('a loop that never ends is an error', () => {
  test.each([
    ['while (1) { n = n + 1; }', 'never becomes false'],
    ['for (;;) n++;', 'nothing inside leaves it'],
    ['for (int i = 0; i < n; ) x += 1;', 'nothing in its condition changes'],
    ['for (int i = 0; i < 9; ) a[i] = 0;', 'never becomes false'],
    ['for (int i = 0; i < size; i--) a[i] = 0;', 'never becomes false'],
    ['do { x *= 2; } while (1);', 'never becomes false'],
    ['do { a[0] = 1; } while (n == n);', 'nothing in its condition changes'],
    ['for (uint i = WG; i >= 0; i--) a[i] = 1;', 'never becomes false'],
    ['for (uchar c = 0; c < 256; c++) a[c] = 1;', 'never becomes false'],
    ['for (uchar c = 1; c < 200; c <<= 1) a[c] = 1;', 'never becomes false'],
    ['for (int s = 0; s < WG; s <<= 1) a[s] = 1;', 'never becomes false'],
    ['for (int s = get_local_id(0); s < WG; s <<= 1) a[s] = 1;', 'where lid == 0'],
    ['while (get_local_id(0) == 3) { x += 1; }', 'where lid == 3'],
    ['int c = 5; while (c != 0) c = c % 2 ? 3 * c + 1 : c / 2;', 'never becomes false'],
    ['if (n > 3) while (true) barrier(1);', 'never becomes false'],
  ])('%s', (body, reason) => {
    const text = kernel(body);
    const result = parser.lower(text);
    const errors = result.diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ code }) => code)).toEqual(['never-ends']);
    expect(errors[0]?.message).toContain(reason);
    const [at] = errors;
    expect(at && text.slice(at.span.start, at.span.end)).toMatch(/^(for|while|\()/);
  });

  test('unless a pragma says how often it runs, or something leaves it', () => {
    const pragma = kernel('\n#pragma tuner trips 5\nwhile (1) { a[0] = 1; }');
    expect(outline(lowered(pragma))).toEqual(['loop 5', '  work store global a GMT']);
    const left = parser.lower(kernel('while (1) { a[0] = 1; if (a[1]) break; a[2] = 3; }'));
    expect(left.diagnostics.map(({ code }) => code)).toContain('unknown-trip-count');
    const returned = parser.lower(kernel('for (;;) { if (get_local_id(0) < 9) return; n++; }'));
    expect(returned.diagnostics.map(({ code }) => code)).toContain('unknown-trip-count');
  });
});

describe('a loop of unknown length', () => {
  test.each([
    'int c = n; while (c != 1) c = c % 2 ? 3 * c + 1 : c / 2;',
    'while (x > 1) x = x * 0.5f;',
    'float z = x; for (int i = 0; i < 100 && z < 4.0f; i++) z = z * z;',
  ])('is warned of where it costs nothing: %s', (body) => {
    const result = parser.lower(kernel(`${body} a[0] = 1;`));
    expect(result.ok && outline(result.value)).toEqual(['work store global a GMT']);
    const [warning, ...more] = result.diagnostics;
    expect(more).toEqual([]);
    expect([warning?.severity, warning?.code]).toEqual(['warning', 'unknown-trip-count']);
    expect(warning?.message).toContain('not counted');
    expect(warning?.hint).toContain('#pragma tuner');
  });
});
