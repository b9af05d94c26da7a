import { describe, expect, test } from 'vitest';
import { outline, parser } from '../testing/kernels.ts';
import { nodesIn } from './ir.ts';
import type { Given } from '../front/reader.ts';

const FILES: Readonly<Record<string, string>> = {
  'copy.h': `#ifndef COPY_H
#define COPY_H
#include "inner.h"
#define TIMES 3
inline void copy(__global int *a, int i) { COPY_ONE; }
#endif
`,
  'inner.h': '#define COPY_ONE a[i] = a[i + 1]',
  'wrong.h': '\n\nvoid broken() {\n  goto nowhere;\n}\nvoid broken_too() { goto nowhere; }',
  'self.h': '#include "self.h"\n#define SELF 1',
  'once.h': '#pragma once\nint once() { return 1; }',
  'tile.h':
    '__local int t[16];\n__local int u;\ninline void read(int *p) { *p = u; u = *p; }\n#define READ read(&i)',
  'two.h': '__local int first[4];__local int second[8];',
};

const given = (defines: Given['defines'] = {}): Given => ({
  defines,
  includes: (name) => {
    const text = FILES[name];
    return text === undefined ? undefined : { name, text };
  },
});

const kernel = (body: string, before: string): string =>
  `#pragma tuner param WG = pow2(2, 16)
${before}
__kernel void k(__global int *a) {
  int i = get_global_id(0);
  ${body}
}
`;

function lower(text: string, more: Given = given()) {
  const result = parser.lower(text, undefined, more);
  const said = result.diagnostics.map(
    ({ message, span }) => `${text.slice(span.start, span.end)}: ${message}`,
  );
  return { kernel: result.ok ? result.value : undefined, said };
}

describe('included texts', () => {
  const text = kernel(
    'for (int j = 0; j < TIMES; ++j) copy(a, i);',
    '#include "copy.h"\n#include <copy.h>',
  );

  test('are read as if they stood there', () => {
    const { kernel: read, said } = lower(text);
    expect(said).toEqual([]);
    expect(read && outline(read)).toEqual([
      'loop 3',
      '  work load global a GMT, store global a GMT',
    ]);
  });

  test('have the places of their #include in the text, and all else its own', () => {
    const { kernel: read } = lower(text);
    const spans = [...nodesIn(read?.body ?? [])].map(({ span }) =>
      text.slice(span.start, span.end),
    );
    expect(spans).toEqual(['for (int j = 0; j < TIMES; ++j)', '#include "copy.h"']);
    expect(read && text.slice(read.span.start, read.span.end)).toBe('k');
  });

  test('are named with their lines where something is wrong in them', () => {
    const wrong = kernel('broken(); broken_too(); nothing();', '#include "wrong.h"');
    expect(lower(wrong).said).toEqual([
      '#include "wrong.h": In wrong.h, line 4: This cannot be modelled: goto.',
      '#include "wrong.h": In wrong.h, line 6: This cannot be modelled: goto.',
      expect.stringMatching(/^nothing: /),
    ]);
  });

  test('have their own lines where a race is told of', () => {
    const text = kernel(
      't[get_local_id(0)] = i;\n  a[i] = t[WG - 1 - get_local_id(0)]; READ;',
      '#include "tile.h"',
    );
    const lines = lower(text).said.map((each) => /in line .*?, with/.exec(each)?.[0]);
    expect(lines).toEqual(['in line 3 of tile.h, with', 'in line 6, with']);
  });

  test('that are not found are told of, unless they are skipped', () => {
    const missing = kernel('a[i] = 1;', '#include "none.h"\n#ifdef X\n#include "nor.h"\n#endif');
    expect(lower(missing).said).toEqual(['#include "none.h": This file is not found.']);
  });

  test('end, also where they include themselves', () => {
    expect(lower(kernel('a[i] = SELF;', '#include "self.h"')).said).toEqual([]);
    const once = kernel('a[i] = once();', '#include "once.h"\n#include "once.h"');
    expect(lower(once).said).toEqual([]);
  });

  test('may hold several arrays', () => {
    const two = kernel('first[0] = 1; second[0] = a[i];', '#include "two.h"');
    const arrays = lower(two).kernel?.localArrays.map(({ name, elements }) => ({ name, elements }));
    expect(arrays).toEqual([
      { name: 'first', elements: { kind: 'number', value: 4 } },
      { name: 'second', elements: { kind: 'number', value: 8 } },
    ]);
  });
});

describe('macros that are given', () => {
  test('are there before the text', () => {
    const text = kernel(
      'for (int j = 0; j < N; ++j) a[i] = F(j);',
      '#ifndef N\n#define N 2\n#endif',
    );
    const { kernel: read, said } = lower(text, given({ N: '7', 'F(x)': '((x) + 1)' }));
    expect(said).toEqual([]);
    expect(read && outline(read)[0]).toBe('loop 7');
  });

  test('do not take the place of tuning parameters', () => {
    expect(lower(kernel('a[i] = 1;', ''), given({ WG: '8' })).said).toEqual([
      ': WG is a tuning parameter, so what -D says of it is not used.',
    ]);
  });
});
