import { expect, test } from 'vitest';
import { PUZZLES } from '../../lessons/index.ts';
import { pictureOf } from './puzzle-pictures.ts';

test.each(PUZZLES.map(({ id }) => id))('%s has a picture whose lines join its cells', (id) => {
  const rows = pictureOf(id);
  expect(rows.length).toBeGreaterThan(1);
  rows.forEach(({ cells, reads }, at) => {
    expect(cells).toBeGreaterThan(0);
    if (at === 0) return;
    expect(reads.length).toBeGreaterThan(0);
    for (const [from, to] of reads) {
      expect(from).toBeLessThan(rows[at - 1]?.cells ?? 0);
      expect(to).toBeLessThan(cells);
    }
  });
});
