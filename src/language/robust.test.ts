import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNodeKernelParser } from '../kernel/node.ts';
import { completions } from './completion.ts';
import { costHints, type CostHint } from './cost-hints.ts';
import { costTable } from './cost-table.ts';
import { definition } from './definition.ts';
import { hover } from './hover.ts';
import { environment, exampleText } from '../testing/language.ts';

/** Seconds of random texts; more with `FUZZ_SECONDS=60`. */
const SECONDS = Number(process.env['FUZZ_SECONDS'] ?? 2);

const parser = await createNodeKernelParser();
const names = readdirSync(new URL('../../examples/', import.meta.url)).filter((name) =>
  name.endsWith('.cl'),
);
const texts = names.map((name) => exampleText(name.replace(/\.cl$/, '')));

// `expect` would take longer than the check itself.
function inside(text: string, { start, end }: { start: number; end: number }): void {
  if (!(start >= 0 && start <= end && end <= text.length))
    throw new Error(`span ${start}..${end} outside of ${text.length}`);
}

/** Any answer is fine if its places lie in the text. */
function ask(text: string, offset: number, hints: readonly CostHint[]): void {
  for (const { replace } of completions(text, offset)) inside(text, replace);
  const about = hover(text, offset, { hints, environment: environment(16, { WG: 4 }) });
  if (about !== undefined) inside(text, about.span);
  const declared = definition(text, offset);
  if (declared !== undefined) inside(text, declared);
}

function hintsOf(text: string): readonly CostHint[] {
  const lowered = parser.lower(text);
  if (!lowered.ok) return [];
  const values = environment(16, { WG: 4, TS: 2 });
  for (const semantics of ['opencl', 'published'] as const)
    costTable(lowered.value, text, semantics, values);
  return costHints(lowered.value, 'opencl', values);
}

test.each(names)('every offset of %s', (name) => {
  const text = texts[names.indexOf(name)] ?? '';
  const hints = hintsOf(text);
  let asked = 0;
  for (let offset = -1; offset <= text.length + 1; offset += 1) {
    ask(text, offset, hints);
    asked += 1;
  }
  expect(asked).toBe(text.length + 3);
});

const limits = { numRuns: 1_000_000, interruptAfterTimeLimit: SECONDS * 1000 };

test('any offset of a mutilated text', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '(',
    ')',
    '#pragma tuner ',
    '#define X',
    '/*',
    '"',
    'for (',
    '\n',
    '\\\n',
    'int ',
    'struct a {',
    ';',
    '[',
    '__local',
    'é',
    '\u{1f600}',
    '#',
    'typedef int t;',
    '*',
    '=',
    ',',
  );
  const cut = fc.record({
    text: fc.constantFrom(...texts),
    at: fc.nat(2000),
    length: fc.nat(60),
    piece: pieces,
    offset: fc.integer({ min: -2, max: 2100 }),
  });
  fc.assert(
    fc.property(cut, ({ text, at, length, piece, offset }) => {
      const changed = text.slice(0, at) + piece + text.slice(at + length);
      ask(changed, offset, hintsOf(changed));
      ask(changed, at, []);
    }),
    limits,
  );
});

test('any text at all', () => {
  const text = fc.string({ maxLength: 300, unit: 'grapheme' });
  fc.assert(
    fc.property(text, fc.nat(320), (source, offset) => ask(source, offset, hintsOf(source))),
    limits,
  );
});
