import { type Example, EXAMPLE_LIST } from './example-list.ts';

const texts = import.meta.glob<string>('../../examples/*.cl', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The workbench's own kernels, the paper's first. */
export const EXAMPLES: readonly Example[] = EXAMPLE_LIST.map((entry) => {
  const text = texts[`../../examples/${entry.id}.cl`];
  if (text === undefined) throw new Error(`the example ${entry.id} has no text`);
  return { ...entry, text };
});
