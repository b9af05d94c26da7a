import { expect, test } from 'vitest';
import { kernelOf, platform, validConfigurations } from '../engine.ts';
import { simulateEvents } from '../event-simulation.ts';
import { verdictOf } from '../verdict-of.ts';
import { RIGHT_IN_CUDA, TWINS } from './index.ts';

const CONSTANTS = platform({ size: 16, LM: 4096 });

/** Images and signals that are too large to be run here. */
const LARGE: ReadonlySet<string> = new Set(['example_convolution', 'example_dedispersion']);

/** Ticks and verdict in one configuration. */
async function answersOf(text: string, values: Readonly<Record<string, number>>) {
  const simulated = simulateEvents(kernelOf(text), values, CONSTANTS);
  const { status, findings, conditions } = await verdictOf(text, CONSTANTS, values);
  return {
    time: simulated.kind === 'finished' ? simulated.time : simulated.kind,
    status,
    conditions,
    kinds: findings.map(({ kind }) => kind).toSorted(),
  };
}

function middleOf(text: string): Readonly<Record<string, number>> {
  const valid = validConfigurations(kernelOf(text), CONSTANTS);
  return valid[Math.floor(valid.length / 2)] ?? {};
}

test.each(TWINS.filter(({ name }) => !LARGE.has(name) && !RIGHT_IN_CUDA.has(name)))(
  '$name takes the same time and has the same verdict in both languages',
  async ({ opencl, cuda }) => {
    const values = middleOf(opencl);
    expect(await answersOf(cuda, values)).toEqual(await answersOf(opencl, values));
  },
);
