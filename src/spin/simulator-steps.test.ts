import { expect, it } from 'vitest';
import { parseSimulatorSteps } from './simulator-steps.ts';

it('takes a label that a formula names for no variable', () => {
  const told = [
    '  2:\tproc  0 (p:1) model.pml:3 (state 1)\t[x = 1]',
    '\t\tx = 1',
    '\t\tinside = 0',
    '',
  ].join('\n');
  const names = (model: string): string[] =>
    parseSimulatorSteps(told, model).variables.map(({ name }) => name);
  expect(names('ltl f { <> p[0]@inside }')).toEqual(['x']);
  expect(names('byte inside;')).toEqual(['x', 'inside']);
});
