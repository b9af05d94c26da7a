import { drawing, randomBody } from '../random-c.ts';
import { randomGroups } from '../random-groups.ts';
import { CUDA_CASES, CUDA_PROGRAMS } from '../cuda/index.ts';
import { mistakesInProgram } from '../mistakes.ts';
import { mutants } from '../verdicts/mutants.ts';
import type { Subject } from './judges.ts';

const ROOM = 64;

/** A function of one number, of which eight are tried. */
function functionText(seed: number): string {
  const { helpers, body } = randomBody(drawing(seed), { builtIns: true });
  return `#pragma tuner param WG = {1}
#pragma tuner items 1
#pragma tuner array in = 1
#pragma tuner input in[i] = any(0, 7)
#pragma tuner array out = ${ROOM}
#pragma tuner input out[i] = 0
struct Pair
{
int a;
short b;
};
${helpers}
__kernel void f(__global int *in, __global long *out)
{
int n = in[0];
n = n < 6 ? n * n * ${1 + (seed % 97)} - ${seed % 41} : n == 6 ? 2147483647 : -70000;
${body}
}
`;
}

/** Where subjects come from: as many as one asks for, other ones for other seeds. */
export const FIELDS = {
  functions: (seed, count) => drawn(seed, count, 1, functionText),
  groups: (seed, count) => drawn(seed, count, 4, (each) => randomGroups(drawing(each))),
  mutants(seed, count) {
    const language = 'opencl';
    return oneInEach(mutants(4), seed, count).map((each) => ({
      ...each,
      language,
      given: { WG: 4 },
    }));
  },
  programs(seed, count) {
    const all = PROGRAMS.flatMap(({ name, text }) =>
      mistakesInProgram(text).map((each) => ({
        name: `${name}, ${each.what}`,
        text: each.text,
        language: 'cuda' as const,
        size: 0,
        given: {},
      })),
    );
    return oneInEach(all, seed, count);
  },
} as const satisfies Record<string, (seed: number, count: number) => readonly Subject[]>;

/** Whole programs with one launch and no choice, which g++ follows. */
const PROGRAMS = [...CUDA_CASES, ...CUDA_PROGRAMS].filter(
  ({ text, known }) =>
    known !== 'lockstep' &&
    !/; fenced|^\/\/ with |^\/\/ host /m.test(text) &&
    text.split('__global__').length === 2 &&
    text.split('\n// launch ').length <= 2,
);

/** So many of all, others for each seed. */
function oneInEach<T>(all: readonly T[], seed: number, count: number): readonly T[] {
  const step = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, index) => index % step === seed % step).slice(0, count);
}

export type Field = keyof typeof FIELDS;

const drawn = (
  seed: number,
  count: number,
  WG: number,
  write: (seed: number) => string,
): readonly Subject[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `${seed * 1_000_000 + index}`,
    text: write(seed * 1_000_000 + index),
    language: 'opencl',
    size: 8,
    given: { WG },
  }));
