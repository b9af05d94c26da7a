import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodedText } from '../src/base/decoded-text.ts';
import { positionAt } from '../src/base/span.ts';
import { rows } from './answer.ts';
import { readArguments } from './tune-arguments.ts';
import { readText } from './files.ts';
import { UsageError } from './usage-error.ts';
import { readKernel } from './input.ts';
import { poseText } from './posed-text.ts';
import { temporaryFolder } from '../src/testing/folder.ts';

const folder = temporaryFolder();
const PARAMETER = '#pragma tuner param WG = {4}\n';
const BODY = '__kernel void k(__global int *a) {\n  a[get_global_id(0)] = 1;\n}\n';
const pragmas = (...lines: string[]): string =>
  lines.map((line) => `#pragma tuner ${line}\n`).join('');

/** The refusal of a text under some options, if any. */
async function refusalOf(text: string, ...args: string[]): Promise<string | undefined> {
  try {
    await poseText('k.cl', text, readArguments(['--semantics', 'opencl', ...args]));
    return undefined;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

/** The refusal of a command line's words. */
function wordsRefused(...args: string[]): string | undefined {
  try {
    readArguments(args);
    return undefined;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

describe('a kernel that cannot be tuned', () => {
  it.each<[string, string, RegExp]>([
    ['groups of no items', pragmas('param WG = {0}') + BODY, /^k\.cl: No configuration is valid/],
    ['groups of less', pragmas('param WG = {-4}') + BODY, /^k\.cl:1:\d+: .*WG cannot be -4\./],
    [
      'constraints against each other',
      pragmas('param WG = {4, 8}', 'require WG > 8', 'require WG < 8') + BODY,
      /^k\.cl: No configuration is valid for size 32: WG > 8\.$/,
    ],
    ['a negative cost', `${PARAMETER}${pragmas('cost f = -5')}int f();\n${BODY}`, /cannot be -5/],
    [
      'a negative number of iterations',
      `${PARAMETER}__kernel void k(__global int *a) {\n${pragmas('trips 2 - 3')}for (int i = 0; i < a[0]; i++) a[i] = 1;\n}\n`,
      /^k\.cl:3:\d+: The iterations of a loop cannot be -1\./,
    ],
    ['no work-items', PARAMETER + pragmas('items 0') + BODY, /cannot be 0\. Write 1 or more/],
    ['a division by zero', PARAMETER + pragmas('require 1 / (WG - 4)') + BODY, /divides by zero/],
    [
      'billions of configurations',
      PARAMETER +
        pragmas(
          'param A = range(1, 1000)',
          'param B = range(1, 1000)',
          'param C = range(1, 1000)',
        ) +
        BODY,
      /1,000,000,000 combinations \(WG 1, A 1000, B 1000, C 1000\); at most 10,000,000 are searched/,
    ],
    ['a name that no object can have', pragmas('param __proto__ = {4}') + BODY, /k\.cl:1:\d+: /],
    ['nothing', '', /no kernel in this text/],
  ])('%s', async (_, text, message) => {
    expect(await refusalOf(text)).toMatch(message);
  });

  it('has costs that depend on parameters, some of them negative', async () => {
    const text =
      pragmas('param WG = {4}', 'param TS = {1, 9}', 'cost f = 2 * GMT - TS', 'cost g = GMT * TS') +
      'int f();\nint g();\n__kernel void k(__global int *a) { a[0] = f() + g(); }\n';
    const { problem } = await poseText('k.cl', text, readArguments(['--semantics', 'opencl']));
    expect(problem.kernel.constraints.map((each) => each.text)).toEqual(['2 * GMT - TS >= 0']);
  });
});

describe('--longest', () => {
  const text = pragmas('param WG = {4, 8}', 'param TS = pow2(1, size)') + BODY;
  it.each([
    ['XX=3', /there is no parameter XX; there are WG, TS$/],
    ['WG=4', /has no value for TS$/],
    ['WG=5,TS=2', /WG cannot be 5; its values are 4, 8$/],
    ['WG=4,TS=3', /TS cannot be 3; its values are 1, 2, 4, 8, 16, 32$/],
    ['__proto__=4', /there is no parameter __proto__/],
  ])('%s is refused', async (longest, message) => {
    expect(await refusalOf(text, '--longest', longest)).toMatch(message);
  });

  it('takes a configuration', async () => {
    expect(await refusalOf(text, '--longest', ' WG=4, TS=2')).toBeUndefined();
  });
});

describe('the command line', () => {
  it.each<[string[], RegExp]>([
    [['--size', '8', '--size', '16'], /--size is given twice/],
    [['--timeout', '1e99'], /at most 2000000/],
    [['--timeout', '0x10'], /'0x10'/],
    [['--timeout', 'NaN'], /'NaN'/],
    [['--timeout', ' '], /' '/],
    [['--size', '1e3'], /whole number/],
    [['--size', '0x8'], /whole number/],
    [['--size', '99999999999999999999'], /size must be from 1 to/],
    [['--longest', 'WG=4,WG=8'], /two values for WG/],
    [['--longest', 'WG=1e2'], /takes values such as/],
    [['--strict=yes'], /--strict/],
    [['--', 'x', 'y'], /x and y are two/],
  ])('%j is refused', (args, message) => {
    expect(wordsRefused(...args)).toMatch(message);
  });

  it('is read or refused in one line, whatever its words', () => {
    const word = fc.oneof(
      fc.constantFrom('--size', '--longest', '--timeout', '--json', '-D', '--kernel', '--level'),
      fc.constantFrom('8', 'WG=4', '-1', '1e309', '--', '-', 'baton', '__proto__=1', 'A=B=C'),
      fc.string({ maxLength: 8 }).filter((text) => text !== '--help' && text !== '-h'),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (words) => {
        wordsRefused(...words); // throws what is not said in words
      }),
    );
  });

  it('names folders that are there', async () => {
    const nowhere = readArguments(['-I', join(folder, 'nowhere')]);
    await expect(readKernel(nowhere)).rejects.toThrow(/there is no folder .*nowhere/);
  });
});

describe('a text', () => {
  const text = `${PARAMETER}// größer 🙂\n${BODY}`;

  it('is read in UTF-8 and, where it begins with a mark, in UTF-16', () => {
    const little = Buffer.from(`\ufeff${text}`, 'utf16le');
    expect(decodedText(Buffer.from(text))).toBe(text);
    expect(decodedText(Buffer.from(`\ufeff${text}`))).toBe(text);
    expect(decodedText(little)).toBe(text);
    expect(decodedText(Buffer.from(little).swap16())).toBe(text);
    expect(decodedText(Buffer.from(text, 'utf16le'))).toBeUndefined();
    expect(decodedText(Buffer.from('größer', 'latin1'))).toBeUndefined();
  });

  it.each<[string, string | Uint8Array, RegExp]>([
    ['wide.cl', Buffer.from(BODY, 'utf16le'), /seems to be UTF-16; save it as UTF-8/],
    ['latin.cl', Buffer.from('// größer', 'latin1'), /is not text in UTF-8/],
    ['large.cl', ' '.repeat(33 * 2 ** 20), /is larger than 32 MB/],
  ])('%s is refused', (name, bytes, message) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    expect(() => readText(path)).toThrow(message);
  });

  it.each([
    ['/dev/zero', /is not text in UTF-8/],
    ['/proc/self/mem', /cannot be read: /],
    ['a\0b', /cannot be read: /],
    [join(folder, 'wide.cl', 'x'), /cannot be read: /],
    ['x'.repeat(5000), /cannot be read: /],
  ])('%j is no text', (path, message) => {
    expect(() => readText(path)).toThrow(message);
    expect(() => readText(path)).toThrow(UsageError);
  });

  it('whose lines end as on old Macs has lines all the same', async () => {
    const old = text.replaceAll('\n', '\r');
    const { problem } = await poseText('k.cl', old, readArguments(['--semantics', 'opencl']));
    expect(problem.kernel.parameters.map(({ name }) => name)).toEqual(['WG']);
    expect(await refusalOf(old.replace('= 1', '= = 1'))).toMatch(/^k\.cl:4:25: /);
    for (const end of ['\n', '\r', '\r\n']) {
      const lines = `one${end}two${end}three`;
      expect(positionAt(lines, lines.indexOf('ree'))).toEqual({ line: 3, column: 3 });
    }
    const path = join(folder, 'old.cl');
    writeFileSync(path, old);
    expect(readText(path)).toBe(text);
  });
});

describe('rows of the answer', () => {
  it('have the values of parameters with the names of other things as well', () => {
    const values = { WG: 4, time: 2 };
    const row = { values, time: 40, status: 'sampled' } as const;
    expect(rows([row])).toEqual([{ WG: 4, time: 40, status: 'sampled', values }]);
    const plain = { WG: 4, TS: 2 };
    expect(rows([{ ...row, values: plain }])).toEqual([{ ...plain, time: 40, status: 'sampled' }]);
  });
});
