import { describe, expect, it } from 'vitest';
import type { Constants } from '../platform/index.ts';
import { exampleText, kernelOf, platform } from '../testing/engine.ts';
import { chosenLevel } from './level.ts';

const abstract = kernelOf(exampleText('abstract'));

describe('the level chosen by itself', () => {
  const at = (changes: Partial<Constants>) =>
    chosenLevel('auto', abstract, 'published', platform(changes));

  it('keeps every element while that is quick, and folds what is large', () => {
    expect(at({ size: 8 })).toBe('baton');
    expect(at({ size: 32 })).toBe('baton');
    expect(at({ size: 1024 })).toBe('accelerated');
    expect(at({ size: 2 ** 28 })).toBe('accelerated');
  });

  it('never grows more detailed with the size', () => {
    const order = ['free', 'baton', 'representatives', 'accelerated'];
    const levels = [4, 8, 16, 32, 64, 128, 256, 512].map((size) => order.indexOf(at({ size })));
    expect(levels).toEqual(levels.toSorted((a, b) => a - b));
  });

  it('is the fastest where there are many configurations', () => {
    const text = `${['A', 'B', 'C', 'D', 'E'].map((name) => `#pragma tuner param ${name} = range(1, 10, 1)`).join('\n')}
#pragma tuner param WG = pow2(1, 4)
#pragma tuner cost f = A + B + C + D + E
__kernel void k(__global int *a) { f(); }`;
    expect(chosenLevel('auto', kernelOf(text), 'opencl', platform())).toBe('accelerated');
  });

  it("is the user's where the user has chosen", () => {
    expect(chosenLevel('free', abstract, 'published', platform({ size: 1024 }))).toBe('free');
  });
});
