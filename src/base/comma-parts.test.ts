import { expect, it } from 'vitest';
import { commaParts } from './comma-parts.ts';

it('parts a list at its own commas only, and lets one end it', () => {
  expect(commaParts('(n + 255) / 256, dim3(8, 4), {a, [b, c]},')).toEqual([
    '(n + 255) / 256',
    'dim3(8, 4)',
    '{a, [b, c]}',
  ]);
  expect(commaParts('1, , 2')).toEqual(['1', '', '2']);
  expect(commaParts('')).toEqual([]);
  // A literal is one piece, whatever is in it.
  expect(commaParts(['"a, b"', ',', 'c'])).toEqual(['"a, b"', 'c']);
});
