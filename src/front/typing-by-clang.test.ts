import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CONSTANT_NAMES } from '../base/constants.ts';
import { expressionsIn, typesByClang } from '../testing/clang-types.ts';
import { CORPUS_KERNELS } from '../testing/corpus/kernels.ts';
import { programIn } from '../testing/kernels.ts';
import { drawing, randomBody } from '../testing/random-c.ts';
import { randomVectors } from '../testing/random-vectors.ts';
import { VERDICT_CASES } from '../testing/verdicts/index.ts';
import { BUILTINS } from './builtins.ts';
import { isMathematics } from './mathematics.ts';
import { assemble } from './includes.ts';
import { withParameters } from './declared-parameters.ts';
import { preprocess } from './preprocess.ts';
import type { Expression, Type } from './syntax.ts';
import { showType } from './types.ts';
import { isLong, RUNS } from '../testing/amounts.ts';

/** Random kernels; those of files are looked at in their turn, and all of them in a longer run. */
const TEXTS = isLong ? RUNS : 5;

const folder = new URL('../../examples/', import.meta.url);
const files = [
  ...readdirSync(folder)
    .filter((file) => file.endsWith('.cl'))
    .map((file) => readFileSync(new URL(file, folder), 'utf8')),
  ...CORPUS_KERNELS.map(({ text }) => text),
  ...VERDICT_CASES.map(({ text }) => text),
];

function random(index: number): string {
  const draw = drawing(index + 1);
  if (index % 2 === 0) {
    const { helpers, body } = randomBody(draw);
    return `struct Pair { int a; short b; };\n${helpers}\n__kernel void f(int n, __global long *out) {\n${body}\n}`;
  }
  const macros = `#define V4(T, a, b, c, d) (T##4)(a, b, c, d)\n#define TO_LONG(x) (x)\n`;
  return `${macros}__kernel void f(int n, __global long *out) {\n${randomVectors(draw)}\n}`;
}

/** A text without directives, whose own names differ from those of all others, and its parameters as constants. */
function alone(source: string, index: number): string {
  const assembled = assemble(source.replaceAll(/[^\n -~]/g, ' '));
  const { code, pragmas } = withParameters(
    assembled.text,
    (parameters) => preprocess(assembled, { parameters }),
    (made) => made.pragmas,
  );
  const chosen = pragmas.flatMap((each) => (each.kind === 'param' ? [each.target.name] : []));
  const { functions, globals, enumerators } = programIn(code.text);
  const declared = [
    ...functions,
    ...enumerators,
    ...globals.flatMap((each) => (each.kind === 'declaration' ? each.declarators : [])),
  ].map(({ name }) => name);
  const numbers = [...CONSTANT_NAMES, ...chosen].filter((name) => !declared.includes(name));
  const tags = [
    ...code.text.matchAll(/\b(?:struct|union|enum)\s+(\w+)|(?:typedef[^;{]*|\})\s*\b(\w+)\s*;/g),
  ];
  const own = new Set([
    ...declared,
    ...numbers,
    ...tags.map(([, tag, alias]) => tag ?? alias ?? ''),
  ]);
  for (const word of ['', 'break', 'continue', 'return']) own.delete(word);
  const text = code.text.replaceAll(/(?<!\w|\d\.)[A-Za-z_]\w*/g, (word) =>
    own.has(word) ? `${word}${OWN}${index}` : word,
  );
  return `enum { ${numbers.map((name) => `${name}${OWN}${index} = 4`).join(', ')} };\n${text}\n`;
}

const BATCH = 60;

/** Marks the names that a text declares. */
const OWN = '_own';

/** Numbers to whoever computes, and things of their own to a compiler. */
const OPAQUE = /^(event_t|sampler_t|image\w+|memory_\w+|atomic_\w+)/;

const shown = (type: Type): string =>
  showType(type)
    .replaceAll(/\[\d*\]/g, '[]')
    .replaceAll(/struct unnamed\d+/g, 'struct')
    .replaceAll(/struct (?=\w)/g, '');

/** Where ours differ from clang's types, by what differs. */
async function differences(
  whole: string,
): Promise<{
  readonly wrong: readonly (readonly [string, string])[];
  readonly errors: readonly string[];
  readonly compared: number;
  readonly missed: number;
}> {
  const { found, errors } = await typesByClang(whole, OWN);
  const wrong = new Map<string, string>();
  let [compared, missed] = [0, 0];
  const listed = new Set<Expression>();
  for (const expression of expressionsIn(programIn(whole))) {
    const { span, type, kind, becomes } = expression;
    // Items of a list become what is filled with them.
    if (expression.kind === 'list') expression.items.forEach((each) => listed.add(each));
    const theirs = found.get(`${span.start} ${span.end}`);
    if (theirs === undefined) missed += 1;
    if (theirs === undefined || OPAQUE.test(theirs.type) || kind === 'list' || kind === 'string')
      continue;
    compared += 1;
    const text = whole.slice(span.start - 20, span.end + 20);
    const ours = type && shown(type);
    if (ours !== theirs.type) wrong.set(`${kind} ${ours} and not ${theirs.type}`, text);
    if (listed.has(expression) || OPAQUE.test(theirs.becomes)) continue;
    const made =
      becomes === undefined || !/^(scalar|vector)$/.test(becomes.kind) ? ours : shown(becomes);
    if (made !== theirs.becomes)
      wrong.set(`${kind} ${ours} becomes ${made} and not ${theirs.becomes}`, text);
  }
  const lines = errors.split('\n').filter((line) => line.includes(' error: '));
  return { wrong: [...wrong], errors: lines, compared, missed };
}

/** Types that the words of a signature can stand for: a width each, as `select` wants. */
const KINDS: readonly Readonly<Record<string, string>>[] = [
  { gentype: 'float', igentype: 'int', floatn: 'float', ugentype: 'uint', intn: 'int' },
  { gentype: 'short', igentype: 'short', floatn: 'double', ugentype: 'ushort', intn: 'int' },
  { gentype: 'int2', igentype: 'int2', floatn: 'float2', ugentype: 'uint2', intn: 'int2' },
  { gentype: 'double4', igentype: 'long4', floatn: 'double4', ugentype: 'ulong4', intn: 'int4' },
  { gentype: 'uchar', igentype: 'uchar', floatn: 'float4', ugentype: 'uchar', intn: 'int4' },
];

/** These have no version for all of the kinds. */
const hasVersion = (name: string, kind: Readonly<Record<string, string>>): boolean => {
  if (name === 'cross') return kind['floatn']?.endsWith('4') === true;
  if (name === 'upsample') return kind['igentype'] !== 'long4';
  if (/^(any|all)$/.test(name)) return kind['igentype'] !== 'uchar';
  return !/^(mul|mad)24$/.test(name) || kind['igentype']?.startsWith('int') === true;
};

/** A call of every function that computes, of each kind. */
function calls(): string {
  const lines = BUILTINS.filter(({ name }) => isMathematics(name)).flatMap(
    ({ name, signature }) => {
      const words = (/\((.*)\)/.exec(signature)?.[1] ?? '').split(', ');
      return KINDS.filter((kind) => hasVersion(name, kind)).map((kind) => {
        const args = words.map((word) => {
          const [type = ''] = word.split(' ');
          const wide = /^float32n$/.test(type) && !kind['floatn']?.startsWith('double');
          const own =
            kind[wide ? 'floatn' : type] ?? kind[type === 'float32n' ? '' : 'igentype'] ?? 'float';
          return word.includes('*') ? `(__private ${own} *)p` : `(${own})(1)`;
        });
        return `${name}(${args.join(', ')});`;
      });
    },
  );
  const body = `void *p = 0; ${lines.join('\n')}`;
  return `void calls${OWN}() {\n${body}\nmad24((char)1, (char)2, 3); clamp(1.5f, 0.0f, 1.0f); pow(2.5f, 2);}\n`;
}

test('every built-in function takes and returns the types that clang gives it', async () => {
  const { wrong, errors } = await differences(calls());
  expect({ wrong, errors }).toEqual({ wrong: [], errors: [] });
}, 600_000);

test('every expression has the type, and becomes the type, that clang gives it', async () => {
  const chosen =
    TEXTS >= 100 ? files : files.filter((_, i) => i % Math.ceil(files.length / TEXTS) === 0);
  const texts = [...chosen, ...Array.from({ length: TEXTS }, (_, i) => random(i))];
  // Clang in wasm has no memory for the tree of them all.
  for (let from = 0; from < texts.length; from += BATCH) {
    const some = texts.slice(from, from + BATCH);
    const found = await differences(some.map((text, i) => alone(text, from + i)).join(''));
    const { wrong, errors, compared, missed } = found;
    expect({ wrong, errors }).toEqual({ wrong: [], errors: [] });
    expect(missed).toBeLessThan(compared / 20);
  }
}, 3_600_000);
