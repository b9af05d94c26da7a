import { afterAll, expect, test } from 'vitest';
import { createNodeKernelParser } from '../../kernel/node.ts';
import { createNodeToolchain } from '../../spin/node-toolchain.ts';
import { derive } from '../derive.ts';
import { exampleSettings } from '../kept/settings.ts';
import { clangDiagnostics } from './clang-messages.ts';
import { textForClang } from './text-for-clang.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());
const parser = await createNodeKernelParser();

const derived = (text: string) =>
  derive(
    {
      ...exampleSettings('abstract', text),
      semantics: 'opencl',
      level: 'baton',
      method: 'bisection',
    },
    parser,
  );

const TEXT = `#pragma tuner param WG = {2, 4}
#pragma tuner param V = {1, 2, 4}
#pragma tuner require V > 1
#if V == 2
typedef float2 floatX;
#elif V == 4
typedef float4 floatX;
#elif V != 1
#error "no such width"
#endif
__kernel void k(__global floatX *a) {
  a[get_global_id(0)] = WG;
#if NP > 1
  a[0] = 0;
#endif
}
`;

test('clang reads the code of the first valid configuration, with the lines of the text', async () => {
  const derivation = derived(TEXT);
  expect([...derivation.chosenBy].toSorted()).toEqual(['NP', 'V']);
  expect(textForClang(TEXT, derivation).split('\n').slice(0, 4).toSorted()).toEqual([
    '#define NP 4',
    '#define V 2',
    '#line 1 "text"',
    '#pragma tuner param WG = {2, 4}',
  ]);
  const given = new Set(['WG']);
  const ask = async (text: string) =>
    clangDiagnostics(
      await toolchain.checkKernel({ text: textForClang(text, derived(text)) }),
      text,
      given,
    );
  expect(await ask(TEXT)).toEqual([]);
  const wrong = TEXT.replace('a[0] = 0;', 'a[0] = (float8)(0);');
  const [first] = await ask(wrong);
  expect(first && wrong.slice(0, first.span.start).split('\n').length).toBe(14);
});

test('another text is left as it is', () => {
  const plain = '#pragma tuner param WG = {2, 4}\n__kernel void k(__global int *a) { a[0] = 1; }';
  expect(textForClang(plain, derived(plain))).toBe(plain);
  expect(textForClang(TEXT, derived(plain))).toBe(TEXT);
  expect(textForClang(TEXT, undefined)).toBe(TEXT);
});
