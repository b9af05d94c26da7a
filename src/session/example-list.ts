import type { SemanticsId } from '../promela/index.ts';
import { MACHINE_SEMANTICS, OWN_SEMANTICS } from '../platform/index.ts';

export interface Example {
  readonly id: string;
  readonly group: ExampleGroup;
  readonly label: string;
  readonly help: string;
  readonly text: string;
  /** Settings it is best opened with. */
  readonly semantics: SemanticsId;
  readonly preset: string;
  readonly size: number;
}

/** Headings of the menu, in order. */
export const EXAMPLE_GROUPS = ['Examples', 'From the papers', 'Mistakes to learn from'] as const;
type ExampleGroup = (typeof EXAMPLE_GROUPS)[number];

type Entry = Omit<Example, 'text'>;
type Settings = Pick<Entry, 'semantics' | 'preset' | 'size' | 'group'>;

/** Suits most examples, and own kernels as well. */
const USUAL: Settings = { group: 'Examples', semantics: OWN_SEMANTICS, preset: 'paper', size: 32 };

/** Kernels measured on real machines are shown on those. */
const MEASURED = { semantics: MACHINE_SEMANTICS, preset: 'a100' };

const LIST: readonly (Omit<Entry, keyof Settings> & Partial<Settings>)[] = [
  {
    id: 'abstract',
    group: 'From the papers',
    label: 'Abstract kernel',
    help: "The paper's kernel: load a tile, meet, work on it, meet again",
    semantics: 'published',
  },
  {
    id: 'minimum',
    group: 'From the papers',
    label: 'Minimum',
    help: 'Each item reduces a tile, item 0 the group (Listing 10)',
    semantics: 'published',
    preset: 'minimum',
    size: 64,
  },
  {
    id: 'fermi',
    group: 'From the papers',
    label: 'Fermi',
    help: "The second paper's kernel: a load costs the same for every tile",
    semantics: 'fermi',
    preset: 'fermi',
    size: 1024,
  },
  {
    id: 'sum',
    label: 'Sum',
    help: 'Tree reduction in local memory, half of the items fewer each step',
  },
  { id: 'max', label: 'Maximum', help: 'Tree reduction of one element an item' },
  {
    id: 'matmul',
    label: 'Matrix product',
    help: 'Tiles of two matrices through local memory, two tile sizes',
    size: 16,
  },
  { id: 'stencil', label: 'Stencil', help: 'One dimension, with a halo in local memory' },
  { id: 'transpose', label: 'Transpose', help: 'A tile turned in local memory', size: 16 },
  { id: 'histogram', label: 'Histogram', help: 'Atomics in local memory, merged once a group' },
  { id: 'scan', label: 'Prefix sum', help: 'Double-buffered scan of a group' },
  {
    id: 'convolution',
    label: 'Convolution',
    help: 'An image and a filter, ten parameters: measured times to compare with',
    ...MEASURED,
    size: 4096,
  },
  {
    id: 'dedispersion',
    label: 'Dedispersion',
    help: 'Sums of a radio signal along delays: measured times to compare with',
    ...MEASURED,
    size: 25_000,
  },
  {
    id: 'pnpoly',
    label: 'Point in polygon',
    help: 'Points against all edges, four ways to ask: measured times to compare with',
    ...MEASURED,
    size: 20_000_000,
  },
  {
    id: 'divergent',
    group: 'Mistakes to learn from',
    label: 'Divergent barrier',
    help: 'Half of the items never arrive',
    size: 16,
  },
  {
    id: 'racy',
    group: 'Mistakes to learn from',
    label: 'Data race',
    help: 'A barrier is missing',
    size: 16,
  },
  {
    id: 'twin',
    group: 'Mistakes to learn from',
    label: 'Plain twin',
    help: 'The fastest way leaves columns out',
    size: 16,
  },
];

/** Names and fitting settings of the examples; texts are examples/ID.cl. */
export const EXAMPLE_LIST: readonly Entry[] = LIST.map((entry) => ({ ...USUAL, ...entry }));

/** Shown to newcomers. */
export const FIRST_EXAMPLE = 'sum';
