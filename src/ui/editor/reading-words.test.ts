import { expect, it } from 'vitest';
import { readingInWords } from './reading-words.ts';

it('says which stage of a reading has come how far', () => {
  expect(readingInWords(undefined)).toBe('Reading the kernel');
  expect(readingInWords({ stage: 'syntax', share: 0.43, lines: 2003 })).toBe(
    'Reading the kernel: its syntax, 43 % of 2,003 lines',
  );
  expect(readingInWords({ stage: 'fit', lines: 2003 })).toBe(
    'Reading the kernel: what runs on this machine, 2,003 lines',
  );
});
