/** Shaders of probes. `p` are numbers of a launch: the first says how many steps it does. */
export interface ProbeShader {
  /** With the entry `main`, and `fill` where `cells` are filled. */
  readonly code: string;
  /** Bytes of `cells`. */
  readonly bytes: number;
  readonly isFilled: boolean;
  /** What its first item leaves, by the numbers of a launch. */
  readonly leaves: (...numbers: readonly number[]) => number;
}

/** Words of what probes leave. */
export const OUT_WORDS = 1024;

const BOUND = `@group(0) @binding(0) var<storage, read_write> filled: array<u32>;
@group(0) @binding(0) var<storage, read> cells: array<u32>;
@group(0) @binding(0) var<storage, read> wide: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read> p: array<u32>;
@group(0) @binding(2) var<storage, read_write> out: array<u32>;
`;

const repeated = (times: number, line: string): string => `${line}\n`.repeat(times);

/** A shader of the same steps again and again, `UNROLLED` of them in each round of its loop.
 * @param result is stored, so that no compiler leaves the steps out. */
const looping = (
  { items, before, step, result }: Record<'before' | 'step' | 'result', string> & { items: number },
  declared = '',
): string => `${declared}
@compute @workgroup_size(${items}) fn main(
  @builtin(local_invocation_index) lane: u32,
  @builtin(global_invocation_id) id: vec3<u32>,
) {
${before}
for (var i = 0u; i < p[0] / ${UNROLLED}u; i += 1u) {
${repeated(UNROLLED, step)}}
out[lane % ${OUT_WORDS}u] = ${result};
}
`;

/** Steps of a round of a shader's loop: their number is its multiple. */
export const UNROLLED = 16;

/** Words from one cell of a chain to the next: no two are in a line. */
const APART = 32;
export const LINE_BYTES = 4 * APART;

/** One item follows a chain through as many lines as `p[1]` says, a power of two, from line `p[2]`.
 * The chain is a generator of random numbers of full period, so it meets every line once. */
export const chase = (bytes: number): ProbeShader => ({
  bytes,
  isFilled: true,
  leaves: (steps = 0, lines = 1, begin = 0) => {
    let line = begin;
    for (let step = 0; step < steps; step += 1)
      line = (Math.imul(1664525, line) + 1013904223) & (lines - 1);
    return line * APART;
  },
  code: `${BOUND}
@compute @workgroup_size(64) fn fill(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
) {
for (var i = id.x; i < p[1]; i += groups.x * 64u) {
filled[i * ${APART}u] = ((1664525u * i + 1013904223u) & (p[1] - 1u)) * ${APART}u;
}
}
${looping({ items: 1, before: `var at = p[2] * ${APART}u;`, step: 'at = cells[at];', result: 'at' })}`,
});

/** All lanes read 16 bytes in each step, `p[2]` lanes further each time, of the first `p[1]` times 16
 * bytes. */
export const stream = (bytes: number): ProbeShader => ({
  bytes,
  isFilled: false,
  leaves: () => 0,
  code: `${BOUND}
${looping({
  items: 256,
  before: 'var at = id.x & (p[1] - 1u); var sum = vec4<u32>();',
  step: 'sum ^= wide[at]; at = (at + p[2]) & (p[1] - 1u);',
  result: 'sum.x ^ sum.y ^ sum.z ^ sum.w',
})}`,
});

const own = (code: string, leaves: ProbeShader['leaves']): ProbeShader => ({
  bytes: 16,
  isFilled: false,
  code: BOUND + code,
  leaves,
});

/** Words in local memory: few, so that no other limit of residency is met before that of groups. */
const LOCAL = 256;
const alongLocal = (steps = 0): number => steps % LOCAL;
const CHAIN = `for (var i = lane; i < ${LOCAL}u; i += ITEMSu) { t[i] = (i + 1u) % ${LOCAL}u; }
workgroupBarrier();`;

/** One item follows a chain in local memory. */
export const CHASE_LOCAL = own(
  looping(
    {
      items: 1,
      before: `${CHAIN.replace('ITEMS', '1')} var at = 0u;`,
      step: 'at = t[at];',
      result: 'at',
    },
    `var<workgroup> t: array<u32, ${LOCAL}>;`,
  ),
  alongLocal,
);

/** Half, which the chain of products comes from, and one, which it comes to. */
const [FACTOR = 0, ONE = 0] = new Uint32Array(new Float32Array([0.5, 1]).buffer);
export { FACTOR };

/** Each product needs the one before. */
export const DEPENDENT = own(
  looping({
    items: 1,
    before: 'let a = bitcast<f32>(p[1]); var x = a;',
    step: 'x = fma(x, a, a);',
    result: 'bitcast<u32>(x)',
  }),
  () => ONE,
);

const BARRIER_ITEMS = 256;

export const BARRIER = own(
  looping(
    {
      items: BARRIER_ITEMS,
      before: 't[lane] = lane;',
      step: 'workgroupBarrier();',
      result: `t[(lane + 1u) % ${BARRIER_ITEMS}u]`,
    },
    `var<workgroup> t: array<u32, ${BARRIER_ITEMS}>;`,
  ),
  () => 1,
);

/** Strides of lanes in local memory, in words. */
export const STRIDES = [1, 2, 4, 8, 16, 32, 64] as const;

/** Lanes read words that are `p[1]` apart; the words are zero, so that they stay where they are. */
export const BANKS = own(
  looping(
    {
      items: 256,
      before: `for (var i = lane; i < 4096u; i += 256u) { t[i] = p[3]; }
workgroupBarrier();
let place = (lane % 64u) * p[1]; var x = 0u;`,
      step: 'x = t[(place + x) & 4095u];',
      result: 'x',
    },
    'var<workgroup> t: array<u32, 4096>;',
  ),
  () => 0,
);

/** A group of so many items is busy with one item's chain in local memory; the others wait at its end. */
export const resident = (items: number): ProbeShader =>
  own(
    `var<workgroup> t: array<u32, ${LOCAL}>;
@compute @workgroup_size(${items}) fn main(@builtin(local_invocation_index) lane: u32) {
${CHAIN.replace('ITEMS', String(items))}
if (lane == 0u) {
var at = 0u;
for (var i = 0u; i < p[0] / ${UNROLLED}u; i += 1u) {
${repeated(UNROLLED, 'at = t[at];')}}
out[0] = at;
}
workgroupBarrier();
out[1] = t[lane % ${LOCAL}u];
}
`,
    alongLocal,
  );

export const SUBGROUP_ITEMS = 256;

/** Each lane leaves how wide its subgroup says it is, and how many lanes of it answer. */
export const SUBGROUP: Omit<ProbeShader, 'leaves'> = {
  bytes: 16,
  isFilled: false,
  code: `enable subgroups;
${BOUND}
@compute @workgroup_size(${SUBGROUP_ITEMS}) fn main(
  @builtin(local_invocation_index) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
out[lane] = size;
out[lane + ${SUBGROUP_ITEMS}u] = subgroupAdd(1u);
}
`,
};
