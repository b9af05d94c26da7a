import { expect, it } from 'vitest';
import { exampleText } from '../../testing/engine.ts';
import { EXAMPLE_LIST } from '../example-list.ts';
import { BASE_SETTINGS } from './base-settings.ts';
import { readFragment } from './link.ts';

// Old links and their meaning. They open for ever: keep these and add some per version.

const open = (fragment: string) =>
  readFragment(fragment, (id) =>
    EXAMPLE_LIST.some((entry) => entry.id === id) ? exampleText(id) : undefined,
  );

it('a link of version 1 to an example opens', () => {
  const read = open('#o=1.QyoBoIUGsLZDKi9KDHQNkwtMq4oydVMzyjIrk9ELEJSUjJSC0P0AtdXEqLYWAA');
  // Tells when the example has changed since.
  expect(read).toMatchObject({
    ok: true,
    isShipped: true,
    settings: { ...BASE_SETTINGS, example: 'sum', kernelText: exampleText('sum'), level: 'free' },
    view: { answered: true, event: 42 },
  });
});

it('a link of version 1 with something in every place opens', () => {
  const link =
    '#o=1.lde9EYAgDAXgnimcAeQsnIYdvLNiIOdwMRMDhp8gUNp4p3yPl6APvg2yC-A4ybZ0C-Ak-uV64zBPp9VCwotQdkJVZUWgblLquqKOv-5HuuQ6BRnxNUAOAWRgQeAsJjhNwgSnm2GiRZE-ewgSmpiGhG-PkLRZLVBqb5m4pPmimF9dXMqhdx1VbmxbaVZxtNBrGMdgz8CnfYEOvi_l1QM';
  expect(open(link)).toEqual({
    ok: true,
    isShipped: false,
    notes: [],
    settings: {
      ...BASE_SETTINGS,
      kernelText:
        '#pragma tuner param WG = {4, 8}\n__kernel void twice(__global float *a) {\n  int i = get_global_id(0);\n  a[i] = 2.0f * a[i]; // é\n}\n',
      kernelName: 'twice',
      semantics: 'device',
      level: 'accelerated',
      method: 'sweep',
      constants: { ...BASE_SETTINGS.constants, size: '1024', GMT: '7', AT: '1' },
      machine: { preset: 'a100', changed: { units: '54' } },
      limits: { seconds: 30, workers: 2 },
      verifiedSize: 8,
    },
    view: {
      editor: 'promela',
      results: 'machine',
      sensitive: 'platforms',
      fills: 'platform',
      presented: true,
      charts: 'messages',
      heights: 'time',
      inspector: false,
      collapse: 'unit',
      axes: { x: 'TS', y: 'WG' },
      slices: { UNROLL: 2 },
      answered: true,
      chosen: { WG: 8, TS: 4 },
      opened: { WG: 16, TS: 4 },
      compared: { WG: 4, TS: 2 },
      event: 12_345,
    },
  });
});

it('a link of version 1 to an edited example opens', () => {
  expect(open('#o=1.A6UPbKUBUtGBmTEQCQVoAmp5C0olqSmIwhZcRicCy0mFRGA1Ban6a7kA')).toEqual({
    ok: true,
    isShipped: false,
    notes: [],
    settings: {
      ...BASE_SETTINGS,
      kernelText: '__kernel void edited(__global int *a) { a[0] = 1; }\n',
      example: 'abstract',
      semantics: 'fermi',
    },
    view: {},
  });
});
