/** CURAND's device functions (CURAND Library, "Device API Overview"). A short generator stands for
 * each of its own: which numbers come does not matter to who touches what. */

const STATES = [
  'State',
  'State_t',
  'StateXORWOW_t',
  'StatePhilox4_32_10',
  'StatePhilox4_32_10_t',
  'StateMRG32k3a',
  'StateMRG32k3a_t',
];

const DEVICE = 'static __device__ __forceinline__';

/** @param prefix `curand` or `hiprand` */
export function random(prefix: string): string {
  const of = (type: string, name: string, body: string): string =>
    `${DEVICE} ${type} ${prefix}${name}(${prefix}StateXORWOW *state) { ${body} }`;
  const next = `${prefix}(state)`;
  const [uniform, normal] = [`${prefix}_uniform(state)`, `${prefix}_normal(state)`];
  const four = (value: string): string => [value, value, value, value].join(', ');
  return `#pragma once
struct ${prefix}StateXORWOW { unsigned int s; };
${STATES.map((name) => `typedef ${prefix}StateXORWOW ${prefix}${name};`).join('\n')}
${DEVICE} void ${prefix}_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, ${prefix}StateXORWOW *state) {
  state->s = (unsigned int)(seed + sequence * 2654435761ull + offset);
}
${of('unsigned int', '', 'state->s = state->s * 1664525u + 1013904223u; return state->s;')}
${of('float', '_uniform', `return ((${next} >> 8) + 1) * (1.0f / 16777216.0f);`)}
${of('double', '_uniform_double', `return (${next} + 1.0) * (1.0 / 4294967296.0);`)}
${of('float', '_normal', `float r = sqrtf(-2.0f * logf(${uniform})); return r * cosf(6.2831853f * ${uniform});`)}
${of('double', '_normal_double', `return (double)${normal};`)}
${of('float2', '_normal2', `return make_float2(${normal}, ${normal});`)}
${of('uint4', '4', `return make_uint4(${four(next)});`)}
${of('float4', '_uniform4', `return make_float4(${four(uniform)});`)}
${of('float4', '_normal4', `return make_float4(${four(normal)});`)}
${DEVICE} float ${prefix}_log_normal(${prefix}StateXORWOW *state, float mean, float deviation) {
  return expf(mean + deviation * ${normal});
}`;
}
