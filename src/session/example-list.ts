import type { Language } from '../front/language.ts';
import type { SemanticsId } from '../promela/index.ts';
import { MACHINE_SEMANTICS, OWN_SEMANTICS } from '../platform/index.ts';

export interface Example {
  readonly id: string;
  readonly group: ExampleGroup;
  readonly label: string;
  readonly help: string;
  readonly text: string;
  readonly language: Language;
  /** Settings it is best opened with. */
  readonly semantics: SemanticsId;
  readonly preset: string;
  readonly size: number;
}

/** Headings of the menu, in order. */
export const EXAMPLE_GROUPS = ['Examples', 'From the papers', 'Mistakes to learn from'] as const;
type ExampleGroup = (typeof EXAMPLE_GROUPS)[number];

type Entry = Omit<Example, 'text'>;
type Settings = Pick<Entry, 'semantics' | 'preset' | 'size' | 'group' | 'language'>;

/** Suits most examples, and own kernels as well. */
const USUAL: Settings = {
  group: 'Examples',
  language: 'opencl',
  semantics: OWN_SEMANTICS,
  preset: 'paper',
  size: 32,
};

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

/** Whole programs, whose hosts state the launches. */
const CUDA_LIST: readonly (Omit<Entry, keyof Settings> & Partial<Settings>)[] = [
  {
    id: 'cuda/sum',
    label: 'Sum by shuffles',
    help: 'Threads of a warp add up without shared memory, blocks by one atomic',
  },
  {
    id: 'cuda/matmul',
    label: 'Matrix product of tiles',
    help: 'Tiles of two matrices through shared memory, their size a template',
  },
  {
    id: 'cuda/transpose',
    label: 'Padded transpose',
    help: 'A tile of shared memory with a column more than it needs',
  },
  {
    id: 'cuda/histogram',
    label: 'Histogram of weights',
    help: 'Atomic additions of floats in shared memory, merged once a block',
  },
  {
    id: 'cuda/scan',
    label: 'Scan by groups',
    help: 'Prefix sums with cooperative groups, a warp after the other',
  },
  {
    id: 'cuda/stencil',
    label: 'Stencil with weights',
    help: 'A halo in shared memory, weights in constant memory',
  },
  {
    id: 'cuda/softmax',
    label: 'Softmax',
    help: 'A block for each row, trees in shared memory that is used again',
  },
  {
    id: 'cuda/layer_norm',
    label: 'Layer normalisation',
    help: 'A warp for each row, four values at once, no shared memory',
  },
];

/** Names and fitting settings of the examples in OpenCL C; texts are examples/ID.cl. */
export const EXAMPLE_LIST: readonly Entry[] = LIST.map((entry) => ({ ...USUAL, ...entry }));

/** Those in CUDA C++ as well, whose texts are examples/ID.cu. */
export const ALL_EXAMPLES: readonly Entry[] = [
  ...EXAMPLE_LIST,
  ...CUDA_LIST.map((entry) => ({ ...USUAL, language: 'cuda' as const, ...entry })),
];

/** Shown to newcomers. */
export const FIRST_EXAMPLE = 'sum';
