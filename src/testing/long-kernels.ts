/** Ways for a kernel to grow long, by lines. */
export const LONG_SHAPES = {
  assignments: (lines) =>
    kernel(rows(lines, (i) => `  r${i % 8} = r${(i + 3) % 8} * 2 + a[g + ${i % 5}];`)),
  'different statements': (lines) =>
    kernel(rows(lines, (i) => `  int v${i} = a[g * ${(i % 13) + 1} + ${i}] + ${i}; r0 += v${i};`)),
  'local values': (lines) =>
    kernel(rows(lines, (i) => `  int v${i} = ${i === 0 ? 'r0' : `v${i - 1} + ${i}`};`)),
  'else if': (lines) =>
    kernel([
      '  int c = n;',
      ...rows(lines / 2, (i) => [
        `  ${i === 0 ? '' : '} else '}if (c == ${i}) {`,
        `    r0 = a[g + ${i % 9}];`,
      ]),
      '  }',
    ]),
  'else if over work-items': (lines) =>
    kernel([
      ...rows(lines / 2, (i) => [
        `  ${i === 0 ? '' : '} else '}if (get_local_id(0) == ${i}) {`,
        `    r0 = a[g + ${i % 9}];`,
      ]),
      '  }',
    ]),
  'one expression': (lines) =>
    kernel(['  r0 = a[g]', ...rows(lines, (i) => `    + a[g + ${i % 17}] * ${i}`), '    ;']),
  functions: (lines) =>
    [
      ...rows(lines / 4, (i) => [
        `int f${i}(__global const int *p, int x) {`,
        `  return p[x + ${i}] * ${i % 7};`,
        '}',
        '',
      ]),
      kernel(['  r0 = f0(a, g);', '  r1 = f1(a, g);']),
    ].join('\n'),
  'calls of functions': (lines) =>
    [
      ...rows(lines / 4, (i) => [
        `int f${i}(__global const int *p, int x) {`,
        `  return p[x + ${i}] * ${i % 7};`,
        '}',
      ]),
      kernel(rows(lines / 4, (i) => `  r0 += f${i}(a, g);`)),
    ].join('\n'),
  loops: (lines) =>
    kernel(
      rows(lines / 3, (i) => [
        `  for (int i = 0; i < ${(i % 6) + 2}; i++) {`,
        `    r${i % 8} += a[g + i * ${(i % 4) + 1}];`,
        '  }',
      ]),
    ),
  barriers: (lines) =>
    kernel(
      rows(lines / 2, (i) => [
        `  b[g] = a[g + ${i % 5}];`,
        i % 16 === 0 ? '  barrier(CLK_GLOBAL_MEM_FENCE);' : '  r0 += 1;',
      ]),
    ),
  'deep nesting': (lines) => {
    const depth = Math.min(180, Math.floor(lines / 3));
    return kernel([
      ...rows(depth, (i) => `  if (n > ${i}) {`),
      ...rows(Math.max(1, lines - 2 * depth), (i) => `  r${i % 8} += a[g + ${i % 5}];`),
      ...rows(depth, () => '  }'),
    ]);
  },
  arrays: (lines) =>
    [
      '#pragma tuner param WG = {4, 8}',
      '__kernel void k(',
      rows(lines / 2, (i) => `  __global int *a${i}`).join(',\n'),
      ') {',
      '  int g = get_global_id(0);',
      ...rows(lines / 2, (i) => `  a${i}[g] = ${i};`),
      '}',
      '',
    ].join('\n'),
} satisfies Readonly<Record<string, (lines: number) => string>>;

const rows = (count: number, row: (index: number) => string | readonly string[]): string[] =>
  Array.from({ length: Math.floor(count) }, (_, index) => row(index)).flat();

const kernel = (body: readonly string[]): string =>
  [
    '#pragma tuner param WG = {4, 8}',
    '#pragma tuner value n = 3',
    '__kernel void k(__global const int *a, __global int *b, int n) {',
    '  int g = get_global_id(0);',
    '  int r0 = 0, r1 = 0, r2 = 0, r3 = 0, r4 = 0, r5 = 0, r6 = 0, r7 = 0;',
    ...body,
    '  b[g] = r0 + r1 + r2 + r3 + r4 + r5 + r6 + r7;',
    '}',
    '',
  ].join('\n');
