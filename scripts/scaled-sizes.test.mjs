import { expect, test } from 'vitest';
import { scaled } from './scaled-sizes.ts';

test('distances grow with the text, lines do not', () => {
  expect(scaled('.a { margin: 0 -8px 12.5px; border: 1px solid }')).toBe(
    '.a { margin: 0 calc(-8px * var(--text-scale)) calc(12.5px * var(--text-scale)); border: 1px solid }',
  );
});

test('containers are asked in the text of the page, windows in pixels', () => {
  expect(scaled('@container (max-width: 720px) {')).toBe('@container (max-width: 45rem) {');
  expect(scaled('@media (max-width: 600px) {')).toBe('@media (max-width: 600px) {');
});

test('names and comments are no lengths', () => {
  expect(scaled('.w12px { --a12px: x } /* 12px */')).toBe('.w12px { --a12px: x } ');
});
