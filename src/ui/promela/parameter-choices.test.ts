import { expect, test } from 'vitest';
import { factsOf } from '../../promela/index.ts';
import { parameterChoices } from './parameter-choices.ts';

test('variables, elements of short arrays and fields can be parameters; channels cannot', () => {
  const facts = factsOf(
    'typedef box { byte w; byte h[2] }\nint size[2]; byte big[100]; chan c = [1] of { byte };\nbox b; bool done;\n',
  );
  const choices = ['size[0]', 'size[1]', 'b.w', 'b.h[0]', 'b.h[1]', 'done'];
  expect(parameterChoices(facts, [])).toEqual(choices);
  expect(parameterChoices(facts, ['b.w', 'big[70]'])).toEqual([...choices, 'big[70]']);
});
