/** The functions of `helper_math.h`, which the samples of CUDA have beside them and others copy. */

const HEAD = 'inline __device__';
const LANES = ['x', 'y', 'z', 'w'] as const;
const BASES = { float: 'float', int: 'int', uint: 'uint' } as const;

type Base = keyof typeof BASES;
type Size = 2 | 3 | 4;

const SIZES: readonly Size[] = [2, 3, 4];

const lanesOf = (size: Size): readonly string[] => LANES.slice(0, size);

const made = (type: string, size: Size, part: (lane: string) => string): string =>
  `make_${type}(${lanesOf(size).map(part).join(', ')})`;

function arithmetic(base: Base, size: Size): readonly string[] {
  const type = `${base}${size}`;
  const operators = base === 'float' ? ['+', '-', '*', '/'] : ['+', '-', '*'];
  return operators.flatMap((operator) => [
    `${HEAD} ${type} operator${operator}(${type} a, ${type} b) { return ${made(type, size, (l) => `a.${l} ${operator} b.${l}`)}; }`,
    `${HEAD} ${type} operator${operator}(${type} a, ${base} b) { return ${made(type, size, (l) => `a.${l} ${operator} b`)}; }`,
    `${HEAD} ${type} operator${operator}(${base} a, ${type} b) { return ${made(type, size, (l) => `a ${operator} b.${l}`)}; }`,
    `${HEAD} void operator${operator}=(${type} &a, ${type} b) { ${lanesOf(size)
      .map((l) => `a.${l} ${operator}= b.${l};`)
      .join(' ')} }`,
    `${HEAD} void operator${operator}=(${type} &a, ${base} b) { ${lanesOf(size)
      .map((l) => `a.${l} ${operator}= b;`)
      .join(' ')} }`,
  ]);
}

function common(base: Base, size: Size): readonly string[] {
  const type = `${base}${size}`;
  const [least, most] = base === 'float' ? ['fminf', 'fmaxf'] : ['min', 'max'];
  const lanes = lanesOf(size);
  return [
    ...arithmetic(base, size),
    `${HEAD} ${type} make_${type}(${base} s) { return ${made(type, size, () => 's')}; }`,
    ...[least, most].map(
      (name) =>
        `${HEAD} ${type} ${name}(${type} a, ${type} b) { return ${made(type, size, (l) => `${name}(a.${l}, b.${l})`)}; }`,
    ),
    `${HEAD} ${base} dot(${type} a, ${type} b) { return ${lanes.map((l) => `a.${l} * b.${l}`).join(' + ')}; }`,
    `${HEAD} ${type} clamp(${type} v, ${base} a, ${base} b) { return ${made(type, size, (l) => `clamp(v.${l}, a, b)`)}; }`,
    `${HEAD} ${type} clamp(${type} v, ${type} a, ${type} b) { return ${made(type, size, (l) => `clamp(v.${l}, a.${l}, b.${l})`)}; }`,
  ];
}

function ofFloats(size: Size): readonly string[] {
  const type = `float${size}`;
  return [
    `${HEAD} ${type} operator-(${type} &a) { return ${made(type, size, (l) => `-a.${l}`)}; }`,
    `${HEAD} float length(${type} v) { return sqrtf(dot(v, v)); }`,
    `${HEAD} ${type} normalize(${type} v) { return v * rsqrtf(dot(v, v)); }`,
    `${HEAD} ${type} lerp(${type} a, ${type} b, float t) { return a + t * (b - a); }`,
    `${HEAD} ${type} reflect(${type} i, ${type} n) { return i - 2.0f * n * dot(n, i); }`,
    ...['floorf', 'fabs'].map(
      (name) =>
        `${HEAD} ${type} ${name}(${type} v) { return ${made(type, size, (l) => `${name}(v.${l})`)}; }`,
    ),
    `${HEAD} ${type} fracf(${type} v) { return ${made(type, size, (l) => `fracf(v.${l})`)}; }`,
    `${HEAD} ${type} make_${type}(int${size} a) { return ${made(type, size, (l) => `(float)a.${l}`)}; }`,
    `${HEAD} int${size} make_int${size}(${type} a) { return ${made(`int${size}`, size, (l) => `(int)a.${l}`)}; }`,
  ];
}

export const HELPER_MATH = `#pragma once
typedef unsigned int uint;
${HEAD} float lerp(float a, float b, float t) { return a + t * (b - a); }
${HEAD} float clamp(float f, float a, float b) { return fmaxf(a, fminf(f, b)); }
${HEAD} int clamp(int f, int a, int b) { return max(a, min(f, b)); }
${HEAD} uint clamp(uint f, uint a, uint b) { return max(a, min(f, b)); }
${HEAD} float fracf(float v) { return v - floorf(v); }
${Object.values(BASES)
  .flatMap((base) => SIZES.flatMap((size) => common(base, size)))
  .join('\n')}
${SIZES.flatMap(ofFloats).join('\n')}
${HEAD} float3 cross(float3 a, float3 b) { return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x); }
${HEAD} float2 make_float2(float3 a) { return make_float2(a.x, a.y); }
${HEAD} float3 make_float3(float4 a) { return make_float3(a.x, a.y, a.z); }
${HEAD} float3 make_float3(float2 a, float s) { return make_float3(a.x, a.y, s); }
${HEAD} float4 make_float4(float3 a) { return make_float4(a.x, a.y, a.z, 0.0f); }
${HEAD} float4 make_float4(float3 a, float w) { return make_float4(a.x, a.y, a.z, w); }`;
