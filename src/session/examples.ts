import { ALL_EXAMPLES, type Example } from './example-list.ts';

const texts = import.meta.glob<string>(['../../examples/*.cl', '../../examples/cuda/*.cu'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The workbench's own kernels, the paper's first and those in CUDA last. */
export const EXAMPLES: readonly Example[] = ALL_EXAMPLES.map((entry) => {
  const ending = entry.language === 'cuda' ? 'cu' : 'cl';
  const text = texts[`../../examples/${entry.id}.${ending}`];
  if (text === undefined) throw new Error(`the example ${entry.id} has no text`);
  return { ...entry, text };
});
