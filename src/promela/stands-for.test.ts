import { describe, expect, it } from 'vitest';
import { exampleText, kernelOf, modelOf, platform } from '../testing/engine.ts';
import type { Level, SemanticsId } from './index.ts';

const of = (
  id: string,
  semantics: SemanticsId,
  level: Level,
  values: Readonly<Record<string, number>>,
  changes: Parameters<typeof platform>[0],
) => modelOf(kernelOf(exampleText(id)), semantics, level).standsFor(values, platform(changes));

describe('OpenCL semantics', () => {
  it('counts elements by their items, and units that have a group fewer', () => {
    // 8 groups of 8 items on 2 × 3 units of 3 elements: two items have an item fewer.
    const changes = { size: 64, ND: 2, NU: 3, NP: 3 };
    expect(of('abstract', 'opencl', 'accelerated', { WG: 8, TS: 4 }, changes)).toEqual({
      devices: 2,
      units: 6,
      elements: [2, 1],
      rounds: 2,
      fewer: 4,
      tail: false,
    });
  });

  it('counts only units and elements that work', () => {
    const changes = { size: 16, ND: 2, NU: 3, NP: 16 };
    expect(of('abstract', 'opencl', 'representatives', { WG: 4, TS: 4 }, changes)).toMatchObject({
      devices: 2,
      units: 4,
      elements: [4],
      rounds: 1,
      fewer: 0,
    });
  });

  it('is simulated as it is at level baton', () => {
    const changes = { size: 32, NU: 2 };
    expect(of('abstract', 'opencl', 'baton', { WG: 8, TS: 4 }, changes)).toMatchObject({
      units: 1,
      elements: [],
      fewer: 0,
    });
  });

  it('has all elements of a group whose items differ, and a unit for all', () => {
    // 4 groups of 8 items on 2 units; border groups touch fewer elements.
    const changes = { size: 32, NU: 2 };
    expect(of('stencil', 'opencl', 'accelerated', { WG: 8, TS: 4 }, changes)).toMatchObject({
      units: 2,
      elements: [],
      rounds: 2,
      fewer: 0,
    });
  });
});

describe('published semantics', () => {
  it.each([
    ['baton', []],
    ['accelerated', [4]],
  ] as const)('has one unit stand for all that have groups, at level %s', (level, elements) => {
    const changes = { size: 32, ND: 1, NU: 2, NP: 4 };
    const values = { WG: 8, TS: 4 };
    expect(of('abstract', 'published', level, values, changes)).toMatchObject({
      devices: 1,
      units: 2,
      elements,
      fewer: 0,
      tail: false,
    });
  });

  it('runs a reduction on one unit, whose first element does the tail alone', () => {
    const values = { WG: 8, TS: 4 };
    const changes = { size: 64, NU: 3, NP: 4 };
    expect(of('minimum', 'published', 'accelerated', values, changes)).toMatchObject({
      units: 1,
      elements: [4],
      tail: true,
    });
  });
});

it('a configuration without a value stands for itself', () => {
  expect(of('abstract', 'opencl', 'accelerated', { WG: 0, TS: 0 }, {})).toMatchObject({
    units: 1,
    elements: [],
  });
});
