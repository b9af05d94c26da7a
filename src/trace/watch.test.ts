import { expect, test } from 'vitest';
import { watch, type Watchable } from './watch.ts';

const values: Readonly<Record<string, number>> = {
  time: 33,
  'a[2]': 5,
  zero: 0,
  'pex 0.1: wake': 40,
  'pex 0.11: wake': 90,
  'memory port: free_at': 3,
};
const scope: Watchable = {
  labels: ['pex 0.1', 'pex 0.11', 'memory port'],
  value: (name, label) =>
    values[label === undefined ? name : `${label}: ${name}`] ?? {
      why: `there is no ${name} ${label === undefined ? 'here' : `of ${label}`}`,
    },
};
const value = (text: string) => watch(text, scope);

test('operators bind as in Promela', () => {
  expect(value('1 + 2 * 3')).toEqual({ ok: true, value: 7 });
  expect(value('(1 + 2) * 3')).toEqual({ ok: true, value: 9 });
  expect(value('7 % 4 - 2')).toEqual({ ok: true, value: 1 });
  expect(value('2 < 3 == 1')).toEqual({ ok: true, value: 1 });
  expect(value('!0 && 0 || 1')).toEqual({ ok: true, value: 1 });
  expect(value('7 / 2')).toEqual({ ok: true, value: 3 });
  expect(value('zero ? 1 : time')).toEqual({ ok: true, value: 33 });
});

test('names are variables, elements, and variables of processes by their labels', () => {
  expect(value('pex 0.1: wake - time')).toEqual({ ok: true, value: 7 });
  expect(value('pex 0.11:wake - pex 0.1 : wake')).toEqual({ ok: true, value: 50 });
  expect(value('zero ? time : memory port: free_at')).toEqual({ ok: true, value: 3 });
  expect(value('a[ 2 ] == 5')).toEqual({ ok: true, value: 1 });
});

test('what cannot be told says why', () => {
  expect(value('nothing + 1')).toEqual({ ok: false, why: 'there is no nothing here' });
  expect(value('pex 0.1: speed')).toEqual({ ok: false, why: 'there is no speed of pex 0.1' });
  expect(value('time / zero')).toEqual({ ok: false, why: 'division by zero' });
  expect(value('(time')).toEqual({ ok: false, why: "expected ')' here" });
  expect(value('time @')).toMatchObject({ ok: false });
  expect(value('pex 7: wake')).toMatchObject({ ok: false });
});

test('a number of a process, which nobody sees, is no name', () => {
  expect(value('pex[5]:wake - time')).toEqual({
    ok: false,
    why: 'processes go by their names here, not by numbers: such as pex 0.1: wake',
  });
});
