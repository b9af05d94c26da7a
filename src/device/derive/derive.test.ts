import { expect, test } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { createNodeKernelParser } from '../../kernel/node.ts';
import { CORPUS_KERNELS } from '../../testing/corpus/kernels.ts';
import { BRANCHING, PREDICATING } from '../../testing/machines.ts';
import { configurations } from '../../front/configurations.ts';
import { deviceCosts } from './index.ts';

const parser = await createNodeKernelParser();

test('every kernel of the corpus has programs on each kind of machine', () => {
  const missing: string[] = [];
  for (const { name, text } of CORPUS_KERNELS) {
    const lowered = parser.lower(text, undefined, undefined, 'machine');
    if (!lowered.ok) {
      missing.push(`${name}: ${lowered.diagnostics[0]?.message ?? ''}`);
      continue;
    }
    const constants = { ...usualConstants(), size: 1024, LM: 2 ** 20 };
    const valid = [...configurations(lowered.value, constants)].filter(
      ({ reason }) => reason === undefined,
    );
    for (const machine of [PREDICATING, BRANCHING])
      for (const { values } of [valid[0], valid.at(-1)].flatMap((each) => each ?? [])) {
        const { steps, resident, groups } = deviceCosts(lowered.value, machine).program(
          values,
          constants,
        );
        const numbers = steps.flatMap((step) =>
          step.kind === 'barrier'
            ? []
            : [step.times, step.port, step.l2, step.latency, step.issue, step.chain],
        );
        if (
          resident < 1 ||
          groups < 1 ||
          !numbers.every((one) => Number.isSafeInteger(one) && one >= 0)
        )
          missing.push(`${name}: ${JSON.stringify(steps)}`);
      }
  }
  expect(missing).toEqual([]);
});
