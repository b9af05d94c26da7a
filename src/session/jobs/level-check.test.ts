import { afterAll, describe, expect, it } from 'vitest';
import { createNodeToolchain } from '../../spin/node-toolchain.ts';
import { checkerOf, exampleText, kernelOf, platform } from '../../testing/engine.ts';
import { publishedAbstract, tilings } from '../../testing/closed-forms.ts';
import { compareLevels, levelBelow } from './level-check.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

const kernel = kernelOf(exampleText('abstract'));
const constants = platform({ size: 8 });
const at = (level: 'free' | 'baton' | 'accelerated', changed = {}) =>
  checkerOf(toolchain, {
    kernel,
    semantics: 'published',
    level,
    constants: { ...constants, ...changed },
  });

async function last<T>(all: AsyncIterable<T>): Promise<T | undefined> {
  let value: T | undefined;
  for await (const each of all) value = each;
  return value;
}

const never = (): boolean => false;
const { signal } = new AbortController();

describe('a level and the one below', () => {
  it('agree on every configuration, over all schedules', { timeout: 60_000 }, async () => {
    const free = await last(compareLevels(at('baton'), at('free'), never, signal));
    expect(free).toEqual({ done: 2, left: 0, total: 2, disagreements: [] });
    const folded = await last(compareLevels(at('accelerated'), at('baton'), never, signal));
    expect(folded).toEqual({ done: 2, left: 0, total: 2, disagreements: [] });
  });

  it('are told apart where they differ', { timeout: 60_000 }, async () => {
    const dearer = { ...constants, GMT: 9 };
    const checked = await last(
      compareLevels(at('accelerated'), at('baton', dearer), never, signal),
    );
    expect(checked?.disagreements).toEqual(
      tilings(8).map((values) => ({
        values,
        above: publishedAbstract(values, constants),
        below: publishedAbstract(values, dearer),
      })),
    );
  });

  it('leave out what would take too long', async () => {
    const checked = await last(compareLevels(at('accelerated'), at('baton'), () => true, signal));
    expect(checked).toMatchObject({ done: 0, left: 2, total: 2 });
  });

  it('stand in the order of the ladder', () => {
    expect(levelBelow('accelerated')).toBe('representatives');
    expect(levelBelow('baton')).toBe('free');
    expect(levelBelow('free')).toBeUndefined();
  });
});
