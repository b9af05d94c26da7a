import { expect, test } from 'vitest';
import { applyEvent, applyToolEvent, beginRun, endRun } from './run.ts';

test('when the tools are done the stage says again what the strategy does', () => {
  const asked = applyEvent(beginRun(0), { type: 'stage', text: 'Searching for the minimum' }, 0);
  const compiling = applyToolEvent(asked, { kind: 'stage', stage: 'compile' });
  expect(compiling.stage).toBe('Compiling the verifier');
  const searching = applyToolEvent(compiling, { kind: 'stage', stage: 'search' });
  expect(searching.stage).toBe('Searching for the minimum');
  const ended = endRun(searching, 1000, { result: { status: 'cancelled', optima: [] } });
  expect(ended.stage).toBe('');
  // A tool's words after the end change nothing.
  expect(applyToolEvent(ended, { kind: 'stage', stage: 'replay' })).toBe(ended);
});
