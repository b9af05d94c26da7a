import { readdir, readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../base/diagnostic.ts';
import { configurations } from '../front/configurations.ts';
import { ExprError } from '../front/expr.ts';
import type { Block } from './ir.ts';
import { kernel, parser } from '../testing/kernels.ts';

/** Seconds per test; raise with `FUZZ_SECONDS=60`. */
const SECONDS = Number(process.env['FUZZ_SECONDS'] ?? 2);

const folder = new URL('../../examples/', import.meta.url);
const examples = await Promise.all(
  (await readdir(folder))
    .filter((name) => name.endsWith('.cl'))
    .map((name) => readFile(new URL(name, folder), 'utf8')),
);

function checkSpans(text: string, block: Block): void {
  for (const node of block) {
    inside(text, node.span);
    if (node.kind === 'work') for (const access of node.accesses) inside(text, access.span);
    if (node.kind === 'loop') checkSpans(text, node.body);
    if (node.kind === 'branch') {
      checkSpans(text, node.then);
      checkSpans(text, node.otherwise);
    }
  }
}

function inside(text: string, span: Diagnostic['span']): void {
  if (!(span.start >= 0 && span.start <= span.end && span.end <= text.length))
    throw new Error(`span ${span.start}..${span.end} outside of ${text.length}`);
}

/** Any answer will do if its places lie in the text. */
function check(text: string): void {
  const { diagnostics, kernels, pragmas } = parser.parse(text);
  for (const { span } of [...diagnostics, ...kernels, ...pragmas]) inside(text, span);
  const result = parser.lower(text);
  for (const { span, message } of result.diagnostics) {
    inside(text, span);
    expect(message).not.toBe('');
  }
  if (!result.ok) {
    expect(result.diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
    return;
  }
  checkSpans(text, result.value.body);
  try {
    for (const _ of configurations(result.value, { size: 16, NP: 4 })) break;
  } catch (error) {
    if (!(error instanceof ExprError)) throw error;
  }
}

const limits = {
  numRuns: 1_000_000,
  interruptAfterTimeLimit: SECONDS * 1000,
  markInterruptAsFailure: false,
};
const timeout = SECONDS * 1000 + 20_000;

const WORDS = [
  ...'( ) { } [ ] ; , . = + - * / % < > ! & | ^ ~ ? : # ## \\ " \' @ $'.split(' '),
  ...'== != <= >= && || << >> += -= *= /= <<= >>= ++ -- -> ... // /* */ \n'.split(' '),
  ...'int float float4 uint size_t void struct P typedef enum const if else for while do switch'.split(
    ' ',
  ),
  ...'case default break continue return goto __kernel kernel __global __local local constant'.split(
    ' ',
  ),
  ...'restrict barrier(1) get_local_id(0) get_global_id(0) get_local_size(0) a f l n v i s x 0 1 2'.split(
    ' ',
  ),
  ...'0x7fffffff 1.5f WG size lid GMT (float4) vload4 atomic_inc é 𝔸 \0 MIN(a,b) __attribute__'.split(
    ' ',
  ),
  '\n#define MIN(a, b) if (a > b) a = b;\n',
  '\n#define X X X\n',
  '\n#if WG\n',
  '\n#else\n',
  '\n#endif\n',
  '\n#pragma tuner trips n\n',
  '\n#pragma tuner cost f = GMT *\n',
  '\n#pragma tuner value n = 4\n',
  'for (int i = 0; i < n; i++) ',
  'for (int s = WG; s > 0; s >>= 1) ',
  'while (n--) ',
  'if (lid < 2) ',
];

describe('any text gets an answer', () => {
  test('words at random', { timeout }, () => {
    const text = fc
      .array(fc.constantFrom(...WORDS), { maxLength: 60 })
      .map((words) => kernel(words.join(' ')));
    fc.assert(fc.property(text, check), limits);
  });

  test('examples with pieces cut, doubled and moved', { timeout }, () => {
    const edit = fc.record({
      at: fc.nat(),
      length: fc.nat(60),
      to: fc.nat(),
      word: fc.constantFrom('', '', ...WORDS),
    });
    const text = fc
      .tuple(fc.constantFrom(...examples), fc.array(edit, { minLength: 1, maxLength: 6 }))
      .map(([example, edits]) =>
        edits.reduce((before, { at, length, to, word }) => {
          const start = at % (before.length + 1);
          const cut = before.slice(start, start + length);
          const rest = before.slice(0, start) + before.slice(start + length);
          const place = to % (rest.length + 1);
          return rest.slice(0, place) + word + (word === '' ? cut : '') + rest.slice(place);
        }, example),
      );
    fc.assert(fc.property(text, check), limits);
  });

  test('characters at random', { timeout }, () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), check), limits);
  });

  test.each([
    ['parentheses', kernel(`a[0] = ${'('.repeat(5000)}1${')'.repeat(5000)};`)],
    ['open parentheses', kernel(`a[0] = ${'('.repeat(5000)}`)],
    ['blocks', kernel('{'.repeat(3000) + '}'.repeat(3000))],
    ['loops', kernel('for (int i = 0; i < 2; i++) '.repeat(40) + 'a[0] = 1;')],
    [
      'doubling values',
      kernel(`int i = n; ${'i = i + i;'.repeat(200)} a[i] = 1;`, '#pragma tuner value n = size'),
    ],
    [
      'branches that continue',
      kernel(
        `for (int i = 0; i < 9; i++) { ${'if (i == lid) { a[0] = 1; if (a[0]) continue; } else a[1] = 2;'.repeat(30)} }`,
      ),
    ],
    [
      'a chain of helpers',
      kernel(
        'h29();',
        `void h0() { barrier(1); }\n${Array.from({ length: 29 }, (_, i) => `void h${i + 1}() { h${i}(); h${i}(); }`).join('\n')}`,
      ),
    ],
    [
      'a chain of macros',
      kernel(
        'M20',
        `#define M0 a[0] = 1;\n${Array.from({ length: 20 }, (_, i) => `#define M${i + 1} M${i} M${i}`).join('\n')}`,
      ),
    ],
    ['macros that call each other', kernel('A(1)', '#define A(x) B(A(x))\n#define B(x) A(B(x))')],
    ['a long sum', kernel(`a[0] = ${'1 + '.repeat(3000)}1;`)],
    ['a long else if', kernel(`${'if (n == 1) a[0] = 1; else '.repeat(300)};`)],
  ])('hostile: %s', (_, text) => {
    const before = process.cpuUsage();
    check(text);
    // Processor time, since others may be using the machine.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(5000);
  });
});
