import { expect, test } from 'vitest';
import { watch } from './watch.ts';

const values: Readonly<Record<string, number>> = {
  time: 33,
  'a[2]': 5,
  'pex[6]:wake': 40,
  zero: 0,
};
const value = (text: string) => watch(text, (name) => values[name]);

test('operators bind as in Promela', () => {
  expect(value('1 + 2 * 3')).toEqual({ ok: true, value: 7 });
  expect(value('(1 + 2) * 3')).toEqual({ ok: true, value: 9 });
  expect(value('7 % 4 - 2')).toEqual({ ok: true, value: 1 });
  expect(value('2 < 3 == 1')).toEqual({ ok: true, value: 1 });
  expect(value('!0 && 0 || 1')).toEqual({ ok: true, value: 1 });
  expect(value('7 / 2')).toEqual({ ok: true, value: 3 });
  expect(value('zero ? 1 : time')).toEqual({ ok: true, value: 33 });
});

test('names are variables, elements, and variables of processes', () => {
  expect(value('pex[6]:wake - time')).toEqual({ ok: true, value: 7 });
  expect(value('a[ 2 ] == 5')).toEqual({ ok: true, value: 1 });
});

test('what cannot be told says why', () => {
  expect(value('nothing + 1')).toEqual({ ok: false, why: 'there is no nothing here' });
  expect(value('time / zero')).toEqual({ ok: false, why: 'division by zero' });
  expect(value('(time')).toEqual({ ok: false, why: ') is missing' });
  expect(value('time @')).toMatchObject({ ok: false });
});
