import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenize } from '../../front/lexer.ts';
import { createNodeKernelParser } from '../../kernel/node.ts';
import { CORPUS_KERNELS } from '../../testing/corpus/kernels.ts';
import { edited, movedBy } from './edit.ts';
import { mendings } from './mendings.ts';

const parser = await createNodeKernelParser();
const read = (text: string) => parser.lower(text).diagnostics;
const WG = '#pragma tuner param WG = pow2(4, size/2)\n';

/** Titles of the fixes for the first diagnostic, and the text after the first fix. */
function offered(text: string, code?: string) {
  const diagnostic = read(text).find((one) => code === undefined || one.code === code);
  const list = diagnostic ? mendings(text, diagnostic, read) : [];
  const [first] = list;
  return {
    message: diagnostic?.message,
    titles: list.map(({ title }) => title),
    text: first && edited(text, first.edits),
  };
}

describe('a name that is written nearly as another', () => {
  it.each([
    ['a[get_globl_id(0)] = 1;', 'get_global_id'],
    ['a[Get_Global_ID(0)] = 1;', 'get_global_id'],
    ['int total = 1; a[0] = toatl;', 'total'],
    ['a[0] = lenght;', 'length'],
    ['barier(CLK_LOCAL_MEM_FENCE);', 'barrier'],
    ['a[0] = WGG;', 'WG'],
    ['a[0] = GTM;', 'GMT'],
  ])('%s is changed to %s', (body, name) => {
    const text = `${WG}__kernel void k(__global int *a, int length) { ${body} }`;
    const { titles, text: after = '' } = offered(text);
    expect(titles[0]).toMatch(new RegExp(`to ${name}$`));
    expect(read(after).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('has nothing offered that is not there', () => {
    const text = `${WG}__kernel void k(__global int *a) { { int total = 1; } a[0] = totla; }`;
    expect(offered(text).titles).toEqual(['Add #pragma tuner param totla = {16}']);
  });
});

describe('a race in local memory', () => {
  const kernel = (body: string): string =>
    `${WG}#pragma tuner local t = WG\n__kernel void k(__global int *a, __local int *t) {\n  int i = get_local_id(0);\n${body}}\n`;

  it.each([
    ['between two lines', '  t[i] = a[i];\n  a[i] = t[(i + 1) % WG];\n'],
    [
      'between the rounds of a loop',
      '  t[i] = a[i];\n  barrier(CLK_LOCAL_MEM_FENCE);\n  for (int s = WG / 2; s > 0; s /= 2) {\n    if (i < s) t[i] += t[i + s];\n  }\n  if (i == 0) a[0] = t[0];\n',
    ],
    [
      'in a block that not all go through',
      '  if (i > 0) {\n    t[i] = a[i];\n  }\n  a[i] = t[(i + 1) % WG];\n',
    ],
  ])('%s has the barrier offered that ends it', (_, body) => {
    const { titles, text = '' } = offered(kernel(body), 'local-race');
    expect(titles[0]).toMatch(/^Insert barrier\(CLK_LOCAL_MEM_FENCE\); as line \d+$/);
    expect(read(text)).toEqual([]);
  });

  it('has it offered as well where it was seen while the items were run', () => {
    const text = kernel('  t[i] = a[i];\n  a[i] = t[(i + 1) % WG];\n');
    const race = read(text).find(({ code }) => code === 'local-race');
    const seen = race && mendings(text, { ...race, code: 'race-local', message: 'seen' }, read);
    expect(seen?.[0]?.title).toMatch(/^Insert barrier/);
  });

  it("has CUDA's barrier offered in CUDA", () => {
    const body =
      '  __shared__ int t[WG];\n  int i = threadIdx.x;\n  t[i] = a[i];\n  a[i] = t[(i + 1) % WG];\n';
    const text = `${WG}#pragma tuner local_size WG\n__global__ void k(int *a) {\n${body}}\n`;
    const mended = offered(text, 'local-race');
    expect(mended.titles[0]).toMatch(/^Insert __syncthreads\(\); as line \d+$/);
    expect(read(mended.text ?? '')).toEqual([]);
  });

  it('that no one barrier ends has none offered', () => {
    expect(offered(kernel('  t[0] = i;\n  a[i] = t[0];\n'), 'local-race').titles).toEqual([]);
  });
});

describe('a bracket that is missing is told once, and put in', () => {
  it.each([
    ['a[get_global_id(0) = 1; a[2] = 3;', 'a[get_global_id(0)] = 1; a[2] = 3;'],
    ['if (n > 1 { a[0] = 1; }', 'if (n > 1) { a[0] = 1; }'],
    ['for (int i = 0; i < 4; i++ { a[i] = 1; }', 'for (int i = 0; i < 4; i++) { a[i] = 1; }'],
    ['a[0] = (n + 1; a[1] = 2;', 'a[0] = (n + 1); a[1] = 2;'],
    ['a[0] = max(n, 1; a[1] = (2);', 'a[0] = max(n, 1); a[1] = (2);'],
    ['a[0] = n); a[1] = 2;', 'a[0] = n; a[1] = 2;'],
    ['a[0] = 1\n  a[1] = 2;', 'a[0] = 1;\n  a[1] = 2;'],
  ])('%s', (wrong, right) => {
    const text = (body: string) =>
      `${WG}#pragma tuner value n = 4\n__kernel void k(__global int *a, int n) {\n  ${body}\n}\n`;
    const said = read(text(wrong));
    expect(said).toHaveLength(1);
    expect(offered(text(wrong)).text).toBe(text(right));
  });

  it('a brace where the lines say that it is', () => {
    const right = `${WG}__kernel void k(__global int *a) {
  for (int i = 0; i < 4; i++) {
    if (i > 2) {
      a[i] = 1;
    }
    a[0] = 2;
  }
}
`;
    for (const brace of ['    }\n', '  }\n', '}\n']) {
      const at = right.lastIndexOf(`\n${brace}`) + 1;
      const { text } = offered(right.slice(0, at) + right.slice(at + brace.length));
      expect(text?.trim()).toBe(right.trim());
    }
  });
});

describe('how large a group is', () => {
  it.each([
    [
      '__local float t[64];\n  t[get_local_id(0)] = a[0]; a[0] = t[0];',
      'Add #pragma tuner param WG = {64}',
    ],
    ['a[get_global_id(0)] = 1;', 'Add #pragma tuner param WG = pow2(4, size/2)'],
  ])('is guessed of %s', (body, title) => {
    expect(offered(`__kernel void k(__global float *a) {\n  ${body}\n}`).titles[0]).toBe(title);
  });

  it('is that of a tile in two dimensions', () => {
    const text = `${WG}__kernel void k(__global float *a) {
  __local float t[8][16];
  t[get_local_id(1)][get_local_id(0)] = a[get_global_id(1)];
  a[0] = t[0][0];
}`;
    expect(offered(text, 'needs-dimensions').titles[0]).toBe(
      'Add #pragma tuner local_size 16, 8 and #pragma tuner items size, size',
    );
  });

  it.each([
    [
      ...(['[4][8][16]', '[get_local_id(2)][get_local_id(1)][get_local_id(0)]'] as const),
      'Add #pragma tuner local_size 16, 8, 4 and #pragma tuner items size, size, size',
    ],
    [
      ...(['[32]', '[get_local_id(0)]'] as const),
      'Add #pragma tuner local_size 32, 1 and #pragma tuner items size, size',
    ],
  ])('is that of a tile %s', (extents, place, title) => {
    const dimensions = extents === '[32]' ? 1 : 2;
    const text = `${WG}__kernel void k(__global float *a) {
  __local float t${extents};
  t${place} = a[get_global_id(${dimensions})];
  a[0] = t${place};
}`;
    const { titles, text: after } = offered(text, 'needs-dimensions');
    expect(titles[0]).toBe(title);
    expect(read(after ?? '').map(({ code }) => code)).not.toContain('needs-dimensions');
  });

  it('is what the kernel requires', () => {
    const text = `${WG}__attribute__((reqd_work_group_size(16, 4, 1))) __kernel void k(__global float *a) { a[0] = 1; }`;
    expect(offered(text, 'required-group-size').titles).toContain('Let WG be 64');
  });
});

it('a parameter that is declared is not called undeclared where its values are not understood', () => {
  const text =
    '#pragma tuner param WG = pow2(4, size/2\n__kernel void k(__global int *a) { a[WG] = 1; }';
  expect(read(text).map(({ code }) => code)).toEqual(['broken-pragma']);
});

it('every fix that is offered settles what it is offered for, in texts that lack something', () => {
  const texts = CORPUS_KERNELS.map(({ text }) => text);
  const lacking = fc
    .tuple(
      fc.constantFrom(...texts),
      fc.nat(),
      fc.constantFrom('token', 'bracket', 'pragma', 'letter'),
    )
    .map(([text, at, what]) => lackingOf(text, what, at));
  fc.assert(
    fc.property(lacking, (text) => {
      for (const diagnostic of read(text).slice(0, 5))
        for (const { title, edits } of mendings(text, diagnostic, read)) {
          const after = read(edited(text, edits));
          const place = movedBy(diagnostic.span.start, edits);
          const still = after.filter(
            ({ code, message, span }) =>
              code === diagnostic.code && message === diagnostic.message && span.start === place,
          );
          expect({ text, title, still }).toEqual({ text, title, still: [] });
        }
    }),
    { numRuns: 150 },
  );
}, 120_000);

/** Drops a token, bracket, pragma or letter. */
function lackingOf(text: string, what: string, at: number): string {
  const pragmas = [...text.matchAll(/^[^\S\n]*#pragma.*\n/gm)].map(({ 0: line, index }) => ({
    start: index,
    end: index + line.length,
  }));
  const tokens = tokenize(text);
  const brackets = tokens.filter((token) => /^[()[\]{}]$/.test(token.text));
  const letters = tokens.filter(({ kind, text: word }) => kind === 'name' && word.length > 4);
  const [pieces, cut] =
    what === 'pragma'
      ? [pragmas, 0]
      : what === 'bracket'
        ? [brackets, 0]
        : what === 'letter'
          ? [letters, 2]
          : [tokens, 0];
  const piece = pieces[at % Math.max(1, pieces.length)];
  if (piece === undefined) return text;
  const end = cut === 0 ? piece.end : piece.start + cut + 1;
  return text.slice(0, piece.start + cut) + text.slice(end);
}
