import { expect, test } from 'vitest';
import { EXAMPLES } from '../../session/examples.ts';
import { openedKernel } from './kernel-options.ts';

test('an edited example is called so, and another kernel in its place by its own name', () => {
  const [example] = EXAMPLES;
  if (!example) throw new Error('there is no example');
  const named = (kernelName: string | undefined, kernelText: string): string =>
    openedKernel({
      document: { bases: [] },
      kernels: [],
      settings: { example: example.id, kernelText },
      derived: { kernelName },
    }).placeholder;
  const own = /void (\w+)\(/.exec(example.text)?.[1];
  expect(named(own, `${example.text}// mine\n`)).toBe(`${example.label}, edited`);
  expect(named('conv', '__kernel void conv() {}\n')).toBe('conv');
});
