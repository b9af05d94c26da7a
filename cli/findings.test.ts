import { expect, it } from 'vitest';
import { saidFinding } from './findings.ts';

it.each([
  [['a = 1'], ['a = 2'], ['  Is it? a = 1', '  Or not: a = 2']],
  [['a = 1'], [], ['  Is it? a = 1']],
  [[], [], []],
])('asks what a finding rests on only where a line answers: %j, %j', (so, otherwise, asked) => {
  const said = saidFinding('k.cl', {
    kind: 'bounds',
    line: 1,
    column: 2,
    message: 'It is outside.',
    configuration: {},
    assumed: { words: 'a is 1', so, otherwise },
  });
  expect(said.split('\n').slice(1)).toEqual(asked);
});
