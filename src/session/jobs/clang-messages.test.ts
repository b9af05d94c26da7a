import { afterAll, expect, test } from 'vitest';
import { declaredNames } from '../../front/declared-names.ts';
import { CONSTANT_NAMES } from '../../platform/index.ts';
import { createNodeToolchain } from '../../spin/node-toolchain.ts';
import { exampleText } from '../../testing/engine.ts';
import { clangDiagnostics } from './clang-messages.ts';
import { EXAMPLE_LIST } from '../example-list.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

const TEXT = `// größer
__kernel void k(__global int *a) {
  /* ä */ a[0] = missing + WG;
}
`;
const message = { file: 'text', line: 3, column: 19, severity: 'error' } as const;

test('the place is found behind letters of several bytes, and the source is marked', () => {
  const [found] = clangDiagnostics(
    [{ ...message, message: "use of undeclared identifier 'missing'" }],
    TEXT,
    new Set(),
  );
  expect(found).toMatchObject({
    severity: 'error',
    source: 'clang',
    message: "Use of undeclared identifier 'missing'",
  });
  expect(found && TEXT.slice(found.span.start, found.span.end)).toBe('missing');
});

test('names that the host defines and notes are left out, and that clang gave up is told', () => {
  const list = [
    { ...message, message: "use of undeclared identifier 'WG'" },
    { ...message, severity: 'note', message: 'declared here' },
    { ...message, file: 'clang', line: 0, column: 0, message: 'no such file' },
  ] as const;
  expect(clangDiagnostics(list, TEXT, new Set(['WG']))).toMatchObject([
    { severity: 'info', code: 'clang-gave-up', message: expect.stringContaining('no such file') },
  ]);
});

test('a place beyond the text is taken into it', () => {
  const [found] = clangDiagnostics(
    [{ ...message, line: 99, column: 99, severity: 'warning', message: 'odd' }],
    TEXT,
    new Set(),
  );
  expect(found?.span.end).toBeLessThanOrEqual(TEXT.length);
});

test('clang finds nothing in the examples, and what is wrong in a broken one', async () => {
  const ask = async (text: string) => {
    const given = new Set<string>([...CONSTANT_NAMES, ...declaredNames(text)]);
    return clangDiagnostics(await toolchain.checkKernel({ text }), text, given);
  };
  for (const { id } of EXAMPLE_LIST) expect(await ask(exampleText(id))).toEqual([]);
  const broken = exampleText('abstract').replace('float result = 0;', 'float result = nothing;');
  const [first] = await ask(broken);
  expect(first?.message).toBe("Use of undeclared identifier 'nothing'");
  expect(first && broken.slice(first.span.start, first.span.end)).toBe('nothing');
});
