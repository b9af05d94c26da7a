import { describe, expect, test } from 'vitest';
import { parser } from '../testing/kernels.ts';
import { usualConstants } from '../base/constants.ts';
import type { ConfiguredProgram } from './reader.ts';
import type { Length, Type } from './syntax.ts';
import { type Member, showType } from './types.ts';

const programOf = (
  text: string,
  values: Record<string, number> = {},
  defines?: Record<string, string>,
): ConfiguredProgram =>
  parser.programOf(text, { values: { ...usualConstants(), ...values }, defines });

/** Functions left after reading. */
const functions = (...given: Parameters<typeof programOf>): string[] =>
  programOf(...given).program?.functions.map(({ name }) => name) ?? [];

const shown = ({ name, type }: Member<Length>): string => `${showType(type)} ${name}`.trim();

/** Structs of declared variables, and those inside them. */
function members(text: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  const see = (type: Type): void => {
    if (type.kind !== 'struct') return;
    found[`${type.packed ? 'packed ' : ''}${type.name}`] = (type.members ?? []).map(shown);
    type.members?.forEach((member) => see(member.type));
  };
  for (const each of programOf(text).program?.globals ?? [])
    if (each.kind === 'declaration') each.declarators.forEach(({ type }) => see(type));
  return found;
}

describe('the program of one configuration', () => {
  const V = `#pragma tuner param V = {1, 2, 4}
#define TWICE (V*2)
#if V == 1
void one() {}
#elif TWICE == 4 && defined(V)
void two() {}
#else
void more() {}
#endif
#ifdef OTHER
void other() {}
#endif
`;

  test('has the side of each condition that its values choose', () => {
    expect(functions(V, { V: 1 })).toEqual(['one']);
    expect(functions(V, { V: 2 })).toEqual(['two']);
    expect(functions(V, { V: 4 })).toEqual(['more']);
    expect(functions(V, { V: 4 }, { OTHER: '' })).toEqual(['more', 'other']);
    expect(programOf(V, { V: 2 }).diagnostics.map(({ code }) => code)).toEqual(['no-kernel']);
  });

  test('knows the constants of the platform, and the pragmas that hold', () => {
    const text = `#if GMT > 4 || size == 8
#pragma tuner cost f = 3
#else
#pragma tuner cost f = 7
#endif
__kernel void k() {}`;
    const cost = (values: Record<string, number>): string[] =>
      programOf(text, values).pragmas.flatMap((each) =>
        each.kind === 'cost' ? [each.value.text] : [],
      );
    expect(cost({ GMT: 4, size: 16 })).toEqual(['7']);
    expect(cost({ GMT: 5, size: 16 })).toEqual(['3']);
    expect(cost({ GMT: 4, size: 8 })).toEqual(['3']);
  });

  test('names the kernel asked for', () => {
    const text = '__kernel void a() {} __kernel void b() {}';
    const options = { values: {} };
    expect(parser.programOf(text, options).kernel?.name).toBe('a');
    expect(parser.programOf(text, { ...options, kernelName: 'b' }).kernel?.name).toBe('b');
    const none = parser.programOf(text, { ...options, kernelName: 'c' });
    expect(none.kernel).toBeUndefined();
    expect(none.diagnostics.map(({ code }) => code)).toEqual(['no-kernel']);
  });

  test('says which condition depends on a name without a value', () => {
    const { diagnostics } = parser.programOf('#if NP\n#endif\n__kernel void k() {}', {
      values: {},
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(['unknown-condition']);
  });
});

describe('structs', () => {
  test('have their members, with types, spaces and sizes', () => {
    const { program } = programOf('struct P { __global int *p; } p;');
    const [statement] = program?.globals ?? [];
    expect(statement).toMatchObject({
      declarators: [{ type: { members: [{ type: { kind: 'pointer', space: 'global' } }] } }],
    });
    expect(
      members(`struct P { float x, y[4]; __global int *p; struct Q { char c; } q; };
union U { int i; float f; };
typedef struct { int a; } T;
struct __attribute__((packed)) A { char c; int i; };
typedef struct { char c; int i; } __attribute__((packed)) B;
struct P p; union U u; T t; struct A a; B b;`),
    ).toEqual({
      'struct Q': ['char c'],
      'struct P': ['float x', 'float[] y', 'int * p', 'struct Q q'],
      'union U': ['int i', 'float f'],
      'struct T': ['int a'],
      'packed struct A': ['char c', 'int i'],
      'packed struct B': ['char c', 'int i'],
    });
  });

  test('without a name are given one', () => {
    expect(members('struct P { union { int i; float f; }; struct { int j; } in; } p;')).toEqual({
      'union unnamed2': ['int i', 'float f'],
      'struct unnamed3': ['int j'],
      'struct P': ['union unnamed2', 'struct unnamed3 in'],
    });
  });

  test('bit-fields are named as what they are', () => {
    expect(members('struct F { uint a : 3; uint b; } f;')).toEqual({
      'struct F': ['a bit-field a', 'uint b'],
    });
  });
});

test('sizeof keeps an expression', () => {
  const { program } = programOf('int f(int *a) { return sizeof(a[1]) + sizeof(float4); }');
  const [f] = program?.functions ?? [];
  const body = f?.body?.kind === 'block' ? f.body.body[0] : undefined;
  const sum = body?.kind === 'return' ? body.value : undefined;
  expect(sum).toMatchObject({
    left: { kind: 'sizeof', of: undefined, operand: { kind: 'index' } },
    right: { kind: 'sizeof', of: { kind: 'vector', scalar: 'float', lanes: 4 } },
  });
});
