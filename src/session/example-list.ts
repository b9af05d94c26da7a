import type { Example } from './examples.ts';

/** What each example is called and which settings suit it; the text is examples/ID.cl. */
export const EXAMPLE_LIST: readonly Omit<Example, 'text'>[] = [
  {
    id: 'abstract',
    title: 'Abstract kernel',
    summary: "The paper's kernel: load a tile, meet, work on it, meet again",
    semantics: 'published',
    preset: 'paper',
    size: 32,
  },
];
