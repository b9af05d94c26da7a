import { describe, expect, it } from 'vitest';
import { BARE_KERNELS, settled, SLOW } from './settled.ts';
import { isAll } from '../amounts.ts';

/** `OVERTIME_BARE=all` judges the slow ones too: ten minutes. */
const all = isAll('BARE');

/** Not found out so far. */
const OPEN: ReadonlySet<string> = new Set([
  'local_product',
  'path_rows',
  'resize_bilinear',
  'tree_search',
]);

const MOST_DEPENDING = 8;

const judged = BARE_KERNELS.filter(({ name }) => all || !SLOW.has(name));
const depending: string[] = [];

describe('kernels without a pragma', () => {
  it('are at least 30, and have none', () => {
    expect(BARE_KERNELS.length).toBeGreaterThanOrEqual(30);
    for (const { text } of BARE_KERNELS) expect(text).not.toContain('#pragma tuner');
  });

  it.each(judged)('$name is not called wrong', { timeout: 300_000 }, async ({ name, text }) => {
    const { said, then } = await settled(text);
    if (said.status === 'depends') {
      depending.push(name);
      expect(then?.status).toBe('right');
    } else
      expect([said.status, said.findings]).toEqual([OPEN.has(name) ? 'not-checked' : 'right', []]);
  });

  it('depend seldom', () => {
    expect(depending.length).toBeLessThanOrEqual(MOST_DEPENDING);
  });
});
